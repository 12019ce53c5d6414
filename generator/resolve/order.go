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
		case item.Text == "bulkhead" && s.detached() && outside(s.Moved(), "bulkhead", "timeout"):
			pos, until := item.Pos, end(item)
			if d.inherited {
				pos, until = s.at(d)
			}
			r.problem(pos, until, CodeSlotLeft, fmt.Sprintf(
				"%s that puts bulkhead outside of the timeout, where a detached call leaves its caller: the slot would be free while the work goes on: remove bulkhead from the order, or %s",
				s.named(d), attached(s)))
		}
	}
}

// outside reports whether the order puts one layer outside of another.
func outside(moved []string, outer, inner string) bool {
	names := annotations.Reorder(moved)
	return slices.Index(names, outer) < slices.Index(names, inner)
}

// attached says how to run a detached method on its caller's goroutine.
func attached(s *subject) string {
	if s.workers {
		return "say maxConcurrent= instead of workers="
	}
	return "remove mode=detached"
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
