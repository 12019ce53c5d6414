package resolve

import (
	"go/types"

	"github.com/go-resgen/resgen/generator/model"
)

// usedUp returns a parameter that cannot be sent twice, or nil.
func usedUp(s *subject) *types.Var {
	for v := range s.Signature().Params().Variables() {
		if anyPart(v.Type(), isConsumed) {
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
		if anyPart(v.Type(), isOpen) {
			return v.Type()
		}
	}
	return nil
}

// isConsumed reports whether sending a value of type t leaves nothing to send
// again: a reader, a cursor, a channel, an iterator.
func isConsumed(t types.Type) bool {
	return method(t, "Read") != nil || isCursor(t) || isChannel(t) || isIterator(t)
}

// isOpen reports whether a value of type t goes on working when the call that
// returned it is over: what is closed later, or keeps the call's context as
// gRPC's streams do, a context itself, a transaction, a row, a channel, an iterator.
func isOpen(t types.Type) bool {
	return method(t, "Close") != nil || keepsContext(t) || isContext(t) || isTransaction(t) || isRow(t) || isChannel(t) || isIterator(t)
}

// anyPart reports whether holds is true of a type; of what it is a slice, array
// or map of; or of an exported field, where it is a struct or points to one, such
// as the body of an HTTP request.
func anyPart(t types.Type, holds func(types.Type) bool) bool {
	t = elementOf(t)
	if holds(t) {
		return true
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	fields, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range fields.Fields() {
		if field.Exported() && holds(elementOf(field.Type())) {
			return true
		}
	}
	return false
}

// elementOf is what slices, arrays and maps are of.
func elementOf(t types.Type) types.Type {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return t
		}
	}
}

// isCursor reports whether t has the Next() bool of rows that are gone through
// once.
func isCursor(t types.Type) bool {
	next := method(t, "Next")
	return next != nil && next.Params().Len() == 0 && next.Results().Len() == 1 && types.Identical(next.Results().At(0).Type(), types.Typ[types.Bool])
}

// keepsContext reports whether t has the Context() context.Context of what lives
// as long as its context.
func keepsContext(t types.Type) bool {
	context := method(t, "Context")
	return context != nil && context.Params().Len() == 0 && context.Results().Len() == 1 && isNamed(context.Results().At(0).Type(), "context", "Context")
}

// isContext reports whether t is a context, which a method derives from the one
// that it was given, as those do that begin a unit of work.
func isContext(t types.Type) bool { return isNamed(t, "context", "Context") }

// isTransaction reports whether t has the Rollback() of a transaction that lives
// as long as the context in which it began, as database/sql's does. One that takes
// a context to roll back does not.
func isTransaction(t types.Type) bool {
	rollback := method(t, "Rollback")
	return rollback != nil && rollback.Params().Len() == 0
}

// isRow reports whether t has the Scan(...any) of a row that is still to be read.
func isRow(t types.Type) bool {
	scan := method(t, "Scan")
	return scan != nil && scan.Variadic() && scan.Params().Len() == 1
}

// method returns the signature of a method that values of type t have, or nil.
func method(t types.Type, name string) *types.Signature {
	selection := types.NewMethodSet(t).Lookup(nil, name)
	if selection == nil {
		return nil
	}
	return selection.Type().(*types.Signature)
}

func isChannel(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}
