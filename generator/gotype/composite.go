package gotype

import (
	"fmt"
	"go/types"
	"strconv"

	"github.com/dave/jennifer/jen"
)

func (w *Writer) structType(t *types.Struct) (*jen.Statement, error) {
	fields := make([]jen.Code, t.NumFields())
	for i := range fields {
		field, err := w.field(t, t.Field(i))
		if err != nil {
			return nil, err
		}
		if tag := t.Tag(i); tag != "" {
			field.Op(quoteTag(tag))
		}
		fields[i] = field
	}
	return jen.Struct(fields...), nil
}

func (w *Writer) field(t *types.Struct, field *types.Var) (*jen.Statement, error) {
	if err := w.foreign(t, field, "field"); err != nil {
		return nil, err
	}
	if !field.Embedded() {
		return w.prefixed(jen.Id(field.Name()), field.Type())
	}
	if err := w.embeddable(field.Type()); err != nil {
		return nil, err
	}
	return w.Type(field.Type())
}

// embeddable refuses an alias that would have to be spelled by what it stands for: the field would change its name.
func (w *Writer) embeddable(t types.Type) error {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	alias, ok := t.(*types.Alias)
	if !ok {
		return nil
	}
	_, err := w.named(alias, alias.Obj(), alias.TypeArgs())
	return err
}

// quoteTag writes a field's tag as people do, if it can be written that way.
func quoteTag(tag string) string {
	if strconv.CanBackquote(tag) {
		return "`" + tag + "`"
	}
	return strconv.Quote(tag)
}

// foreign refuses what only another package can declare: an unexported field or method of its own.
func (w *Writer) foreign(t types.Type, member types.Object, what string) error {
	if member.Exported() || member.Pkg() == nil || member.Pkg().Path() == w.names.pkg.Path() {
		return nil
	}
	return &UnnameableError{
		Type:   t,
		Reason: fmt.Sprintf("its %s %s belongs to package %s", what, member.Name(), member.Pkg().Path()),
	}
}

func (w *Writer) interfaceType(t *types.Interface) (*jen.Statement, error) {
	if t.IsImplicit() && t.NumEmbeddeds() == 1 {
		return w.Type(t.EmbeddedType(0))
	}
	var elems []jen.Code
	for method := range t.ExplicitMethods() {
		if err := w.foreign(t, method, "method"); err != nil {
			return nil, err
		}
		code, err := w.Signature(jen.Id(method.Name()), method.Signature())
		if err != nil {
			return nil, err
		}
		elems = append(elems, code)
	}
	for embedded := range t.EmbeddedTypes() {
		code, err := w.Type(embedded)
		if err != nil {
			return nil, err
		}
		elems = append(elems, code)
	}
	return jen.Interface(elems...), nil
}

func (w *Writer) union(t *types.Union) (*jen.Statement, error) {
	var code *jen.Statement
	for term := range t.Terms() {
		prefix := jen.Null()
		if term.Tilde() {
			prefix = jen.Op("~")
		}
		termCode, err := w.prefixed(prefix, term.Type())
		if err != nil {
			return nil, err
		}
		if code == nil {
			code = termCode
			continue
		}
		code.Op("|").Add(termCode)
	}
	return code, nil
}
