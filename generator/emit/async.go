package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/generator/model"
)

// async starts the call and, unless it is over then, continues it. Start does
// not keep the closures, so that a call which is complete at once allocates
// nothing; Continue does. A function that the compiler inlines makes them for
// each.
func (m *method) async(g *jen.Group) {
	method, call, future := m.local.Fresh("method"), m.local.Fresh("call"), m.local.Fresh("future")
	g.Id(method).Op(":=").Func().Params().Add(m.asyncMethod()).Block(
		jen.Return(m.asyncMethod().Add(lines(m.closures()...))),
	)
	g.List(jen.Id(call), jen.Id(future)).Op(":=").Add(m.runtime("Start")).Call(m.context(), m.pipeline(), jen.Id(method).Call())
	g.If(jen.Id(call).Op("!=").Nil()).Block(
		jen.Id(future).Op("=").Add(m.runtime("Continue")).Call(jen.Id(call), jen.Id(method).Call()),
	)
	if m.Async == model.Channel {
		g.Return(jen.Id(future).Dot("Chan").Call())
	} else {
		g.Return(jen.Id(future))
	}
}

func (m *method) asyncMethod() *jen.Statement { return m.runtime("AsyncMethod").Types(m.typ(m.Value)) }

func (m *method) futureType() *jen.Statement {
	return jen.Op("*").Add(m.runtime("Future")).Types(m.typ(m.Value))
}

// closures are the fields of an AsyncMethod.
func (m *method) closures() []jen.Code {
	fields := []jen.Code{
		jen.Id("Call").Op(":").Func().Params(m.attemptParam()).Add(m.futureType()).Block(
			jen.Return(m.future(m.Async, m.nextCall(m.Name(), m.ctx))),
		),
	}
	if m.judged() {
		fields = append(fields, jen.Id("Verdict").Op(":").
			Func().Params(jen.Id(m.values()[0]).Add(m.typ(m.Value))).Add(m.runtime("Verdict")).
			BlockFunc(func(g *jen.Group) { g.Return(m.verdict(g)) }))
	}
	if len(m.Fallbacks) > 0 {
		ctx := m.ctx
		if ctx == "" {
			ctx = "_"
		}
		fields = append(fields, jen.Id("Fallback").Op(":").
			Func().Params(jen.Id(ctx).Add(m.names.Qual("context", "context", "Context")), jen.Id(m.err()).Error()).
			Params(m.futureType(), jen.Bool()).
			BlockFunc(m.asyncFallbacks))
	}
	return fields
}

// judged reports whether a directive names a function that judges results.
func (m *method) judged() bool {
	for _, p := range m.Policies {
		for key := range p.Refs {
			if m.closure(key) {
				return true
			}
		}
	}
	return false
}

// asyncFallbacks answers with the first fallback that takes the error.
func (m *method) asyncFallbacks(g *jen.Group) {
	for _, f := range m.Fallbacks {
		m.fallback(g, f)
	}
	if m.Fallbacks[len(m.Fallbacks)-1].Restricted() {
		g.Return(jen.Nil(), jen.False())
	}
}

// answerLater is what a fallback gives, as a future.
func (m *method) answerLater(f *model.Fallback, cause string) jen.Code {
	switch {
	case f.Func != nil:
		return m.future(f.Answer, m.fallbackCall(f, cause))
	case f.Method != nil:
		return m.future(m.Async, m.nextCall(f.Method.Name(), m.ctx))
	default:
		return m.runtime("Completed").Types(m.typ(m.Value)).Call(m.value(f.Value))
	}
}

// future makes a future of what a call returns.
func (m *method) future(returned model.Async, call *jen.Statement) *jen.Statement {
	switch returned {
	case model.Future:
		return call
	case model.Channel:
		return m.runtime("FromChan").Call(
			m.context(),
			jen.Func().Params(m.attemptParam()).Op("<-").Chan().Add(m.runtime("Result")).Types(m.typ(m.Value)).Block(jen.Return(call)),
		)
	default:
		return m.runtime("Settled").Types(m.typ(m.Value)).Call(call)
	}
}
