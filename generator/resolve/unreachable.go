package resolve

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/go-resgen/resgen/generator/model"
)

// unreachable reports fallbacks behind one that takes every error they would.
func (r *resolver) unreachable(m *model.Method) {
	for i, f := range m.Fallbacks {
		for _, earlier := range m.Fallbacks[:i] {
			if covers(earlier, f) {
				r.problem(f.Args.Pos, token.NoPos, CodeUnreachableFallback, fmt.Sprintf(
					"this fallback of method %s is never reached: the one at %s takes every error that it would; put it first, or restrict the other with on= or skipOn=", m.Name(), r.where(earlier.Args.Pos)))
				break
			}
		}
	}
}

// covers reports whether a takes every error that b takes.
func covers(a, b *model.Fallback) bool {
	return len(a.SkipOn) == 0 && coversByType(a, b) && coversByList(a, b)
}

// coversByType reports whether the type of a's error parameter fits every error
// that b takes.
func coversByType(a, b *model.Fallback) bool {
	if !a.Typed || b.Typed && foundBy(a.Error, b.Error) {
		return true
	}
	return len(b.On) > 0 && all(b.On, func(ref *model.Ref) bool {
		return ref.Kind == model.ErrorType && foundBy(a.Error, ref.Type)
	})
}

// coversByList reports whether every error that b takes is on a's list.
func coversByList(a, b *model.Fallback) bool {
	if len(a.On) == 0 || b.Typed && coveredByType(a.On, b.Error) {
		return true
	}
	return len(b.On) > 0 && all(b.On, func(ref *model.Ref) bool { return coveredBy(a.On, ref) })
}

// foundBy reports whether looking for an error of type wanted finds every error
// of type t.
func foundBy(wanted, t types.Type) bool {
	if i, ok := wanted.Underlying().(*types.Interface); ok {
		return types.Implements(t, i)
	}
	return types.Identical(wanted, t)
}

func coveredBy(list []*model.Ref, ref *model.Ref) bool {
	for _, other := range list {
		if other.Object == ref.Object && other.Kind == ref.Kind && types.Identical(other.Type, ref.Type) {
			return true
		}
	}
	return ref.Kind == model.ErrorType && coveredByType(list, ref.Type)
}

func coveredByType(list []*model.Ref, t types.Type) bool {
	for _, other := range list {
		if other.Kind == model.ErrorType && foundBy(other.Type, t) {
			return true
		}
	}
	return false
}

func all(list []*model.Ref, holds func(*model.Ref) bool) bool {
	for _, ref := range list {
		if !holds(ref) {
			return false
		}
	}
	return true
}
