package resolve

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/generator/model"
	"github.com/go-resgen/resgen/generator/scan"
)

// iface resolves one interface; nil if it cannot have a wrapper.
func (r *resolver) iface(found *scan.Interface) *model.Interface {
	name := found.Spec.Name
	object, ok := r.pkg.Types.Scope().Lookup(name.Name).(*types.TypeName)
	if !ok {
		r.problem(name.Pos(), name.End(), CodeNotInterface, fmt.Sprintf("%s cannot be referred to: give the interface a name of its own", name.Name))
		return nil
	}
	if r.broken(found.Spec) || r.brokenInterface(object, name) {
		return nil
	}
	under, ok := object.Type().Underlying().(*types.Interface)
	if !ok {
		for _, d := range found.Directives {
			r.problem(d.Pos, token.NoPos, CodeNotInterface, fmt.Sprintf("type %s is not an interface: policies go around the methods of an interface", name.Name))
		}
		return nil
	}
	if !under.IsMethodSet() {
		r.problem(name.Pos(), name.End(), CodeTypeSet, fmt.Sprintf("interface %s is a constraint, which no value has as its type: remove its type terms and comparable, or its directives", name.Name))
		return nil
	}
	i := &model.Interface{Object: object, TypeParams: typeParams(object.Type())}
	r.names(i, name)
	if r.predeclared(name, "error", "nil", "new", "true", "false") {
		return nil
	}
	before := r.reports
	off := r.off(found, under)
	for _, fn := range methodSet(under, found) {
		m := r.method(i, found, off, fn)
		i.Methods = append(i.Methods, m)
		i.Embed = i.Embed || m.Promoted
	}
	r.embeddable(i, name)
	if slices.ContainsFunc(i.Methods, asyncFallback) {
		r.predeclared(name, "bool")
	}
	r.interfaceOrder(i, found)
	protected := slices.ContainsFunc(i.Methods, (*model.Method).Protected)
	if !protected && !found.AnyFaulty() && r.reports == before {
		r.problem(name.Pos(), name.End(), CodeProtectsNone, fmt.Sprintf("no method of interface %s is protected by its directives: give a method a policy, or remove the directives", name.Name))
	}
	return i
}

// typeParams returns the parameters of a generic type or alias.
func typeParams(t types.Type) *types.TypeParamList {
	if g, ok := t.(interface{ TypeParams() *types.TypeParamList }); ok && g.TypeParams().Len() > 0 {
		return g.TypeParams()
	}
	return nil
}

// methodSet returns the methods that the interface declares in source order,
// then the others by name.
func methodSet(under *types.Interface, found *scan.Interface) []*types.Func {
	place := func(fn *types.Func) int {
		i := slices.IndexFunc(found.Methods, func(m *scan.Method) bool { return m.Name.Name == fn.Name() })
		if i < 0 {
			return len(found.Methods)
		}
		return i
	}
	var all []*types.Func
	for fn := range under.Methods() {
		all = append(all, fn)
	}
	slices.SortStableFunc(all, func(a, b *types.Func) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a.Id(), b.Id()))
	})
	return all
}
