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
	// written is the method as off methods= names it.
	written string
	// declared is the method's name where the interface declares it itself; nil
	// for methods of embedded interfaces.
	declared *ast.Ident
	// workers says that a bulkhead runs the method detached, also where another
	// directive of the package defines it so.
	workers bool
	// faulty says that a directive on the method is not part of the model.
	faulty bool
}

// detached is [model.Method.Detached] before it is known which policy defines which
// instance.
func (s *subject) detached() bool { return s.workers || s.Detached() }

// remedy says how to pass the method through.
func (s *subject) remedy() string {
	if s.declared != nil {
		return "pass it through with //resilience:off"
	}
	return fmt.Sprintf("pass it through with //resilience:off methods=%s on interface %s", s.written, s.iface.Object.Name())
}

// remedyFor says how to spare the method one directive.
func (s *subject) remedyFor(d landed) string {
	switch {
	case !d.inherited:
		return "remove the directive"
	case s.declared != nil:
		return "switch it off with //resilience:off policies=" + d.Args.Directive.Name
	default:
		return s.remedy()
	}
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

// declared returns the declaration of fn in the interface itself, or nil. An
// embedded interface of another package may have an unexported method of the same
// name, which is another method.
func (r *resolver) declared(found *scan.Interface, fn *types.Func) *scan.Method {
	if r.foreign(fn) {
		return nil
	}
	return found.Method(fn.Name())
}

// method resolves the directives that land on one method.
func (r *resolver) method(i *model.Interface, found *scan.Interface, off map[*types.Func]bool, fn *types.Func) *model.Method {
	s := &subject{Method: &model.Method{Func: fn}, iface: i, written: r.nameOf(i.Object.Type().Underlying().(*types.Interface), fn)}
	declared := r.declared(found, fn)
	if declared != nil {
		s.declared = declared.Name
	}
	all := r.landing(found, off, fn, declared)
	if invalid(fn.Signature()) {
		r.brokenMethod(s, found)
		return s.Method
	}
	reason := r.undeclarable(fn)
	s.Promoted = reason != ""
	first := slices.IndexFunc(all, func(d landed) bool { return d.Args.Directive.Policy })
	if first < 0 {
		s.Context = hasContext(s.Signature())
	} else if !r.signature(s, all[first], reason) {
		return s.Method
	}
	s.workers = slices.ContainsFunc(all, func(d landed) bool {
		return d.Args.Directive.Name == "bulkhead" && r.definedBy(d.Args).Settings().Has("workers")
	})
	for _, d := range all {
		s.faulty = !r.add(s, d) || s.faulty
	}
	slices.SortStableFunc(s.Policies, func(a, b *model.Policy) int {
		return slices.Index(annotations.Order(), a.Directive.Name) - slices.Index(annotations.Order(), b.Directive.Name)
	})
	r.unreachable(s.Method)
	r.repeats(s, all)
	r.order(s, all)
	if i := slices.IndexFunc(all, func(d landed) bool { return d.Args == s.WorstCase }); i >= 0 && !s.faulty {
		r.limited = append(r.limited, limited{s, all[i]})
	}
	return s.Method
}

// repeats reports a method with two policies that repeat its call.
func (r *resolver) repeats(s *subject, all []landed) {
	named := func(name string) (d landed, there bool) {
		i := slices.IndexFunc(all, func(d landed) bool { return d.Args.Directive.Name == name })
		if i < 0 || s.Policy(name) == nil {
			return d, false
		}
		return all[i], true
	}
	hedge, hedged := named("hedge")
	retry, retried := named("retry")
	if !hedged || !retried {
		return
	}
	remedy := "remove one of them"
	switch {
	case hedge.inherited:
		remedy = s.remedyFor(hedge)
	case retry.inherited:
		remedy = s.remedyFor(retry)
	}
	pos, end := s.at(hedge)
	r.problem(pos, end, CodeRetryAndHedge, fmt.Sprintf("%s and retry, which both repeat the call: %s", s.named(hedge), remedy))
}

// add adds a directive to the method's model; false if it does not fit.
func (r *resolver) add(s *subject, d landed) bool {
	if d.Args.Directive.Name == "fallback" && r.methodAsFunc(s, d) {
		return false
	}
	r.refs(d.Args) // reports names that are not there, whatever else is wrong with the directive
	if d.Faulty || !r.suits(s, d) {
		return false
	}
	switch d.Args.Directive.Name {
	case "fallback":
		f := r.fallback(s, d)
		if f == nil {
			return false
		}
		s.Fallbacks = append(s.Fallbacks, f)
	case "order":
		s.Order = d.Args
	case "worstcase":
		s.WorstCase = d.Args
	default:
		s.Policies = append(s.Policies, r.policy(s, d))
	}
	return true
}

// policy resolves one directive on one method.
func (r *resolver) policy(s *subject, d landed) *model.Policy {
	p := &model.Policy{Directive: d.Args.Directive, Args: d.Args, Refs: r.refs(d.Args)}
	p.Settings = qualified(d.Args, p.Refs)
	r.functions(s, d, p)
	r.instance(s, d, p)
	return p
}
