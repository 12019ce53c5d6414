package main

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A subject is an exported interface while it is tried.
type subject struct {
	object     *types.TypeName
	typeParams *types.TypeParamList
	methods    []*method
	refused    string // the code with which the whole interface is refused, "" if it is not
}

// A method is a method of a subject.
type method struct {
	fn *types.Func
	remedies
}

// A fallbackKind says what answers for a method when it fails, so that all ways are tried.
type fallbackKind int

const (
	noFallback fallbackKind = iota
	functionFallback
	functionWithError
	valueFallback
)

// subjects are the exported interfaces of a package, ordered by name.
func subjects(pkg *types.Package) []*subject {
	var all []*subject
	for _, name := range pkg.Scope().Names() {
		object, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !object.Exported() {
			continue
		}
		under, ok := object.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		s := &subject{object: object, typeParams: typeParams(object.Type())}
		for fn := range under.Methods() {
			s.methods = append(s.methods, &method{fn: fn})
		}
		slices.SortFunc(s.methods, func(a, b *method) int {
			return cmp.Or(cmp.Compare(a.fn.Name(), b.fn.Name()), strings.Compare(a.fn.Id(), b.fn.Id()))
		})
		all = append(all, s)
	}
	return all
}

func typeParams(t types.Type) *types.TypeParamList {
	if g, ok := t.(interface{ TypeParams() *types.TypeParamList }); ok && g.TypeParams().Len() > 0 {
		return g.TypeParams()
	}
	return nil
}

// protected reports whether the method is to get policies.
func (s *subject) protected(m *method) bool { return s.refused == "" && m.refused == "" }

func (s *subject) method(name string) *method {
	i := slices.IndexFunc(s.methods, func(m *method) bool { return m.fn.Name() == name })
	if i < 0 {
		return nil
	}
	return s.methods[i]
}

// returnsError reports whether the last result is an error: such methods are for protecting.
func (m *method) returnsError() bool {
	results := m.fn.Signature().Results()
	return results.Len() > 0 && types.Identical(results.At(results.Len()-1).Type(), types.Universe.Lookup("error").Type())
}

// fallback chooses by the position of the method in the interface.
func (m *method) fallback(i int) fallbackKind {
	if !token.IsExported(m.fn.Name()) {
		return noFallback
	}
	kind := fallbackKind(i % 4)
	results := m.fn.Signature().Results()
	if kind == valueFallback && (results.Len() != 2 || !types.AssignableTo(types.Typ[types.UntypedNil], results.At(0).Type())) {
		return noFallback
	}
	return kind
}
