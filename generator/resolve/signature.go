package resolve

import (
	"fmt"
	"go/types"

	"github.com/go-resgen/resgen/generator/model"
)

// runtimePath is the import path of the package that generated code calls.
const runtimePath = "github.com/go-resgen/resgen/runtime"

// signature decides how the method delivers its results, and reports a
// signature that no policy can protect.
func (r *resolver) signature(s *subject, first landed, undeclarable string) bool {
	pos, end := s.at(first)
	if s.declared != nil {
		pos, end = s.declared.Pos(), s.declared.End()
	}
	refuse := func(code, format string, args ...any) bool {
		r.problem(pos, end, code, fmt.Sprintf("method %s ", s.Name())+fmt.Sprintf(format, args...))
		return false
	}
	if undeclarable != "" {
		return refuse(CodeUndeclarable, "cannot be declared in package %s: %s; %s", r.pkg.Name, undeclarable, s.remedy())
	}
	results := s.Signature().Results()
	s.Context = hasContext(s.Signature())
	for v := range results.Variables() {
		if async, _ := asynchronous(v.Type()); async != model.Sync && results.Len() > 1 {
			return refuse(CodeFutureAmongMany, "returns %s beside other results: return it alone, its error included, or %s", r.string(v.Type()), s.remedy())
		}
	}
	if results.Len() == 0 {
		return refuse(CodeNoError, "has no error result, so that no policy can see it fail: add one as last result, or %s", s.remedy())
	}
	last := results.At(results.Len() - 1).Type()
	if types.Identical(last, errorType) {
		return true
	}
	for v := range results.Variables() {
		if types.Identical(v.Type(), errorType) {
			return refuse(CodeErrorNotLast, "returns its error before other results: make it the last, or %s", s.remedy())
		}
	}
	if types.Implements(last, errorType.Underlying().(*types.Interface)) {
		return refuse(CodeConcreteError, "returns its error as %s: return error, which takes the policies' own errors too, or %s", r.string(last), s.remedy())
	}
	if results.Len() == 1 {
		return r.single(s, last, refuse)
	}
	return refuse(CodeNoError, "has no error result, so that no policy can see it fail: add one as last result, or %s", s.remedy())
}

// single judges a method whose only result is not an error.
func (r *resolver) single(s *subject, result types.Type, refuse func(code, format string, args ...any) bool) bool {
	channel, isChannel := result.Underlying().(*types.Chan)
	async, value := asynchronous(result)
	switch {
	case async != model.Sync:
		if reason := r.unnameable(value); reason != "" {
			return refuse(CodeUndeclarable, "cannot be protected in package %s: it delivers a value whose type %s; %s", r.pkg.Name, reason, s.remedy())
		}
		s.Async, s.Value = async, value
		return true
	case isChannel && channel.Dir() != types.RecvOnly:
		return refuse(CodeChannel, "returns the channel %s, from which the caller does not only receive: return *resilience.Future[%[2]s] or <-chan resilience.Result[%[2]s], or %[3]s",
			r.string(result), r.string(element(channel)), s.remedy())
	case isChannel:
		return refuse(CodeReceiveChannel, "returns %s, in which an error has no place: return *resilience.Future[%[2]s] or <-chan resilience.Result[%[2]s], or %[3]s",
			r.string(result), r.string(element(channel)), s.remedy())
	case isIterator(result):
		return refuse(CodeIterator, "returns %s, which runs when it is consumed, when the policies are done: return what it yields, and an error, or a *resilience.Future of it, or %s", r.string(result), s.remedy())
	default:
		return refuse(CodeNoError, "has no error result, so that no policy can see it fail: add one as last result, return a *resilience.Future if it is asynchronous, or %s", s.remedy())
	}
}

// hasContext reports whether the first parameter is a context.Context.
func hasContext(s *types.Signature) bool {
	return s.Params().Len() > 0 && isNamed(s.Params().At(0).Type(), "context", "Context")
}

// isIterator reports whether t has the shape of an iter.Seq or iter.Seq2.
func isIterator(t types.Type) bool {
	seq, ok := t.Underlying().(*types.Signature)
	if !ok || seq.Results().Len() != 0 || seq.Params().Len() != 1 {
		return false
	}
	yield, ok := seq.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || yield.Params().Len() > 2 || yield.Results().Len() != 1 {
		return false
	}
	return types.Identical(yield.Results().At(0).Type(), types.Typ[types.Bool])
}

func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

// string writes a type as the package would.
func (r *resolver) string(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		switch p.Path() {
		case r.pkg.Types.Path():
			return ""
		case runtimePath:
			return "resilience"
		default:
			return p.Name()
		}
	})
}
