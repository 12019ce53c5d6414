package resolve

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/model"
	"github.com/go-resgen/resgen/generator/scan"
)

// A subject is a method while its directives are checked.
type subject struct {
	*model.Method
	iface *model.Interface
	// declared is the method's name where the interface declares it itself; nil
	// for methods of embedded interfaces.
	declared *ast.Ident
}

// remedy says how to pass the method through.
func (s *subject) remedy() string {
	if s.declared != nil {
		return "pass it through with //resilience:off"
	}
	return fmt.Sprintf("pass it through with //resilience:off methods=%s on interface %s", s.Name(), s.iface.Object.Name())
}

// at is where a problem with a directive on this method is reported: at the
// directive, or, where it is inherited, at the method, which has the remedy.
func (s *subject) at(d landed) (pos, end token.Pos) {
	if d.inherited && s.declared != nil {
		return s.declared.Pos(), s.declared.End()
	}
	return d.Pos, token.NoPos
}

// named starts a message about a directive on this method.
func (s *subject) named(d landed) string {
	if d.inherited {
		return fmt.Sprintf("method %s inherits %s", s.Name(), d.Args.Directive.Name)
	}
	return fmt.Sprintf("method %s has %s", s.Name(), d.Args.Directive.Name)
}

// method resolves the directives that land on one method.
func (r *resolver) method(i *model.Interface, found *scan.Interface, off map[string]bool, fn *types.Func) *model.Method {
	s := &subject{Method: &model.Method{Func: fn}, iface: i}
	if m := found.Method(fn.Name()); m != nil {
		s.declared = m.Name
	}
	all := r.landing(found, off, fn.Name())
	if invalid(fn.Signature()) {
		r.brokenMethod(s, found)
		return s.Method
	}
	reason := r.undeclarable(fn)
	s.Promoted = reason != ""
	if len(all) == 0 {
		s.Context = hasContext(s.Signature())
		return s.Method
	}
	if !r.signature(s, all[0], reason) {
		return s.Method
	}
	for _, d := range all {
		if d.Faulty || !r.suits(s, d) {
			continue
		}
		if d.Args.Directive.Name == "fallback" {
			if f := r.fallback(s, d); f != nil {
				s.Fallbacks = append(s.Fallbacks, f)
			}
			continue
		}
		s.Policies = append(s.Policies, r.policy(s, d))
	}
	r.unreachable(s.Method)
	slices.SortStableFunc(s.Policies, func(a, b *model.Policy) int {
		return slices.Index(annotations.Order(), a.Directive.Name) - slices.Index(annotations.Order(), b.Directive.Name)
	})
	return s.Method
}

// policy resolves one directive on one method.
func (r *resolver) policy(s *subject, d landed) *model.Policy {
	p := &model.Policy{Directive: d.Args.Directive, Args: d.Args, Refs: r.refs(d.Args)}
	p.Settings = qualified(d.Args, p.Refs)
	r.functions(s, d, p)
	r.instance(s, d, p)
	return p
}
