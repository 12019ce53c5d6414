package resolve

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/scan"
)

// off checks the off directives of an interface and its methods, and returns
// the methods that the interface switches off.
func (r *resolver) off(found *scan.Interface, under *types.Interface) map[*types.Func]bool {
	methods := map[*types.Func]bool{}
	if off := directive(found.Directives, "off"); off != nil {
		if !off.Settings().Has("methods") && !off.Faulty {
			r.problem(off.Pos, token.NoPos, CodeOffForm, "off on an interface says which methods: off methods=Close")
		}
		for _, item := range off.Settings().List("methods") {
			for _, fn := range r.offMethods(found, under, item) {
				methods[fn] = true
			}
		}
	}
	for _, m := range found.Methods {
		r.offPolicies(found, m)
	}
	return methods
}

// offMethods returns the methods that an element of the interface's off means,
// after reporting one that there is not: what was meant needs no further words.
func (r *resolver) offMethods(found *scan.Interface, under *types.Interface, item annotations.Item) []*types.Func {
	methods := r.methodsNamed(under, item.Text)
	if len(methods) > 0 {
		return methods
	}
	var names []string
	for fn := range under.Methods() {
		names = append(names, fn.Name())
	}
	near := annotations.Suggest(item.Text, names)
	r.report(annotations.Problem{
		Pos: item.Pos, End: end(item), Code: CodeOffUnknown,
		Message:     fmt.Sprintf("interface %s has no method %s%s", found.Spec.Name.Name, item.Text, didYouMean(item.Text, names)),
		Replacement: near,
	})
	return r.methodsNamed(under, near)
}

// offPolicies reports what a method's off switches off and is not there.
func (r *resolver) offPolicies(found *scan.Interface, m *scan.Method) {
	off := directive(m.Directives, "off")
	if off == nil {
		return
	}
	for _, item := range off.Settings().List("policies") {
		switch {
		case directive(m.Directives, item.Text) != nil:
			r.problem(item.Pos, end(item), CodeOffNothing, fmt.Sprintf("method %s has its own %s, which replaces the interface's: remove one of the two", m.Name.Name, item.Text))
		case directive(found.Directives, item.Text) == nil:
			r.problem(item.Pos, end(item), CodeOffNothing, fmt.Sprintf("method %s inherits no %s that could be switched off", m.Name.Name, item.Text))
		}
	}
}

// methodsNamed returns the methods that a name in a directive stands for. As in
// Go, an unexported one is the package's own; only where there is none is it that
// of an embedded interface of another package. Behind the name or path of that
// package it is never the own one.
func (r *resolver) methodsNamed(under *types.Interface, name string) []*types.Func {
	dot := strings.LastIndexByte(name, '.')
	qualifier, name := name[:max(dot, 0)], name[dot+1:]
	var own, foreign []*types.Func
	for fn := range under.Methods() {
		switch {
		case fn.Name() != name:
		case !r.foreign(fn) && qualifier == "":
			own = append(own, fn)
		case r.foreign(fn) && slices.Contains([]string{"", fn.Pkg().Name(), fn.Pkg().Path()}, qualifier):
			foreign = append(foreign, fn)
		}
	}
	if len(own) > 0 {
		return own
	}
	return foreign
}

// nameOf writes a method so that methodsNamed finds it.
func (r *resolver) nameOf(under *types.Interface, fn *types.Func) string {
	if slices.Contains(r.methodsNamed(under, fn.Name()), fn) {
		return fn.Name()
	}
	if name := fn.Pkg().Name() + "." + fn.Name(); len(r.methodsNamed(under, name)) == 1 {
		return name
	}
	return fn.Pkg().Path() + "." + fn.Name()
}

// foreign reports whether a method is an unexported one of another package, which
// an embedded interface brings with it.
func (r *resolver) foreign(fn *types.Func) bool { return !fn.Exported() && fn.Pkg() != r.pkg.Types }
