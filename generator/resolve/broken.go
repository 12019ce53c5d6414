package resolve

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/scan"
)

// broken reports what the compiler says about an interface's declaration.
func (r *resolver) broken(spec *ast.TypeSpec) bool {
	found := false
	for i, err := range r.pkg.TypeErrors {
		if spec.Pos() <= err.Pos && err.Pos < spec.End() && !err.Soft {
			found = true
			r.problem(err.Pos, token.NoPos, diagnostic.CodeBrokenType, fmt.Sprintf("interface %s does not compile: %s", spec.Name.Name, r.said(i)))
		}
	}
	return found
}

// said is what the compiler says in an error. One that begins with a tab goes on
// with what an earlier one says of another place.
func (r *resolver) said(i int) string {
	errors := r.pkg.TypeErrors
	if !strings.HasPrefix(errors[i].Msg, "\t") {
		return errors[i].Msg
	}
	for i > 0 && strings.HasPrefix(errors[i].Msg, "\t") {
		i--
	}
	return fmt.Sprintf("%s: %s", r.where(errors[i].Pos), errors[i].Msg)
}

// brokenMethod reports a method with a type whose declaration, elsewhere, does
// not compile.
func (r *resolver) brokenMethod(s *subject, found *scan.Interface) {
	name := found.Spec.Name
	if s.declared != nil {
		name = s.declared
	}
	if r.brokenImport(s.Func) {
		return
	}
	r.problem(name.Pos(), name.End(), diagnostic.CodeBrokenType, fmt.Sprintf("method %s has an invalid type%s", s.Name(), r.cause(s.Func)))
}

// brokenInterface reports an interface that lacks methods, or a constraint, because of a type that does not compile.
func (r *resolver) brokenInterface(object types.Object, name *ast.Ident) bool {
	broken := partial(object.Type())
	if params := typeParams(object.Type()); params != nil {
		for param := range params.TypeParams() {
			broken = broken || partial(param.Constraint())
		}
	}
	if broken && !r.brokenImport(object) {
		r.problem(name.Pos(), name.End(), diagnostic.CodeBrokenType, fmt.Sprintf("interface %s has an invalid type%s", name.Name, r.cause(object)))
	}
	return broken
}

// cause quotes what the compiler says about the declaration of an object with an
// invalid type, or about a type that it refers to.
func (r *resolver) cause(object types.Object) string {
	return r.causeIn(object, map[types.Object]bool{})
}

func (r *resolver) causeIn(object types.Object, seen map[types.Object]bool) string {
	node := r.declaring(object)
	if node == nil || seen[object] {
		return ""
	}
	seen[object] = true
	for i, err := range r.pkg.TypeErrors {
		if node.Pos() <= err.Pos && err.Pos < node.End() && !err.Soft {
			return fmt.Sprintf(": %s: %s", r.where(err.Pos), r.said(i))
		}
	}
	for n := range ast.Preorder(node) {
		name, _ := n.(*ast.Ident)
		used, ok := r.pkg.Info.Uses[name].(*types.TypeName)
		switch {
		case !ok || !invalid(used.Type()):
		case used.Pkg() != r.pkg.Types:
			return fmt.Sprintf(": %s of package %s does not compile", used.Name(), used.Pkg().Path())
		default:
			if cause := r.causeIn(used, seen); cause != "" {
				return cause
			}
		}
	}
	return ""
}

// declaring returns the type, value or method specification that declares an
// object of the package, nil if there is none.
func (r *resolver) declaring(object types.Object) ast.Node {
	for _, file := range r.pkg.Files {
		if file.Syntax == nil || object.Pos() < file.Syntax.FileStart || file.Syntax.FileEnd <= object.Pos() {
			continue
		}
		for n := range ast.Preorder(file.Syntax) {
			var names []*ast.Ident
			switch n := n.(type) {
			case *ast.TypeSpec:
				names = []*ast.Ident{n.Name}
			case *ast.ValueSpec:
				names = n.Names
			case *ast.Field:
				names = n.Names
			}
			if slices.ContainsFunc(names, func(name *ast.Ident) bool { return name.Pos() == object.Pos() }) {
				return n
			}
		}
	}
	return nil
}
