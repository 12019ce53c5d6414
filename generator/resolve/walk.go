package resolve

import "go/types"

// invalid reports whether a type that the compiler rejected is part of t.
func invalid(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Alias:
		return invalid(types.Unalias(t))
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if invalid(arg) {
				return true
			}
		}
		return t.TypeParams() == nil && t.Underlying() == types.Typ[types.Invalid]
	case *types.Pointer:
		return invalid(t.Elem())
	case *types.Slice:
		return invalid(t.Elem())
	case *types.Array:
		return invalid(t.Elem())
	case *types.Chan:
		return invalid(t.Elem())
	case *types.Map:
		return invalid(t.Key()) || invalid(t.Elem())
	case *types.Signature:
		return invalidTuple(t.Params()) || invalidTuple(t.Results())
	case *types.Struct:
		for field := range t.Fields() {
			if invalid(field.Type()) {
				return true
			}
		}
	case *types.Interface:
		for method := range t.ExplicitMethods() {
			if invalid(method.Signature()) {
				return true
			}
		}
		return partial(t)
	}
	return false
}

func invalidTuple(t *types.Tuple) bool {
	for v := range t.Variables() {
		if invalid(v.Type()) {
			return true
		}
	}
	return false
}

// partial reports whether t is an interface that lacks methods, because something that it embeds is invalid. The compiler
// leaves that out.
func partial(t types.Type) bool {
	return partialIn(t, map[*types.Interface]bool{})
}

func partialIn(t types.Type, seen map[*types.Interface]bool) bool {
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return t.Underlying() == types.Typ[types.Invalid]
	}
	if seen[i] {
		return false
	}
	seen[i] = true
	for embedded := range i.EmbeddedTypes() {
		if partialIn(embedded, seen) {
			return true
		}
	}
	return false
}
