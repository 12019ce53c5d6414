package runtime

import (
	"fmt"
	"maps"
	"slices"
)

// Apply replaces all overrides that WithOverrides or an earlier Apply gave, for
// every instance and pipeline of the registry, now and later. It does so whole,
// or returns an error that joins everything that is wrong and changes nothing:
// syntax, unknown keys, values out of bounds, a policy that a method does not
// have, settings that contradict each other once they are merged, and settings
// with which a method's calls could exceed its worstcase directive.
//
// Calls in flight keep the policies that they started with. Circuit breakers,
// limiters and bulkheads keep their state. KindInstanceReplaced is published for
// each instance whose settings changed.
func (r *Registry) Apply(overrides map[string]string) error {
	file, err := parseOverrides(dotted, overrides)
	if err == nil {
		err = r.apply(file)
	}
	if err != nil {
		return fmt.Errorf("resilience registry: nothing applied: %w", err)
	}
	return nil
}

func (r *Registry) apply(file *overrides) error {
	return r.alter(func(c *change) {
		c.layering.file = file
		if err := c.layering.check(); err != nil {
			c.fail(err)
		}
		for _, e := range r.entries() {
			c.draft(e.id)
		}
		for _, name := range slices.Sorted(maps.Keys(r.pipelines)) {
			c.records = append(c.records, r.pipelines[name])
		}
	})
}
