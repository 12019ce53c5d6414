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
		r.problem(pos, end, code, s.named(d)+" "+fmt.Sprintf(format, args...)+", or "+s.remedyFor(d))
		return false
	}
	ok := s.Async == model.Sync || r.nonblocking(s, d)
	if d.Args.Directive.AsyncOnly && s.Async == model.Sync {
		return refuse(CodeAsyncOnly, "but makes its caller wait, and only a call that returns a *resilience.Future or a <-chan resilience.Result can be attempted twice at once: return one of them")
	}
	switch d.Args.Directive.Name {
	case "timeout":
		if !s.Context && s.Async == model.Sync && settings.Text("mode") != "detached" && !s.workers {
			ok = refuse(CodeNoContext, "but no context.Context as its first parameter, which could stop it: add one, say mode=detached")
		}
		if result := outliving(s); result != nil && settings.Text("outlives") != "ok" {
			ok = refuse(CodeOutlives, "and returns %s, which its caller goes on using when the timeout has ended the context: say outlives=ok if that is meant", r.string(result))
		}
	case "hedge":
		if param := usedUp(s); param != nil {
			ok = refuse(CodeUsedUp, "and a parameter %s, which the first attempt uses up: take what every attempt can read anew", describe(r, param))
		}
	case "retry":
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
