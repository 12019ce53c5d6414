package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/model"
)

// constructor writes the function that makes a wrapper.
func (w *wrapper) constructor() jen.Code {
	local := w.names.Local(w.typeParams...)
	next, registry, options := local.Fresh("next"), local.Fresh("reg"), local.Fresh("opts")
	binding, made, err := local.Fresh("b"), local.Fresh("w"), local.Fresh("err")
	return jen.Func().Id(w.Constructor).Add(w.params()).Params(
		jen.Id(next).Add(w.interfaceType()),
		jen.Id(registry).Op("*").Add(w.runtime("Registry")),
		jen.Id(options).Op("...").Add(w.runtime("Option")),
	).Params(jen.Op("*").Add(w.wrapperType()), jen.Error()).Block(
		jen.Id(binding).Op(":=").Add(w.runtime("Bind")).Call(
			jen.Id(registry),
			w.runtime("Origin").Values(
				jen.Id("Package").Op(":").Lit(w.pkg.Path),
				jen.Id("Interface").Op(":").Lit(w.pkg.Name+"."+w.Object.Name()),
			),
			jen.Id(next),
			jen.Id(options).Op("..."),
		),
		jen.Id(made).Op(":=").Op("&").Add(w.wrapperType()).Add(lines(w.initial(next, binding)...)),
		jen.If(jen.Id(err).Op(":=").Id(binding).Dot("Commit").Call(), jen.Id(err).Op("!=").Nil()).Block(
			jen.Return(jen.Nil(), jen.Id(err)),
		),
		jen.Return(jen.Id(made), jen.Nil()),
	)
}

// initial writes the wrapper's fields.
func (w *wrapper) initial(next, binding string) []jen.Code {
	fields := []jen.Code{jen.Id(w.next).Op(":").Id(next)}
	for _, m := range w.Methods {
		if field, ok := w.pipelines[m.Func.Id()]; ok {
			args := []jen.Code{jen.Lit(m.Name())}
			for _, p := range m.Policies {
				args = append(args, w.spec(p))
			}
			if m.Order != nil {
				args = append(args, w.order(m))
			}
			if m.WorstCase != nil {
				args = append(args, w.worstCase(m))
			}
			fields = append(fields, jen.Id(field).Op(":").Id(binding).Dot("Pipeline").Add(arguments(args...)))
		}
	}
	return fields
}

// order writes the layers that a method's order lists.
func (w *wrapper) order(m *model.Method) jen.Code {
	var names []jen.Code
	for _, name := range m.Moved() {
		names = append(names, jen.Lit(name))
	}
	return w.runtime("Order").Values(names...)
}

// worstCase writes the limits that a method's policies must keep.
func (w *wrapper) worstCase(m *model.Method) jen.Code {
	limits := annotations.Canonical(m.WorstCase.Directive, m.WorstCase.Settings())
	return w.runtime("WorstCaseSpec").Values(jen.Id("Directive").Op(":").Lit(limits))
}

// specs are the runtime's types of what a directive says, by its name.
var specs = map[string]string{
	"retry":          "RetrySpec",
	"hedge":          "HedgeSpec",
	"circuitbreaker": "CircuitBreakerSpec",
	"ratelimit":      "RateLimitSpec",
	"adaptivelimit":  "AdaptiveLimitSpec",
	"timeout":        "TimeoutSpec",
	"bulkhead":       "BulkheadSpec",
}

// spec writes one policy: its canonical text, and the Go values that text
// cannot carry.
func (w *wrapper) spec(p *model.Policy) jen.Code {
	fields := []jen.Code{
		jen.Id("Instance").Op(":").Lit(p.Instance),
	}
	if p.Named {
		fields = append(fields, jen.Id("Named").Op(":").True())
	}
	if text := p.Text(); text != "" {
		fields = append(fields, jen.Id("Directive").Op(":").Lit(text))
	}
	long := false
	for _, key := range p.Directive.Keys {
		refs, ok := p.Refs[key.Name]
		if !ok || w.closure(key.Name) {
			continue
		}
		long = true
		if key.Kind.List() {
			fields = append(fields, jen.Id(exported(key.Name)).Op(":").Add(w.matchers(refs)))
		} else {
			fields = append(fields, jen.Id(exported(key.Name)).Op(":").Add(w.callee(refs[0])))
		}
	}
	spec := w.runtime(specs[p.Directive.Name])
	if long {
		return spec.Add(lines(fields...))
	}
	return spec.Values(fields...)
}

// closure reports whether the generated method itself calls the function that a
// key names, because only it knows the results.
func (w *wrapper) closure(key string) bool { return key == "retryOnResult" || key == "recordResult" }
