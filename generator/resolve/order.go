package resolve

import (
	"fmt"
	"slices"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/model"
	"github.com/go-resgen/resgen/generator/scan"
)

// order checks what a method's order says about it: its own may only list layers
// that it has, since no other method has it.
func (r *resolver) order(s *subject, all []landed) {
	i := slices.IndexFunc(all, func(d landed) bool { return d.Args.Directive.Name == "order" })
	if i < 0 || s.faulty {
		return
	}
	d := all[i]
	for _, item := range d.Settings().List("layers") {
		switch {
		case !d.inherited && !hasLayer(s.Method, item.Text):
			r.missingLayer(item, "method "+s.Name()+" does not have")
		case item.Text == "bulkhead" && s.workers:
			pos, until := item.Pos, end(item)
			if d.inherited {
				pos, until = s.at(d)
			}
			r.problem(pos, until, CodeWorkersMoved, fmt.Sprintf(
				"%s that lists bulkhead, whose workers run what is innermost: remove it from the order, or say maxConcurrent= instead of workers=", s.named(d)))
		}
	}
}

// interfaceOrder reports layers that an interface's order lists and none of the
// methods that inherit it has.
func (r *resolver) interfaceOrder(i *model.Interface, found *scan.Interface) {
	d := directive(found.Directives, "order")
	if d == nil || found.AnyFaulty() {
		return
	}
	for _, item := range d.Settings().List("layers") {
		has := func(m *model.Method) bool { return m.Order == d.Args && hasLayer(m, item.Text) }
		if !slices.ContainsFunc(i.Methods, has) {
			r.missingLayer(item, "no method of interface "+i.Object.Name()+" that inherits it has")
		}
	}
}

func hasLayer(m *model.Method, name string) bool {
	return slices.ContainsFunc(m.Layers(), func(l model.Layer) bool { return l.Name == name })
}

func (r *resolver) missingLayer(item annotations.Item, whose string) {
	remedy := "//resilience:" + item.Text
	if item.Text == "totaltimeout" {
		remedy = "total= to its timeout"
	}
	r.problem(item.Pos, end(item), CodeNoSuchLayer, fmt.Sprintf(
		"order lists %s, which %s: add %s, or remove it from the order", item.Text, whose, remedy))
}
