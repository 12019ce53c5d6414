// Package model describes what resgen generates: interfaces, their methods, and
// the policies around each, resolved to objects of go/types. It is what the
// checks produce and what emission reads.
package model

import (
	"go/token"
	"go/types"

	"github.com/go-resgen/resgen/annotations"
)

// An Interface gets a wrapper.
type Interface struct {
	Object *types.TypeName
	// TypeParams are the parameters of a generic interface; nil otherwise.
	TypeParams *types.TypeParamList
	// Wrapper and Constructor are the names to declare.
	Wrapper, Constructor string
	// Embed says that some methods are promoted from the embedded interface.
	Embed bool
	// Methods is the whole method set: declared methods in source order, then
	// those of embedded interfaces by name.
	Methods []*Method
}

// A Method is one method of an interface.
type Method struct {
	Func  *types.Func
	Async Async
	// Value is the type of what the future of an asynchronous method completes with.
	Value types.Type
	// Context says that the first parameter is a context.Context.
	Context bool
	// Policies are the policies around the method but its fallbacks, in their
	// default order; see Layers for the real one. A method without any and without fallbacks is passed through.
	Policies  []*Policy
	Fallbacks []*Fallback
	// Order is the directive that moves layers, WorstCase the one that limits what
	// they can do together; nil if there is none.
	Order, WorstCase *annotations.Args
	// Promoted says that the wrapper gets the method by embedding the interface,
	// because the package cannot declare it.
	Promoted bool
}

// Async says how a function delivers what it returns.
type Async uint8

const (
	// Sync functions return their results and an error.
	Sync Async = iota
	// Future functions return a *resilience.Future.
	Future
	// Channel functions return a channel of resilience.Result.
	Channel
)

// Name returns the method's name.
func (m *Method) Name() string { return m.Func.Name() }

// Signature returns the method's signature.
func (m *Method) Signature() *types.Signature { return m.Func.Signature() }

// Params returns the parameters after the context.
func (m *Method) Params() []*types.Var {
	params := vars(m.Signature().Params())
	if m.Context {
		params = params[1:]
	}
	return params
}

// Results returns the results of a protected method but the error. An
// asynchronous method has one: its future's value.
func (m *Method) Results() []*types.Var {
	if m.Async != Sync {
		return []*types.Var{types.NewParam(token.NoPos, nil, "", m.Value)}
	}
	results := vars(m.Signature().Results())
	return results[:len(results)-1]
}

func vars(tuple *types.Tuple) []*types.Var {
	all := make([]*types.Var, 0, tuple.Len())
	for v := range tuple.Variables() {
		all = append(all, v)
	}
	return all
}

// Protected reports whether any policy is around the method.
func (m *Method) Protected() bool { return len(m.Policies)+len(m.Fallbacks) > 0 }

// Policy returns the policy of that name, or nil.
func (m *Method) Policy(name string) *Policy {
	for _, p := range m.Policies {
		if p.Directive.Name == name {
			return p
		}
	}
	return nil
}

// Detached reports whether the implementation runs on a goroutine of its own,
// which the caller can leave behind.
func (m *Method) Detached() bool {
	if p := m.Policy("timeout"); p != nil && p.Settings.Text("mode") == "detached" {
		return true
	}
	p := m.Policy("bulkhead")
	return p != nil && p.Stated().Has("workers")
}

// A Policy is one directive at work on one method.
type Policy struct {
	Directive *annotations.Directive
	Args      *annotations.Args
	// Settings are the stated ones. References are written as qualified names,
	// so that the text is the same in every package.
	Settings annotations.Settings
	// Instance is the policy's name in the registry; Named if the directive
	// states it.
	Instance string
	Named    bool
	// Refs are the resolved references by key.
	Refs map[string][]*Ref
	// Definition is the policy of the package that defines the instance, where
	// this one only refers to it by name; nil otherwise.
	Definition *Policy
}

// Stated returns what the package states about the instance.
func (p *Policy) Stated() annotations.Settings {
	if p.Definition != nil {
		return p.Definition.Settings
	}
	return p.Settings
}

// Text returns what the directive states, in canonical form.
func (p *Policy) Text() string { return annotations.Canonical(p.Directive, p.Settings) }

// A Ref is what a name in a directive refers to.
type Ref struct {
	Kind RefKind
	// Object is the variable, constant, type or function.
	Object types.Object
	// Type is the type as written, pointer or not, of an ErrorType; the
	// instantiated signature of a function.
	Type types.Type
	// Generic says that a function takes the interface's type parameters.
	Generic bool
}

// RefKind says how a reference is used.
type RefKind uint8

const (
	// ErrorValue is compared with errors.Is.
	ErrorValue RefKind = iota
	// ErrorType is looked for with errors.AsType.
	ErrorType
	// Function is called.
	Function
)

// A Fallback answers in place of a failed call. Exactly one of Func, Method and
// Value is set.
type Fallback struct {
	Args *annotations.Args
	// Settings are the stated ones, with qualified names.
	Settings annotations.Settings
	Func     *Ref
	// Error is the type of the function's error parameter, nil if it has none;
	// Typed if that is not the predeclared error.
	Error types.Type
	Typed bool
	// Spread says that the function is variadic as the method is.
	Spread bool
	// Answer says what the function returns.
	Answer Async
	Method *types.Func
	Value  *Value
	// On and SkipOn restrict the errors that it takes.
	On, SkipOn []*Ref
}

// Restricted reports whether there are errors that the fallback does not take.
func (f *Fallback) Restricted() bool { return f.Typed || len(f.On)+len(f.SkipOn) > 0 }
