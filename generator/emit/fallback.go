package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/generator/model"
)

// fallbacks answers in place of a failed call, with the first fallback that
// takes the error.
func (m *method) fallbacks(g *jen.Group) {
	if len(m.Fallbacks) == 0 {
		return
	}
	allowed := m.pipeline().Dot("FallbackAllowed").Call(m.context(), jen.Id(m.err()))
	g.If(jen.Id(m.err()).Op("!=").Nil().Op("&&").Add(allowed)).BlockFunc(func(g *jen.Group) {
		for _, f := range m.Fallbacks {
			m.fallback(g, f)
		}
	})
}

// fallback takes the error if it is one of those that f is for.
func (m *method) fallback(g *jen.Group, f *model.Fallback) {
	local := m.local.Clone()
	cause := m.err()
	var conditions []jen.Code
	var header []jen.Code
	if f.Typed {
		var ok string
		cause, ok = local.Fresh("cause"), local.Fresh("ok")
		header = []jen.Code{jen.List(jen.Id(cause), jen.Id(ok)).Op(":=").
			Add(m.names.Qual("errors", "errors", "AsType")).Types(m.typ(f.Error)).Call(jen.Id(m.err()))}
		conditions = append(conditions, jen.Id(ok))
	}
	if on := m.matches(f.On, m.err()); on != nil {
		if len(f.On) > 1 && len(conditions)+len(f.SkipOn) > 0 {
			on = jen.Parens(on)
		}
		conditions = append(conditions, on)
	}
	if skip := m.matches(f.SkipOn, m.err()); skip != nil {
		if len(f.SkipOn) > 1 {
			skip = jen.Parens(skip)
		}
		conditions = append(conditions, jen.Op("!").Add(skip))
	}
	if len(conditions) == 0 {
		m.answer(g, f, cause)
		return
	}
	condition := jen.Add(conditions[0])
	for _, c := range conditions[1:] {
		condition.Op("&&").Add(c)
	}
	g.If(append(header, condition)...).BlockFunc(func(g *jen.Group) { m.answer(g, f, cause) })
}

// answer returns what the fallback gives.
func (m *method) answer(g *jen.Group, f *model.Fallback, cause string) {
	g.Add(m.pipeline()).Dot("FallbackApplied").Call(m.context(), jen.Id(m.err()))
	switch {
	case m.Async != model.Sync:
		g.Return(m.answerLater(f, cause), jen.True())
	case f.Func != nil:
		g.Return(m.fallbackCall(f, cause))
	case f.Method != nil:
		g.Return(m.nextCall(f.Method.Name(), m.ctx))
	default:
		g.Return(m.value(f.Value), jen.Nil())
	}
}

// fallbackCall calls the function that answers.
func (m *method) fallbackCall(f *model.Fallback, cause string) *jen.Statement {
	args := m.arguments(m.ctx, f.Spread)
	if f.Error != nil {
		args = append(args, jen.Id(cause))
	}
	return m.callee(f.Func).Call(args...)
}
