package gotype

import (
	"fmt"
	"go/types"

	"github.com/dave/jennifer/jen"
)

// A Writer spells types as they are written in a generated file.
type Writer struct {
	names      *Names
	typeParams map[*types.TypeParam]string
}

// NewWriter returns a Writer for the file whose names these are.
func NewWriter(names *Names) *Writer {
	return &Writer{names: names, typeParams: map[*types.TypeParam]string{}}
}

// Type returns t as the file writes it and makes the file import what that needs. The error is an *UnnameableError.
func (w *Writer) Type(t types.Type) (*jen.Statement, error) {
	switch t := t.(type) {
	case *types.Basic:
		return w.basic(t)
	case *types.Alias:
		return w.alias(t)
	case *types.Named:
		return w.named(t, t.Obj(), t.TypeArgs())
	case *types.TypeParam:
		return jen.Id(w.TypeParam(t)), nil
	case *types.Pointer:
		return w.prefixed(jen.Op("*"), t.Elem())
	case *types.Slice:
		return w.prefixed(jen.Index(), t.Elem())
	case *types.Array:
		return w.array(t)
	case *types.Map:
		return w.mapType(t)
	case *types.Chan:
		return w.channel(t)
	case *types.Signature:
		return w.Signature(jen.Func(), t)
	case *types.Struct:
		return w.structType(t)
	case *types.Interface:
		return w.interfaceType(t)
	case *types.Union:
		return w.union(t)
	default:
		return nil, &UnnameableError{Type: t, Reason: fmt.Sprintf("there is no syntax for a %T", t)}
	}
}

func (w *Writer) prefixed(prefix *jen.Statement, t types.Type) (*jen.Statement, error) {
	code, err := w.Type(t)
	if err != nil {
		return nil, err
	}
	return prefix.Add(code), nil
}

func (w *Writer) array(t *types.Array) (*jen.Statement, error) {
	if t.Len() < 0 {
		return nil, &UnnameableError{Type: t, Reason: "its length is invalid"}
	}
	return w.prefixed(jen.Index(jen.Lit(int(t.Len()))), t.Elem())
}

func (w *Writer) mapType(t *types.Map) (*jen.Statement, error) {
	key, err := w.Type(t.Key())
	if err != nil {
		return nil, err
	}
	return w.prefixed(jen.Map(key), t.Elem())
}

// channel writes chan (<-chan T) with the parentheses without which the arrow would belong to the outer channel.
func (w *Writer) channel(t *types.Chan) (*jen.Statement, error) {
	switch t.Dir() {
	case types.SendOnly:
		return w.prefixed(jen.Chan().Op("<-"), t.Elem())
	case types.RecvOnly:
		return w.prefixed(jen.Op("<-").Chan(), t.Elem())
	}
	if elem, ok := t.Elem().(*types.Chan); ok && elem.Dir() == types.RecvOnly {
		code, err := w.Type(elem)
		if err != nil {
			return nil, err
		}
		return jen.Chan().Parens(code), nil
	}
	return w.prefixed(jen.Chan(), t.Elem())
}

// Signature appends the parameters and results of t to code: to "func", or to the name of an interface's method. Parameters
// are not named.
func (w *Writer) Signature(code *jen.Statement, t *types.Signature) (*jen.Statement, error) {
	params, err := w.tuple(t.Params(), t.Variadic())
	if err != nil {
		return nil, err
	}
	results, err := w.tuple(t.Results(), false)
	if err != nil {
		return nil, err
	}
	code.Params(params...)
	switch len(results) {
	case 0:
		return code, nil
	case 1:
		return code.Add(results[0]), nil
	default:
		return code.Params(results...), nil
	}
}

func (w *Writer) tuple(tuple *types.Tuple, variadic bool) ([]jen.Code, error) {
	codes := make([]jen.Code, tuple.Len())
	for i := range codes {
		code, err := w.Param(tuple.At(i).Type(), variadic && i == len(codes)-1)
		if err != nil {
			return nil, err
		}
		codes[i] = code
	}
	return codes, nil
}

// Param returns the type of a parameter, that of a variadic one, which is a slice, as ...T.
func (w *Writer) Param(t types.Type, variadic bool) (*jen.Statement, error) {
	if !variadic {
		return w.Type(t)
	}
	slice, ok := t.(*types.Slice)
	if !ok {
		return nil, &UnnameableError{Type: t, Reason: "it is not the slice of a variadic parameter"}
	}
	return w.prefixed(jen.Op("..."), slice.Elem())
}
