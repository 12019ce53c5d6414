package main

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/dave/jennifer/jen"
)

const (
	callsPath   = scratchModule + "/calls"
	runtimePath = resgenModule + "/runtime"
)

func stubName(subject int) string { return fmt.Sprintf("stub%d", subject) }

// writeStubs writes an implementation of each interface, and CheckCorpus, which calls the wrappers around them.
func (f *folder) writeStubs() error {
	return f.write("stubs.go", func(w *writer) []jen.Code {
		var code, checks []jen.Code
		for i, s := range f.subjects {
			if s.refused != "" {
				continue
			}
			code = append(code, w.stub(i, s)...)
			if check := w.check(f, i, s); check != nil {
				checks = append(checks, jen.Id("failures").Op("=").Append(jen.Id("failures"), check.Op("...")))
			}
		}
		checks = append(checks, jen.Return())
		return append(code, jen.Line(), jen.Func().Id("CheckCorpus").Params().Params(jen.Id("failures").Index().Error()).Block(checks...))
	})
}

// stub declares the implementation. What the package cannot declare is promoted from the original.
func (w *writer) stub(i int, s *subject) []jen.Code {
	params := w.params(s)
	stub := jen.Id(stubName(i))
	if s.typeParams != nil {
		stub.Types(w.types.TypeArgs(s.typeParams)...)
	}
	var promoted jen.Code = jen.Null()
	var methods []jen.Code
	for _, m := range s.methods {
		signature, ok := w.signature(m)
		if !ok {
			promoted = w.original(s)
			continue
		}
		body := []jen.Code{jen.Id("s").Dot("record").Dot("Called").Call(jen.Lit(m.fn.Name())), jen.Return()}
		if m.returnsError() {
			body[0] = jen.Id(fmt.Sprintf("r%d", m.fn.Signature().Results().Len()-1)).Op("=").Add(body[0])
		}
		methods = append(methods, jen.Line(), jen.Func().Params(jen.Id("s").Add(stub)).Id(m.fn.Name()).Add(signature).Block(body...))
	}
	declared := jen.Type().Id(stubName(i)).Add(params).Struct(
		promoted,
		jen.Id("record").Op("*").Add(w.names.Qual(callsPath, "calls", "Record")),
	)
	return append([]jen.Code{jen.Line(), declared}, methods...)
}

// signature is a method's parameters, unnamed, and results, named r0, r1 and so on.
func (w *writer) signature(m *method) (*jen.Statement, bool) {
	if !token.IsExported(m.fn.Name()) {
		return nil, false
	}
	params := m.fn.Signature().Params()
	var codes []jen.Code
	for j := range params.Len() {
		code, err := w.types.Param(params.At(j).Type(), m.fn.Signature().Variadic() && j == params.Len()-1)
		if err != nil {
			return nil, false
		}
		codes = append(codes, code)
	}
	results, err := w.results(m)
	if err != nil {
		return nil, false
	}
	return jen.Params(codes...).Params(results...), true
}

// check makes a wrapper around the stub and calls its methods; nil if no type arguments are known for a generic one.
func (w *writer) check(f *folder, i int, s *subject) *jen.Statement {
	args, ok := arguments(s.typeParams)
	if !ok {
		return nil
	}
	instance := func(name string) *jen.Statement {
		code := jen.Id(name)
		if len(args) > 0 {
			code.Types(args...)
		}
		return code
	}
	var methods []jen.Code
	for j, m := range s.methods {
		if _, ok := w.signature(m); !ok {
			continue
		}
		fields := []jen.Code{jen.Id("Name").Op(":").Lit(m.fn.Name())}
		if s.protected(m) {
			fields = append(fields, jen.Id("Protected").Op(":").True())
			if m.fallback(j) != noFallback {
				fields = append(fields, jen.Id("Fallback").Op(":").True())
			}
		}
		methods = append(methods, jen.Values(fields...))
	}
	calls := func(name string) *jen.Statement { return w.names.Qual(callsPath, "calls", name) }
	return jen.Func().Params().Index().Error().Block(
		jen.Id("record").Op(":=").Op("&").Add(calls("Record")).Values(),
		jen.Return(calls("Check").Call(
			jen.Lit(f.source+"."+s.object.Name()),
			jen.Func().Params(jen.Id("reg").Op("*").Add(w.names.Qual(runtimePath, "resilience", "Registry"))).
				Params(instance(s.object.Name()), jen.Error()).
				Block(jen.Return(instance("NewResilient"+s.object.Name()).Call(
					instance(stubName(i)).Values(jen.Id("record").Op(":").Id("record")), jen.Id("reg")))),
			jen.Id("record"),
			jen.Index().Add(calls("Method")).Values(methods...),
		)),
	).Call()
}

// arguments finds basic types that satisfy the constraints of type parameters.
func arguments(list *types.TypeParamList) ([]jen.Code, bool) {
	if list == nil {
		return nil, true
	}
	candidates := []types.Type{types.Typ[types.Int], types.Typ[types.String], types.Typ[types.Float64], types.Typ[types.Bool]}
	var codes []jen.Code
	for param := range list.TypeParams() {
		constraint, ok := param.Constraint().Underlying().(*types.Interface)
		found := false
		for _, candidate := range candidates {
			if ok && types.Satisfies(candidate, constraint) {
				codes = append(codes, jen.Id(candidate.String()))
				found = true
				break
			}
		}
		if !found {
			return nil, false
		}
	}
	return codes, true
}
