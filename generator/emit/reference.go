package emit

import (
	"go/types"

	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/generator/model"
)

// matchers writes a list of errors as []resilience.Matcher.
func (w *wrapper) matchers(refs []*model.Ref) jen.Code {
	var list []jen.Code
	for _, ref := range refs {
		list = append(list, w.matcher(ref))
	}
	return jen.Index().Add(w.runtime("Matcher")).Values(list...)
}

// matcher writes one element of a list of errors as a resilience.Matcher.
func (w *wrapper) matcher(ref *model.Ref) jen.Code {
	switch ref.Kind {
	case model.ErrorValue:
		return w.runtime("ErrorIs").Call(w.object(ref.Object))
	case model.ErrorType:
		return w.runtime("ErrorAs").Types(w.typ(ref.Type)).Call()
	default:
		return w.object(ref.Object)
	}
}

// matches writes the condition that an error is one of a list.
func (w *wrapper) matches(refs []*model.Ref, err string) *jen.Statement {
	var any *jen.Statement
	for _, ref := range refs {
		var one *jen.Statement
		switch ref.Kind {
		case model.ErrorValue:
			one = w.names.Qual("errors", "errors", "Is").Call(jen.Id(err), w.object(ref.Object))
		case model.ErrorType:
			one = w.runtime("ErrorAs").Types(w.typ(ref.Type)).Call().Call(jen.Id(err))
		default:
			one = w.object(ref.Object).Call(jen.Id(err))
		}
		if any == nil {
			any = one
		} else {
			any.Op("||").Add(one)
		}
	}
	return any
}

// callee writes a function, instantiated with the interface's type parameters if
// it is generic.
func (w *wrapper) callee(ref *model.Ref) *jen.Statement {
	function := w.object(ref.Object)
	if ref.Generic {
		function.Types(w.types.TypeArgs(w.TypeParams)...)
	}
	return function
}

// zero writes the zero value of a type.
func (w *wrapper) zero(t types.Type) *jen.Statement {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return jen.Lit("")
		case u.Info()&types.IsBoolean != 0:
			return jen.False()
		case u.Info()&types.IsNumeric != 0:
			return jen.Lit(0)
		}
		return jen.Nil() // unsafe.Pointer
	case *types.Struct, *types.Array:
		return w.typ(t).Values()
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return jen.Op("*").New(w.typ(t))
	}
	return jen.Nil()
}
