package runtime

import (
	"cmp"
	"fmt"
	"sync/atomic"

	"github.com/go-resgen/resgen/annotations"
)

// instanceID is what an instance is called: policies of one method may share a
// name.
type instanceID struct{ policy, name string }

// compare orders ids by policy, then by name.
func (id instanceID) compare(o instanceID) int {
	return cmp.Or(cmp.Compare(id.policy, o.policy), cmp.Compare(id.name, o.name))
}

// String names an instance in errors.
func (id instanceID) String() string { return fmt.Sprintf("%s %q", id.policy, id.name) }

// An Entry is one instance, a policy under one name, as a registry and its
// Store keep it.
type Entry struct {
	id         instanceID
	policy     Policy      // set before anybody else has the instance
	definition *definition // guarded by the registry's lock
	resolution atomic.Pointer[resolution]
}

// Policy returns the name of the policy's directive, such as "retry".
func (e *Entry) Policy() string { return e.id.policy }

// Name returns the instance's name.
func (e *Entry) Name() string { return e.id.name }

// Group returns the instance's group, "" if it has none.
func (e *Entry) Group() string { return e.resolution.Load().settings[groupKey].value.Text() }

// Value returns the policy itself, such as a *Retry. It is the same for as long
// as the instance lives, whatever Apply changes.
func (e *Entry) Value() Policy { return e.policy }

// A definition is what the code says about an instance.
type definition struct {
	// claimant says whose definition it is, for errors.
	claimant string
	// named is true where the name was chosen. A name that was not belongs to
	// the package that claims it first.
	named bool
	// reference is true for name=x alone: what configures the instance is
	// elsewhere.
	reference bool
	// text is what is stated, in canonical form, without what only names the
	// instance.
	text      string
	stated    settings
	blueprint blueprint
}

// definitionOf reads what a directive says.
func definitionOf(p part, claimant string) (*definition, error) {
	directive := annotations.Lookup(p.id.policy)
	stated, err := annotations.ParseSettings(directive, p.text)
	if err != nil {
		return nil, err
	}
	delete(stated, nameKey)
	delete(stated, scopeKey)
	return &definition{
		claimant:  claimant,
		named:     p.named,
		reference: p.named && len(stated) == 0,
		text:      annotations.Canonical(directive, stated),
		stated:    from(sourceDirective, stated),
		blueprint: p.blueprint,
	}, nil
}

// agree says why two definitions cannot both be of the instance of that id.
func (d *definition) agree(o *definition, id instanceID) error {
	switch {
	case d.claimant != o.claimant && !d.named && !o.named:
		return fmt.Errorf("%s is claimed by %s and by %s: give one of them a name of its own, with name= or resilience.Instance",
			id, d.claimant, o.claimant)
	case !d.reference && !o.reference && d.text != o.text:
		return fmt.Errorf("%s is configured in two ways: %s says %q, %s says %q", id, d.claimant, d.text, o.claimant, o.text)
	}
	return nil
}

// weaker reports whether o is to stand for the instance in place of d: what
// defines it wins over a reference, and a default name, which belongs to its
// package, over a name that was chosen.
func (d *definition) weaker(o *definition) bool {
	if d.reference != o.reference {
		return d.reference
	}
	return d.named && !o.named
}
