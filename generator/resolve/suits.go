package resolve

import (
	"fmt"
	"go/types"

	"github.com/go-resgen/resgen/generator/model"
)

// suits reports whether a directive can do what it says on a method, going by
// the method's parameters and results.
func (r *resolver) suits(s *subject, d landed) bool {
	settings := d.Settings()
	pos, end := s.at(d)
	refuse := func(code, format string, args ...any) bool {
		r.problem(pos, end, code, s.named(d)+" "+fmt.Sprintf(format, args...)+", or "+s.remedy())
		return false
	}
	ok := s.Async == model.Sync || r.nonblocking(s, d)
	switch d.Args.Directive.Name {
	case "timeout":
		if !s.Context && s.Async == model.Sync && settings.Text("mode") != "detached" && !s.workers {
			ok = refuse(CodeNoContext, "but no context.Context as its first parameter, which could stop it: add one, say mode=detached")
		}
		if result := outliving(s); result != nil && settings.Text("outlives") != "ok" {
			ok = refuse(CodeOutlives, "and returns %s, which its caller goes on using when the timeout has ended the context: say outlives=ok if that is meant", r.string(result))
		}
	case "retry", "hedge":
		if param := usedUp(s); param != nil && !settings.Bool("replayable") {
			ok = refuse(CodeUsedUp, "and a parameter %s, which the first attempt uses up: say replayable=true if every attempt can read it anew", describe(r, param))
		}
	}
	return ok
}

func describe(r *resolver, v *types.Var) string {
	if v.Name() == "" || v.Name() == "_" {
		return "of type " + r.string(v.Type())
	}
	return v.Name() + " of type " + r.string(v.Type())
}

// usedUp returns a parameter that cannot be sent twice, or nil.
func usedUp(s *subject) *types.Var {
	for v := range s.Signature().Params().Variables() {
		t := carried(v.Type())
		if hasMethod(t, "Read") || isPointerTo(t, "net/http", "Request") || isChannel(t) || isIterator(t) {
			return v
		}
	}
	return nil
}

// outliving returns the type of a result that is still in use when the call is
// over, and would suffer from the end of the call's context, or nil. A future's
// value does not: its timeout ends no context.
func outliving(s *subject) types.Type {
	if s.Async == model.Future {
		return nil
	}
	for _, v := range s.Results() {
		t := carried(v.Type())
		if hasMethod(t, "Close") || isPointerTo(t, "net/http", "Response") || isChannel(t) || isIterator(t) {
			return v.Type()
		}
	}
	return nil
}

// carried is what slices and arrays are of.
func carried(t types.Type) types.Type {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		default:
			return t
		}
	}
}

func hasMethod(t types.Type, name string) bool {
	return types.NewMethodSet(t).Lookup(nil, name) != nil
}

func isPointerTo(t types.Type, path, name string) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && isNamed(p.Elem(), path, name)
}

func isChannel(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}
