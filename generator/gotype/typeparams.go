package gotype

import (
	"go/types"

	"github.com/dave/jennifer/jen"
)

// TypeParam returns the name of a type parameter in the generated file.
func (w *Writer) TypeParam(t *types.TypeParam) string {
	if name, ok := w.typeParams[t]; ok {
		return name
	}
	return t.Obj().Name()
}

// NameTypeParams chooses names for the type parameters of a generated declaration: the user's, unless one is blank or would
// hide what the file refers to. Imports and uses of names must have been noted before.
func (w *Writer) NameTypeParams(list *types.TypeParamList) []string {
	names := make([]string, list.Len())
	local := w.names.Local()
	for i := range names {
		param := list.At(i)
		names[i] = local.Param(param.Obj().Name(), "T")
		w.typeParams[param] = names[i]
	}
	return names
}

// TypeParams returns the elements of a type parameter list: K comparable, V any.
func (w *Writer) TypeParams(list *types.TypeParamList) ([]jen.Code, error) {
	codes := make([]jen.Code, list.Len())
	for i := range codes {
		param := list.At(i)
		constraint, err := w.constraint(param.Constraint())
		if err != nil {
			return nil, err
		}
		codes[i] = jen.Id(w.TypeParam(param)).Add(constraint)
	}
	return codes, nil
}

// constraint spells a constraint for a type parameter list. [P *T] would be an array length: it needs its interface.
func (w *Writer) constraint(t types.Type) (*jen.Statement, error) {
	code, err := w.Type(t)
	if err != nil {
		return nil, err
	}
	if implicit, ok := t.(*types.Interface); ok && implicit.IsImplicit() && hasPointer(implicit.EmbeddedType(0)) {
		return jen.Interface(code), nil
	}
	return code, nil
}

// hasPointer reports whether a term of a union, or the type itself, is written with a leading star.
func hasPointer(t types.Type) bool {
	switch t := t.(type) {
	case *types.Pointer:
		return true
	case *types.Union:
		for term := range t.Terms() {
			if !term.Tilde() && hasPointer(term.Type()) {
				return true
			}
		}
	}
	return false
}

// TypeArgs returns the type parameters as arguments: K, V.
func (w *Writer) TypeArgs(list *types.TypeParamList) []jen.Code {
	codes := make([]jen.Code, list.Len())
	for i := range codes {
		codes[i] = jen.Id(w.TypeParam(list.At(i)))
	}
	return codes
}
