package resolve

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/model"
)

// refs resolves the references of a directive, by key: what its lists of errors
// name, and its functions. Functions are only found here; whether their
// signature fits depends on the method.
func (r *resolver) refs(args *annotations.Args) map[string][]*model.Ref {
	if found, ok := r.references[args]; ok {
		return found
	}
	found := map[string][]*model.Ref{}
	for _, arg := range args.List {
		switch arg.Key.Kind {
		case annotations.Errors:
			for _, item := range arg.Value.List() {
				if ref := r.errorRef(item); ref != nil {
					found[arg.Key.Name] = append(found[arg.Key.Name], ref)
				}
			}
		case annotations.Func:
			if ref := r.function(arg); ref != nil {
				found[arg.Key.Name] = []*model.Ref{ref}
			}
		}
	}
	r.references[args] = found
	return found
}

// qualified returns the directive's settings with references that hold in every
// file.
func qualified(args *annotations.Args, refs map[string][]*model.Ref) annotations.Settings {
	settings := args.Settings()
	for key, list := range refs {
		names := make([]string, len(list))
		for i, ref := range list {
			names[i] = qualifiedRef(ref)
		}
		settings[key] = settings[key].Qualified(names...)
	}
	return settings
}

func qualifiedRef(ref *model.Ref) string {
	if ref.Kind != model.ErrorType {
		return qualifiedName(ref.Object)
	}
	return types.TypeString(ref.Type, (*types.Package).Path)
}

// errorRef resolves one element of a list of errors.
func (r *resolver) errorRef(item annotations.Item) *model.Ref {
	name, pointer := strings.CutPrefix(item.Text, "*")
	pos := item.Pos
	if pointer {
		pos++
	}
	if strings.Contains(name, "[") {
		return r.genericError(item)
	}
	object := r.lookup(name, pos, isAny)
	if object == nil {
		return nil
	}
	refuse := func(format string, args ...any) *model.Ref {
		r.problem(item.Pos, end(item), CodeNotAnError, item.Text+" "+fmt.Sprintf(format, args...))
		return nil
	}
	switch object := object.(type) {
	case *types.TypeName:
		if typeParams(object.Type()) != nil {
			return refuse("is a generic type: write its type arguments")
		}
		return r.errorTypeRef(item, object, object.Type(), pointer)
	case *types.Func:
		if !pointer && types.Identical(object.Type(), predicate) {
			return &model.Ref{Kind: model.Function, Object: object, Type: object.Type()}
		}
		return refuse("is a function of type %s: only a func(error) bool can say which errors are meant", r.string(object.Type()))
	case *types.Var, *types.Const:
		switch {
		case invalid(object.Type()):
			if r.brokenImport(object) {
				return nil
			}
			return refuse("has an invalid type%s", r.cause(object))
		case pointer:
			return refuse("points to a variable: write its name alone")
		case types.AssignableTo(object.Type(), errorType):
			return &model.Ref{Kind: model.ErrorValue, Object: object, Type: object.Type()}
		case types.AssignableTo(object.Type(), predicate):
			return &model.Ref{Kind: model.Function, Object: object, Type: object.Type()}
		}
		return refuse("has type %s, which is neither an error nor a func(error) bool", r.string(object.Type()))
	}
	return refuse("is neither an error variable, an error type nor a func(error) bool")
}

// errorTypeRef checks that a type can be the type of an error.
func (r *resolver) errorTypeRef(item annotations.Item, object *types.TypeName, named types.Type, pointer bool) *model.Ref {
	written := named
	if pointer {
		written = types.NewPointer(named)
	}
	if isError(written) {
		return &model.Ref{Kind: model.ErrorType, Object: object, Type: written}
	}
	if invalid(named) && r.brokenImport(object) {
		return nil
	}
	p := annotations.Problem{Pos: item.Pos, End: end(item), Code: CodeNotAnError, Message: item.Text + " does not implement error"}
	switch {
	case invalid(named):
		p.Message = item.Text + " has an invalid type" + r.cause(object)
	case !pointer && isError(types.NewPointer(named)):
		p.Replacement = "*" + item.Text
		p.Message += ", *" + item.Text + " does"
	case pointer && isError(named):
		p.Replacement = strings.TrimPrefix(item.Text, "*")
		p.Message += ", " + p.Replacement + " does"
	}
	r.report(p)
	return nil
}

// genericError resolves an instantiated error type, which is an expression of
// the package's files.
func (r *resolver) genericError(item annotations.Item) *model.Ref {
	t, err := r.evaluate(item.Text, nil)
	if err != nil {
		r.problem(item.Pos, end(item), CodeUnknownName, fmt.Sprintf("%s: %v", item.Text, err))
		return nil
	}
	named := t.Type
	pointer, isPointer := types.Unalias(named).(*types.Pointer)
	if isPointer {
		named = pointer.Elem()
	}
	declared, ok := types.Unalias(named).(*types.Named)
	if !t.IsType() || !ok {
		r.problem(item.Pos, end(item), CodeNotAnError, item.Text+" is not an error type")
		return nil
	}
	return r.errorTypeRef(item, declared.Obj(), named, isPointer)
}

// function resolves a reference to a function.
func (r *resolver) function(arg annotations.Arg) *model.Ref {
	text := arg.Value.Text()
	object := r.lookup(text, arg.ValuePos, isFunction)
	if object == nil {
		return nil
	}
	if isFunction(object) {
		return &model.Ref{Kind: model.Function, Object: object, Type: object.Type().Underlying()}
	}
	r.problem(arg.ValuePos, arg.ValuePos+token.Pos(len(text)), CodeNotAFunction, fmt.Sprintf("%s=%s: %s is not a function", arg.Key.Name, text, text))
	return nil
}

func isAny(types.Object) bool { return true }

// isFunction reports whether object is a function or a variable of such a type.
func isFunction(object types.Object) bool {
	switch object.(type) {
	case *types.Func, *types.Var:
		_, ok := object.Type().Underlying().(*types.Signature)
		return ok
	}
	return false
}

// predicate is func(error) bool.
var predicate = types.NewSignatureType(nil, nil, nil,
	types.NewTuple(types.NewParam(token.NoPos, nil, "", errorType)),
	types.NewTuple(types.NewParam(token.NoPos, nil, "", types.Typ[types.Bool])), false)

func isError(t types.Type) bool {
	return types.Implements(t, errorType.Underlying().(*types.Interface))
}
