package runtime

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
)

// A Registry keeps the instances of policies by name, for all wrappers and
// hand-made pipelines of a program, and configures them: from directives or
// configurations in the code, from shared configurations, from overrides, and
// from the environment. It is safe for concurrent use. See docs/registry.md.
type Registry struct {
	events Events
	recent *ring // nil: not asked for

	mu        sync.Mutex // guards what follows
	store     Store
	layering  layering
	pipelines map[string]*record
}

// NewRegistry makes an empty registry. Nothing is read that the options do not
// give it: no file, no environment.
//
// The error joins everything that is wrong with the overrides: syntax, unknown
// policies and keys, values out of bounds, and shared configurations whose base
// is missing. The names of instances are checked when they are claimed; see
// Unused.
func NewRegistry(options ...RegistryOption) (*Registry, error) {
	settings := registrySettings{store: make(mapStore), overrides: make(map[string]string)}
	var optionErr error
	for _, option := range options {
		if option == nil {
			optionErr = errors.New("an option is nil")
			continue
		}
		option(&settings)
	}
	file, fileErr := parseOverrides(dotted, settings.overrides)
	env, envErr := parseEnvironment(settings.environment)
	r := &Registry{
		store:     settings.store,
		layering:  layering{file: file, environment: env},
		pipelines: make(map[string]*record),
	}
	err := errors.Join(optionErr, fileErr, envErr, r.layering.check())
	if settings.store == nil {
		err = errors.Join(err, errors.New("store is nil"))
	}
	if settings.recent < 0 || settings.recent > maxRecent {
		err = errors.Join(err, fmt.Errorf("recent events: %d is not between 0 and %d", settings.recent, maxRecent))
	}
	if err != nil {
		return nil, fmt.Errorf("resilience registry: %w", err)
	}
	if settings.recent > 0 {
		r.recent = newRing(settings.recent)
		r.events.Subscribe(r.recent.add, settings.recentKinds...)
	}
	return r, nil
}

// Events returns what all instances and pipelines of the registry publish to,
// and the registry itself: KindInstanceAdded, KindInstanceRemoved and
// KindInstanceReplaced.
func (r *Registry) Events() *Events { return &r.events }

// RecentEvents returns the last events, the oldest first, without their
// contexts; none unless the registry was made with WithRecentEvents.
// The transitions of one breaker are in the order in which they happened, even
// where two goroutines published them the other way round; so are those of
// breakers that were registered under one name one after the other.
func (r *Registry) RecentEvents() []Event {
	if r.recent == nil {
		return nil
	}
	return r.recent.list()
}

// Unused returns the overrides and environment variables, by key, that no
// instance has asked for so far. After everything is constructed, they are
// misspelt names or leftovers.
func (r *Registry) Unused() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.layering.unused(r.entries())
}

// Ignored returns the overrides that have no effect on an instance because its
// directive says locked=true, sorted by policy and instance.
func (r *Registry) Ignored() []IgnoredOverride {
	r.mu.Lock()
	defer r.mu.Unlock()
	return ignored(r.entries())
}

// Lookup returns the policy of type P and that name:
//
//	breaker, ok := resilience.Lookup[*resilience.CircuitBreaker](reg, "tracking.Client")
//
// It is the same one for as long as it is in the registry, whatever Apply changes.
func Lookup[P Policy](r *Registry, name string) (policy P, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entry := r.find(instanceID{policyName(policy), name})
	if entry == nil {
		return policy, false
	}
	return entry.policy.(P), true
}

// Policies returns the policies of type P, sorted by name:
//
//	for breaker := range resilience.Policies[*resilience.CircuitBreaker](reg) {
//		health[breaker.Name()] = breaker.State()
//	}
//
// With P being Policy it returns the policies of all types.
func Policies[P Policy](r *Registry) iter.Seq[P] {
	return func(yield func(P) bool) {
		r.mu.Lock()
		entries := r.entries()
		r.mu.Unlock()
		for _, e := range entries {
			if policy, ok := e.policy.(P); ok && !yield(policy) {
				return
			}
		}
	}
}

// Remove forgets the instance of that policy and name, and the pipelines that
// use it; it reports whether there was one. Who holds the instance or such a
// pipeline can go on using it, but Apply does not reach it any more.
func (r *Registry) Remove(policy, name string) bool {
	r.mu.Lock()
	entry := r.find(instanceID{policy, name})
	if entry != nil {
		r.store.Delete(policy, name)
		maps.DeleteFunc(r.pipelines, func(_ string, rec *record) bool { return rec.uses(entry) })
	}
	r.mu.Unlock()
	if entry == nil {
		return false
	}
	r.publish(KindInstanceRemoved, entry)
	return true
}

// publish reports what happened to an instance. The registry is not locked.
func (r *Registry) publish(kind Kind, e *Entry) {
	if r.events.wants().has(kind) {
		r.events.publish(Event{
			Kind: kind, Policy: e.id.policy, Instance: e.id.name, Group: e.Group(),
			Context: context.Background(),
		})
	}
}

// find returns the entry of that id, nil if there is none. The store may have
// dropped it while a pipeline uses it.
func (r *Registry) find(id instanceID) *Entry {
	if e := r.store.Get(id.policy, id.name); e != nil {
		return e
	}
	for e := range r.used() {
		if e.id == id {
			return e
		}
	}
	return nil
}

// entries returns what is in the store and what pipelines use, sorted by policy
// and name.
func (r *Registry) entries() []*Entry {
	found := make(map[*Entry]bool)
	for e := range r.store.All() {
		found[e] = true
	}
	for e := range r.used() {
		found[e] = true
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b *Entry) int { return a.id.compare(b.id) })
}

// used returns the entries that pipelines use, some of them several times.
func (r *Registry) used() iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for _, rec := range r.pipelines {
			for _, m := range rec.members {
				if m.entry != nil && !yield(m.entry) {
					return
				}
			}
		}
	}
}
