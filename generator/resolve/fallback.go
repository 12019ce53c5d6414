package resolve

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"time"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/model"
)

// fallback resolves one fallback on one method; nil if it does not fit.
func (r *resolver) fallback(s *subject, d landed) *model.Fallback {
	refs := r.refs(d.Args)
	f := &model.Fallback{Args: d.Args, Settings: qualified(d.Args, refs), On: refs["on"], SkipOn: refs["skipOn"]}
	ok := false
	for _, arg := range d.List {
		switch arg.Key.Name {
		case "func":
			ok = r.fallbackFunc(s, f, arg, refs["func"])
		case "method":
			ok = r.fallbackMethod(s, f, arg)
		case "value":
			ok = r.fallbackValue(s, f, arg)
		}
	}
	if !ok {
		return nil
	}
	return f
}

// methodAsFunc reports a func= that names a method of the interface.
func (r *resolver) methodAsFunc(s *subject, d landed) bool {
	arg, ok := d.Arg("func")
	name := arg.Value.Text()
	if !ok || r.unqualified(name) != nil {
		return false
	}
	for fn := range s.iface.Object.Type().Underlying().(*types.Interface).Methods() {
		if fn.Name() == name && !r.foreign(fn) {
			r.problem(arg.ValuePos, arg.ValuePos+token.Pos(len(name)), CodeUnknownName, fmt.Sprintf("package %s declares no %s, but interface %s has a method: write method=%[2]s", r.pkg.Name, name, s.iface.Object.Name()))
			return true
		}
	}
	return false
}

// fallbackFunc checks that the function takes the method's parameters, then an
// error if it likes, and returns what the method returns.
func (r *resolver) fallbackFunc(s *subject, f *model.Fallback, arg annotations.Arg, refs []*model.Ref) bool {
	if len(refs) == 0 {
		return false
	}
	ref := *refs[0]
	if !r.instantiate(s, &ref) || !r.takesCall(s.Signature(), ref.Type.(*types.Signature), f) || !answers(s, ref.Type.(*types.Signature), f) {
		r.problem(arg.ValuePos, arg.ValuePos+token.Pos(len(arg.Value.Text())), CodeFallbackShape, fmt.Sprintf(
			"fallback func=%s does not fit method %s: %s has type %s, it must be %s, with an error parameter added at the end or not",
			arg.Value.Text(), s.Name(), ref.Object.Name(), r.string(ref.Object.Type()), r.wanted(s)))
		return false
	}
	f.Func = &ref
	return true
}

// takesCall reports whether function can be called in place of method, and notes
// in f what it does with the error and a variadic parameter.
func (r *resolver) takesCall(method, function *types.Signature, f *model.Fallback) bool {
	given, taken := method.Params(), function.Params()
	if taken.Len() < given.Len() || taken.Len() > given.Len()+1 || function.Variadic() && taken.Len() != given.Len() {
		return false
	}
	f.Spread = function.Variadic()
	if f.Spread && !method.Variadic() {
		return false
	}
	for i := range given.Len() {
		if !types.AssignableTo(given.At(i).Type(), taken.At(i).Type()) {
			return false
		}
	}
	if taken.Len() > given.Len() {
		f.Error = taken.At(given.Len()).Type()
		f.Typed = !types.Identical(f.Error, errorType)
		if !isError(f.Error) || f.Typed && r.unnameable(f.Error) != "" {
			return false
		}
	}
	return true
}

// answers reports whether function returns what the method does, and notes in f
// how. For an asynchronous method that may be its future's result as well.
func answers(s *subject, function *types.Signature, f *model.Fallback) bool {
	results := function.Results()
	if s.Async != model.Sync && results.Len() == 1 {
		async, value := asynchronous(results.At(0).Type())
		f.Answer = async
		return (async == model.Future || async == s.Async) && types.Identical(value, s.Value)
	}
	wanted := delivered(s)
	if wanted.Len() != results.Len() {
		return false
	}
	for i := range wanted.Len() {
		if !types.AssignableTo(results.At(i).Type(), wanted.At(i).Type()) {
			return false
		}
	}
	return true
}

// delivered is what the caller gets in the end, the error included.
func delivered(s *subject) *types.Tuple {
	if s.Async == model.Sync {
		return s.Signature().Results()
	}
	failure := types.NewParam(token.NoPos, nil, "", errorType)
	return types.NewTuple(append(s.Results(), failure)...)
}

