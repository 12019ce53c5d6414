package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A change is what is to happen to a registry, whole or not at all: claims and
// settings are collected, checked together, and only then put in force. The
// registry is locked from its beginning to its end.
type change struct {
	registry *Registry
	layering layering // what is to be in force after it
	drafts   map[instanceID]*draft
	records  []*record // to be added, or to get another pipeline
	errs     []error
}

// A draft is what an instance is to become.
type draft struct {
	entry      *Entry
	isNew      bool
	definition *definition
	resolution resolution
	apply      func() // changes the policy; nil if there is nothing to change
}

// alter makes a change that collect describes, or none if anything is wrong with
// it.
func (r *Registry) alter(collect func(*change)) error {
	announcements, err := r.alterQuietly(collect)
	r.announce(announcements)
	return err
}

// alterQuietly returns what is to be announced once the registry is unlocked.
func (r *Registry) alterQuietly(collect func(*change)) ([]announcement, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := &change{registry: r, layering: r.layering, drafts: make(map[instanceID]*draft)}
	collect(c)
	if err := c.prepare(); err != nil {
		return nil, err
	}
	if err := c.checkPipelines(); err != nil {
		return nil, err
	}
	return c.commit(), nil
}

func (c *change) fail(err error) { c.errs = append(c.errs, err) }

// draft returns the draft of an instance, which may not exist yet.
func (c *change) draft(id instanceID) *draft {
	d := c.drafts[id]
	if d == nil {
		d = &draft{entry: c.registry.find(id)}
		if d.entry == nil {
			d.isNew = true
			d.entry = &Entry{id: id}
		} else {
			d.definition = d.entry.definition
		}
		c.drafts[id] = d
	}
	return d
}

// claim adds a definition to those of an instance. The order of claims does not
// matter: a reference gives way to what defines the instance, before and after it.
func (c *change) claim(id instanceID, def *definition) *Entry {
	d := c.draft(id)
	if d.definition == nil {
		d.definition = def
		return d.entry
	}
	if err := d.definition.agree(def, id); err != nil {
		c.fail(err)
	}
	if d.definition.weaker(def) {
		d.definition = def
	}
	return d.entry
}

// addRecord adds a pipeline, or another one of the same name and members.
func (c *change) addRecord(rec *record, p *Pipeline) {
	if known := c.registry.pipelines[rec.name]; known != nil {
		if known.claimant != rec.claimant || known.worstCase != rec.worstCase || !slices.EqualFunc(known.members, rec.members, member.equal) {
			c.fail(fmt.Errorf("pipeline %q is already bound by %s, with other policies or by other code", rec.name, known.claimant))
			return
		}
		rec = known
	}
	if !slices.Contains(rec.pipelines, p) {
		// What the registry knows stays as it is until commit.
		extended := *rec
		extended.pipelines = append(slices.Clone(rec.pipelines), p)
		rec = &extended
	}
	c.records = append(c.records, rec)
}

// prepare works out what each draft is to become. The error joins all that is
// wrong.
func (c *change) prepare() error {
	for _, id := range slices.SortedFunc(maps.Keys(c.drafts), instanceID.compare) {
		if err := c.prepareDraft(c.drafts[id]); err != nil {
			c.fail(err)
		}
	}
	return errors.Join(c.errs...)
}

func (c *change) prepareDraft(d *draft) error {
	id, def := d.entry.id, d.definition
	if def.reference && len(c.layering.file.instance(id)) == 0 && len(c.layering.environment.instance(id)) == 0 {
		return fmt.Errorf("%s refers to %s, which nothing configures: neither an override, nor this code, nor what was made before it",
			def.claimant, id)
	}
	if err := c.ambiguous(d); err != nil {
		return err
	}
	var err error
	if d.resolution, err = c.layering.resolve(id, def.stated); err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	values := d.resolution.settings.values()
	switch {
	case d.isNew:
		d.entry.policy, err = def.blueprint.build(id.name, values, &c.registry.events)
	case d.entry.definition.reference != def.reference, !d.resolution.settings.equal(d.entry.resolution.Load().settings):
		d.apply, err = def.blueprint.rebuild(d.entry.policy, values)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	return nil
}

// ambiguous says so if environment variables for a new instance could also be
// meant for another one.
func (c *change) ambiguous(d *draft) error {
	id := d.entry.id
	variables := c.layering.environment.instance(id)
	if !d.isNew || len(variables) == 0 {
		return nil
	}
	names := make(map[string]bool)
	for _, e := range c.registry.entries() {
		names[e.id.name] = names[e.id.name] || e.id.policy == id.policy
	}
	for other := range c.drafts {
		names[other.name] = names[other.name] || other.policy == id.policy
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if names[name] && name != id.name && environment.fold(name) == environment.fold(id.name) {
			return fmt.Errorf("%s: could mean %s %q or %q; use an override instead, whose key keeps dots and capitals",
				environment.describe(variables.appendSources(nil)[0]), id.policy, id.name, name)
		}
	}
	return nil
}

// commit puts the change in force, and returns what is to be announced.
func (c *change) commit() []announcement {
	var announcements []announcement
	changed := make(map[*Entry]bool)
	for _, id := range slices.SortedFunc(maps.Keys(c.drafts), instanceID.compare) {
		d := c.drafts[id]
		d.entry.definition = d.definition
		d.entry.resolution.Store(&d.resolution)
		switch {
		case d.isNew:
			c.registry.store.Put(d.entry)
			announcements = append(announcements, announcement{KindInstanceAdded, d.entry})
		case d.apply != nil:
			d.apply()
			changed[d.entry] = true
			announcements = append(announcements, announcement{KindInstanceReplaced, d.entry})
		}
	}
	c.registry.layering = c.layering
	c.replan(changed)
	return announcements
}

// replan gives new pipelines their plans, and others whose instances changed.
func (c *change) replan(changed map[*Entry]bool) {
	for _, rec := range c.records {
		c.registry.pipelines[rec.name] = rec
		rec.replan()
	}
	for _, rec := range c.registry.pipelines {
		if slices.ContainsFunc(rec.members, func(m member) bool { return changed[m.entry] }) {
			rec.replan()
		}
	}
}

// An announcement is an event of the registry that is yet to be published.
type announcement struct {
	kind  Kind
	entry *Entry
}

// announce does what is left to do once the registry is unlocked: calls that
// wait may have got a place, and subscribers are told. One of them may end the
// goroutine, which keeps none of the others from their part.
func (r *Registry) announce(all []announcement) {
	defer each(all, func(a announcement) { r.publish(a.kind, a.entry) })
	each(all, func(a announcement) {
		if p, ok := a.entry.policy.(interface{ reconfigured() }); ok {
			p.reconfigured()
		}
	})
}
