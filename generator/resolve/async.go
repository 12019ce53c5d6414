package resolve

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/go-resgen/resgen/generator/model"
)

// asynchronous reports whether a result of type t is a future or a channel of
// results, or is defined as one, and the type of the value that it delivers.
func asynchronous(t types.Type) (model.Async, types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if value := argument(u.Elem(), "Future"); value != nil {
			return model.Future, value
		}
	case *types.Chan:
		if value := argument(u.Elem(), "Result"); value != nil && u.Dir() == types.RecvOnly {
			return model.Channel, value
		}
	}
	return model.Sync, nil
}

// element is what a channel carries, without a Result around it.
func element(c *types.Chan) types.Type {
	if value := argument(c.Elem(), "Result"); value != nil {
		return value
	}
	return c.Elem()
}

// argument returns the type argument of a generic type of the runtime, nil if t
// is not that.
func argument(t types.Type, name string) types.Type {
	if !isNamed(t, runtimePath, name) {
		return nil
	}
	if args := types.Unalias(t).(*types.Named).TypeArgs(); args.Len() == 1 {
		return args.At(0)
	}
	return nil
}

// asyncFallback reports whether an asynchronous method has a fallback.
func asyncFallback(m *model.Method) bool { return m.Async != model.Sync && len(m.Fallbacks) > 0 }

// nonblocking reports directives that want to leave the method's caller free,
// which an asynchronous method does by itself.
func (r *resolver) nonblocking(s *subject, d landed) bool {
	ok := true
	definition := r.definedBy(d.Args)
	for _, arg := range definition.List {
		stated := arg.Key.Name + "=" + arg.Value.String()
		var instead string
		switch {
		case arg.Key.Name == "workers":
			instead = fmt.Sprintf("with maxConcurrent=%s instead", arg.Value)
		case stated == "mode=detached":
			instead = "without " + stated
		default:
			continue
		}
		ok = false
		pos, end := arg.Pos, token.NoPos
		if definition != d.Args { // the name is all that it states
			name, _ := d.Args.Arg("name")
			pos = name.Pos
			stated = fmt.Sprintf("name=%s, which %s defines with %s", name.Value, r.where(definition.Pos), stated)
		}
		if d.inherited {
			pos, end = s.at(d)
		}
		if d.inherited || definition != d.Args {
			instead = "of its own " + instead
		}
		r.problem(pos, end, CodeDetachedAsync, fmt.Sprintf(
			"%s with %s, but returns %s and never makes its caller wait: write a %s %s, or %s",
			s.named(d), stated, r.string(s.Signature().Results().At(0).Type()), d.Args.Directive.Name, instead, s.remedy()))
	}
	return ok
}