// wanted describes the functions that can answer for a method. They have a
// variadic parameter as a slice.
func (r *resolver) wanted(s *subject) string {
	text := r.string(types.NewSignatureType(nil, nil, nil, s.Signature().Params(), delivered(s), false))
	if s.Async != model.Sync {
		text += ", or return " + r.string(s.Signature().Results().At(0).Type())
	}
	return text
}

// fallbackMethod checks that another method of the interface answers the same
// call.
func (r *resolver) fallbackMethod(s *subject, f *model.Fallback, arg annotations.Arg) bool {
	name := arg.Value.Text()
	refuse := func(format string, args ...any) bool {
		r.problem(arg.ValuePos, arg.ValuePos+token.Pos(len(name)), CodeFallbackMethod, fmt.Sprintf("fallback method=%s on method %s: ", name, s.Name())+fmt.Sprintf(format, args...))
		return false
	}
	var names []string
	for fn := range s.iface.Object.Type().Underlying().(*types.Interface).Methods() {
		if r.foreign(fn) {
			continue // the output cannot call it
		}
		names = append(names, fn.Name())
		if fn.Name() == name {
			f.Method = fn
		}
	}
	switch {
	case f.Method == nil && isFunc(r.pkg.Types.Scope().Lookup(name)):
		return refuse("interface %s has no such method, but the package has a function: write func=%s", s.iface.Object.Name(), name)
	case f.Method == nil:
		return refuse("interface %s has no such method%s", s.iface.Object.Name(), didYouMean(name, names))
	case name == s.Name():
		return refuse("a method cannot answer for its own failure: name another one, or retry it")
	case !types.Identical(f.Method.Signature(), s.Signature()):
		return refuse("%s has type %s, it must be %s", name, r.string(f.Method.Signature()), r.string(s.Signature()))
	}
	return true
}

func isFunc(object types.Object) bool {
	_, ok := object.(*types.Func)
	return ok
}

// fallbackValue checks that a constant or nil can stand for the method's result.
func (r *resolver) fallbackValue(s *subject, f *model.Fallback, arg annotations.Arg) bool {
	text := arg.Value.Text()
	refuse := func(format string, args ...any) bool {
		r.problem(arg.ValuePos, arg.ValuePos+token.Pos(len(text)), CodeFallbackValue, fmt.Sprintf("fallback value=%s on method %s: ", text, s.Name())+fmt.Sprintf(format, args...))
		return false
	}
	if len(s.Results()) != 1 {
		return refuse("the method must have one result beside its error, it has %d: use func=", len(s.Results()))
	}
	result := s.Results()[0].Type()
	value, err := r.value(text)
	if err != nil {
		return refuse("%v%s%s", err, inQuotes(text, result), inUnits(text, result))
	}
	if value.isNil {
		if !nillable(result) {
			return refuse("nil is no value of type %s", r.string(result))
		}
	} else if reason := r.representable(value, result); reason != "" {
		return refuse("%s%s%s", reason, inQuotes(text, result), inUnits(text, result))
	}
	f.Value = value.Value
	return true
}

// inQuotes says how to write a word that was meant as text.
func inQuotes(text string, wanted types.Type) string {
	if basic, ok := wanted.Underlying().(*types.Basic); !ok || basic.Info()&types.IsString == 0 || strings.Contains(text, `"`) {
		return ""
	}
	return ": for the string, write value=" + strconv.Quote(strings.Trim(text, "'“”‘’"))
}

// inUnits says how to write a duration that was written as in other directives.
func inUnits(text string, wanted types.Type) string {
	d, err := time.ParseDuration(strings.Trim(text, "\"`"))
	if err != nil || !isNamed(wanted, "time", "Duration") {
		return ""
	}
	for _, unit := range []struct {
		time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}, {1, "Nanosecond"}} {
		if d%unit.Duration == 0 {
			return fmt.Sprintf(": for the duration, write value=%d*time.%s", d/unit.Duration, unit.name)
		}
	}
	return ""
}

// nillable reports whether nil is a value of type t.
func nillable(t types.Type) bool {
	return types.AssignableTo(types.Typ[types.UntypedNil], t)
}
