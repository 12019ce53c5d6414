package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/generator/model"
)

// call runs the implementation on the caller's goroutine. The closure captures
// the results, which stay on the stack because Do does not keep it.
func (m *method) call(g *jen.Group) {
	g.Id(m.err()).Op("=").Add(m.do())
	if m.Policy("retry") == nil || len(m.values()) == 0 {
		return
	}
	g.If(jen.Id(m.err()).Op("!=").Nil().Op("&&").Op("!").Add(m.pipeline()).Dot("Reached").Call(jen.Id(m.err()))).BlockFunc(func(g *jen.Group) {
		var zeros []jen.Code
		for _, v := range m.Results() {
			zeros = append(zeros, m.zero(v.Type()))
		}
		g.Comment("a policy refused the last attempt: what an earlier one left is not the result")
		g.List(ids(m.values())...).Op("=").List(zeros...)
	})
}

func (m *method) do() *jen.Statement {
	return m.pipeline().Dot("Do").Call(
		m.context(),
		jen.Func().Params(m.attemptParam()).Params(m.runtime("Verdict"), jen.Error()).BlockFunc(m.attempt),
	)
}

// attemptParam declares the attempt's context, which hides the caller's.
func (m *method) attemptParam() jen.Code {
	context := m.names.Qual("context", "context", "Context")
	if m.ctx == "" {
		return context
	}
	return jen.Id(m.ctx).Add(context)
}

// attempt calls the implementation once.
func (m *method) attempt(g *jen.Group) {
	if len(m.values()) == 0 {
		g.Return(jen.Lit(0), m.nextCall(m.Name(), m.ctx))
		return
	}
	g.Var().Id(m.err()).Error()
	g.List(ids(m.results)...).Op("=").Add(m.nextCall(m.Name(), m.ctx))
	g.Return(m.verdict(g), jen.Id(m.err()))
}

// verdict asks the functions that judge results, and returns the expression
// that holds their answers.
func (m *method) verdict(g *jen.Group) jen.Code {
	verdict := ""
	judge := func(policy, key, bit string) {
		p := m.Policy(policy)
		if p == nil || len(p.Refs[key]) == 0 {
			return
		}
		if verdict == "" {
			verdict = m.local.Clone().Fresh("verdict")
			g.Var().Id(verdict).Add(m.runtime("Verdict"))
		}
		condition := m.callee(p.Refs[key][0]).Call(ids(m.values())...)
		if m.Async == model.Sync {
			condition = jen.Id(m.err()).Op("==").Nil().Op("&&").Add(condition)
		}
		g.If(condition).Block(
			jen.Id(verdict).Op("|=").Add(m.runtime(bit)),
		)
	}
	judge("retry", "retryOnResult", "RetryResult")
	judge("circuitbreaker", "recordResult", "RecordResult")
	if verdict == "" {
		return jen.Lit(0)
	}
	return jen.Id(verdict)
}
