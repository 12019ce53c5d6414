package emit

import (
	"github.com/dave/jennifer/jen"
)

// detached runs the implementation on a goroutine of its own. Its results come
// back as a value: the caller may have left, and with it the variables that the
// results would be written to.
func (m *method) detached(g *jen.Group) {
	switch len(m.values()) {
	case 0:
		g.List(jen.Id("_"), jen.Id(m.err())).Op("=").Add(m.doDetached(jen.Struct(), func(g *jen.Group) {
			g.Return(jen.Struct().Values(), jen.Lit(0), m.nextCall(m.Name(), m.ctx))
		}))
	case 1:
		g.List(ids(m.results)...).Op("=").Add(m.doDetached(m.typ(m.Results()[0].Type()), func(g *jen.Group) {
			g.List(ids(m.results)...).Op(":=").Add(m.nextCall(m.Name(), m.ctx))
			g.Return(jen.Id(m.values()[0]), m.verdict(g), jen.Id(m.err()))
		}))
	default:
		m.detachedStruct(g)
	}
}

// detachedStruct carries several results in a struct.
func (m *method) detachedStruct(g *jen.Group) {
	results, all := m.local.Fresh("results"), m.local.Fresh("all")
	var fields, reads []jen.Code
	for i, v := range m.Results() {
		fields = append(fields, jen.Id(m.values()[i]).Add(m.typ(v.Type())))
		reads = append(reads, jen.Id(all).Dot(m.values()[i]))
	}
	g.Type().Id(results).Struct(fields...)
	g.Var().Id(all).Id(results)
	g.List(jen.Id(all), jen.Id(m.err())).Op("=").Add(m.doDetached(jen.Id(results), func(g *jen.Group) {
		g.List(ids(m.results)...).Op(":=").Add(m.nextCall(m.Name(), m.ctx))
		g.Return(jen.Id(results).Values(ids(m.values())...), m.verdict(g), jen.Id(m.err()))
	}))
	g.List(ids(m.values())...).Op("=").List(reads...)
}

func (m *method) doDetached(result jen.Code, attempt func(*jen.Group)) jen.Code {
	return m.runtime("DoDetached").Call(
		m.context(),
		m.pipeline(),
		jen.Func().Params(m.attemptParam()).Params(result, m.runtime("Verdict"), jen.Error()).BlockFunc(attempt),
	)
}
