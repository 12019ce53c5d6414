package runtime

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-resgen/resgen/annotations"
)

// An Origin says where a wrapper's directives stand.
type Origin struct {
	// Package is the import path.
	Package string
	// Interface is the package's name and the interface's, as in
	// "tracking.Client": what the default names of its instances begin with.
	Interface string
}

// An Option is an option of generated constructors.
type Option func(*Binding)

// Instance keeps the instances of one wrapper apart from those of another of
// the same interface: "tracking.Client" becomes "tracking.Client@ups", and
// "tracking.Client.Track" becomes "tracking.Client@ups.Track". Instances that
// the directives themselves name, with name=, stay shared. The name is made of
// letters, digits and ._-/.
func Instance(name string) Option {
	return func(b *Binding) {
		if _, err := annotations.Lookup("circuitbreaker").Key(nameKey).Parse(name); err != nil {
			b.fail(fmt.Errorf("instance: %w", err))
			return
		}
		b.base = b.origin.Interface + "@" + name
	}
}

// A Binding ties the methods of one wrapper to a registry. Generated
// constructors make one, ask it for the pipeline of each method, and commit it.
type Binding struct {
	registry *Registry
	origin   Origin
	base     string // what the names begin with in place of origin.Interface
	methods  []boundMethod
	errs     []error
}

type boundMethod struct {
	pipeline *Pipeline
	parts    []part
}

// Bind begins a binding. Errors stay with it until Commit.
func Bind(registry *Registry, origin Origin, next any, options ...Option) *Binding {
	b := &Binding{registry: registry, origin: origin, base: origin.Interface}
	if next == nil {
		b.fail(errors.New("the implementation is nil"))
	}
	if registry == nil {
		b.fail(errors.New("the registry is nil"))
	}
	for _, option := range options {
		if option == nil {
			b.fail(errors.New("an option is nil"))
			continue
		}
		option(b)
	}
	return b
}

func (b *Binding) fail(err error) { b.errs = append(b.errs, err) }

// Pipeline returns the pipeline of a method, which works once the binding is
// committed. Binding an interface twice under one name gives the same
// pipelines.
func (b *Binding) Pipeline(method string, specs ...Spec) *Pipeline {
	m := boundMethod{}
	for _, spec := range specs {
		p := spec.part()
		if !p.named {
			p.id.name = b.rename(p.id.name)
		}
		m.parts = append(m.parts, p)
	}
	name := b.base + "." + method
	if b.registry == nil {
		return emptyPipeline(name, new(Events))
	}
	m.pipeline = b.registry.pipelineFor(name)
	b.methods = append(b.methods, m)
	return m.pipeline
}

// rename applies the option Instance to the default name of an instance.
func (b *Binding) rename(name string) string {
	if rest, ok := strings.CutPrefix(name, b.origin.Interface); ok && (rest == "" || rest[0] == '.') {
		return b.base + rest
	}
	return name
}

// Commit claims the instances that the methods use, all or none. The error
// joins everything that is wrong with them:
//
//   - a default name belongs to another package, or one name has two
//     configurations;
//   - name=x refers to an instance that nothing configures: no override, no
//     directive of this interface, and nothing that was made before;
//   - an override names this interface or one of its methods, and a policy that
//     it does not have;
//   - a required value is missing, or values that come from different places
//     contradict each other;
//   - with the values in force, the calls of a method could exceed its worstcase
//     directive.
func (b *Binding) Commit() error {
	err := errors.Join(b.errs...)
	if err == nil {
		err = b.registry.bind(b)
	}
	if err != nil {
		return fmt.Errorf("resilience for %s: %w", b.base, err)
	}
	return nil
}
