package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// emptyPipeline makes a pipeline that has no policies yet.
func emptyPipeline(name string, events *Events) *Pipeline {
	p, _ := newPipeline(name, events, nil) // only policies can be wrong
	return p
}

// pipelineFor returns the pipeline of that name, or one that the registry does
// not know yet.
func (r *Registry) pipelineFor(name string) *Pipeline {
	r.mu.Lock()
	defer r.mu.Unlock()
	if rec := r.pipelines[name]; rec != nil {
		return rec.pipelines[0]
	}
	return emptyPipeline(name, &r.events)
}

// bind claims what the methods of a binding use.
func (r *Registry) bind(b *Binding) error {
	claimant := "package " + b.origin.Package
	return r.alter(func(c *change) {
		for _, m := range b.methods {
			rec := &record{name: m.pipeline.Name(), base: b.base, claimant: claimant}
			for _, p := range m.parts {
				switch {
				case p.fixed != nil:
					rec.members = append(rec.members, member{fixed: p.fixed})
					continue
				case p.worstCase != nil:
					rec.worstCase = p.worstCase.Directive
					continue
				}
				def, err := definitionOf(p, claimant)
				if err != nil {
					c.fail(fmt.Errorf("%s: %w", p.id, err))
					continue
				}
				rec.members = append(rec.members, member{entry: c.claim(p.id, def)})
			}
			c.addRecord(rec, m.pipeline)
		}
	})
}

// checkPipelines looks for policies that do not go together, for overrides of
// policies that a method does not have, and for calls that could take longer than
// they may.
func (c *change) checkPipelines() error {
	var errs []error
	for _, rec := range c.records {
		everything := rec.policies(func(member) bool { return true })
		if _, err := newPipeline(rec.name, &c.registry.events, everything); err != nil {
			errs = append(errs, err)
		}
	}
	errs = append(errs, c.misplaced()...)
	return errors.Join(append(errs, c.worstCases()...)...)
}

// misplaced returns an error for each override that names a method or an
// interface, and a policy that it has no instance of.
func (c *change) misplaced() []error {
	var errs []error
	for _, source := range []*overrides{c.layering.file, c.layering.environment} {
		named := make(map[string][]*record) // by the name of the method or interface
		for _, rec := range c.records {
			if rec.base != "" {
				method, base := source.notation.fold(rec.name), source.notation.fold(rec.base)
				named[method] = append(named[method], rec)
				named[base] = append(named[base], rec)
			}
		}
		for _, id := range slices.SortedFunc(maps.Keys(source.instances), instanceID.compare) {
			if records := named[id.name]; records != nil && !c.claimed(source.notation, id) {
				key := source.instances[id].appendSources(nil)[0]
				errs = append(errs, fmt.Errorf("%s: %s", source.notation.describe(key), elsewhere(source.notation, key, id.policy, records)))
			}
		}
	}
	return errs
}

// claimed reports whether there is, or is to be, an instance whose name the
// notation writes like that of id.
func (c *change) claimed(n notation, id instanceID) bool {
	same := func(o instanceID) bool { return o.policy == id.policy && n.fold(o.name) == id.name }
	for other := range c.drafts {
		if same(other) {
			return true
		}
	}
	return slices.ContainsFunc(c.registry.entries(), func(e *Entry) bool { return same(e.id) })
}

// elsewhere says which keys there are instead of the given one, for the instances
// of the policy that the pipelines have.
func elsewhere(n notation, key, policy string, records []*record) string {
	words := n.split(key)
	var keys []string
	for _, rec := range records {
		for _, m := range rec.members {
			if m.entry == nil || m.entry.id.policy != policy {
				continue
			}
			other := n.form(scopeInstances, n.fold(m.entry.id.name), policy, words[len(words)-1])
			if !slices.Contains(keys, other) {
				keys = append(keys, other)
			}
		}
	}
	if len(keys) == 0 {
		return fmt.Sprintf("there is no %s", policy)
	}
	return fmt.Sprintf("there is no %s of that name: write %s", policy, strings.Join(keys, " or "))
}
