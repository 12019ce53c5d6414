package emit

import (
	"go/types"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/generator/gotype"
	"github.com/go-resgen/resgen/generator/model"
)

// A method is a method of a wrapper while it is written.
type method struct {
	*wrapper
	*model.Method
	local *gotype.Local
	// ctx is the context's parameter, "" if there is none.
	ctx string
	// params are all parameters; results are all results, or those of the future.
	params, results []string
}

// method writes one method of the interface.
func (w *wrapper) method(of *model.Method) jen.Code {
	m := &method{wrapper: w, Method: of, local: w.names.Local(w.typeParams...)}
	m.nameAll()
	code := jen.Func().Params(jen.Id(m.receiver).Op("*").Add(w.wrapperType())).Id(m.Name()).Params(m.parameters()...)
	switch {
	case !m.Protected():
		return code.Add(m.unnamedResults()).Block(m.passThrough())
	case m.Async != model.Sync:
		return code.Add(m.unnamedResults()).BlockFunc(m.async)
	case len(m.values())+len(m.Fallbacks) == 0 && !m.Detached():
		return code.Error().Block(jen.Return(m.do()))
	}
	return code.Params(m.namedResults()...).BlockFunc(func(g *jen.Group) {
		if m.Detached() {
			m.detached(g)
		} else {
			m.call(g)
		}
		m.fallbacks(g)
		g.Return(ids(m.results)...)
	})
}

// nameAll chooses names: those of the interface where they can stay.
func (m *method) nameAll() {
	m.local.Reserve(m.receiver)
	signature := m.Signature()
	for i, v := range each(signature.Params()) {
		base := "p" + strconv.Itoa(i)
		if i == 0 && m.Context {
			base = "ctx"
		}
		m.params = append(m.params, m.local.Param(v.Name(), base))
	}
	if m.Context {
		m.ctx = m.params[0]
	}
	if m.Protected() {
		m.nameResults()
	}
}

func (m *method) nameResults() {
	for i, v := range m.Results() {
		m.results = append(m.results, m.local.Param(v.Name(), "r"+strconv.Itoa(i)))
	}
	failure := ""
	if m.Async == model.Sync {
		all := m.Signature().Results()
		failure = all.At(all.Len() - 1).Name()
	}
	m.results = append(m.results, m.local.Param(failure, "err"))
}

// each is the index and variable of each element of a tuple.
func each(t *types.Tuple) func(yield func(int, *types.Var) bool) {
	return func(yield func(int, *types.Var) bool) {
		for i := range t.Len() {
			if !yield(i, t.At(i)) {
				return
			}
		}
	}
}

func ids(names []string) []jen.Code {
	var codes []jen.Code
	for _, name := range names {
		codes = append(codes, jen.Id(name))
	}
	return codes
}

func (m *method) parameters() []jen.Code {
	var codes []jen.Code
	params := m.Signature().Params()
	for i, v := range each(params) {
		variadic := m.Signature().Variadic() && i == params.Len()-1
		codes = append(codes, jen.Id(m.params[i]).Add(m.written(m.types.Param(v.Type(), variadic))))
	}
	return codes
}

func (m *method) namedResults() []jen.Code {
	var codes []jen.Code
	for i, v := range each(m.Signature().Results()) {
		codes = append(codes, jen.Id(m.results[i]).Add(m.typ(v.Type())))
	}
	return codes
}

func (m *method) unnamedResults() jen.Code {
	var codes []jen.Code
	for _, v := range each(m.Signature().Results()) {
		codes = append(codes, m.typ(v.Type()))
	}
	switch len(codes) {
	case 0:
		return jen.Null()
	case 1:
		return codes[0]
	default:
		return jen.Params(codes...)
	}
}

// next calls a method of the implementation with the given context.
func (m *method) nextCall(name, ctx string) *jen.Statement {
	return jen.Id(m.receiver).Dot(m.next).Dot(name).Call(m.arguments(ctx, m.Signature().Variadic())...)
}

// arguments hands the parameters on, a variadic one spread or as the slice that
// it is.
func (m *method) arguments(ctx string, spread bool) []jen.Code {
	args := ids(m.params)
	if m.Context {
		args[0] = jen.Id(ctx)
	}
	if spread {
		args[len(args)-1] = jen.Add(args[len(args)-1]).Op("...")
	}
	return args
}

func (m *method) passThrough() jen.Code {
	if m.Signature().Results().Len() == 0 {
		return m.nextCall(m.Name(), m.ctx)
	}
	return jen.Return(m.nextCall(m.Name(), m.ctx))
}

// pipeline is the field that holds the method's pipeline.
func (m *method) pipeline() *jen.Statement {
	return jen.Id(m.receiver).Dot(m.pipelines[m.Func.Id()])
}

// context is the caller's context as an argument.
func (m *method) context() *jen.Statement {
	if m.ctx == "" {
		return m.names.Qual("context", "context", "Background").Call()
	}
	return jen.Id(m.ctx)
}

// err is the name of the error result, values those of the others.
func (m *method) err() string      { return m.results[len(m.results)-1] }
func (m *method) values() []string { return m.results[:len(m.results)-1] }
