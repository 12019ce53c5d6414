package runtime

import (
	"iter"
	"maps"
)

// A Store is where one registry keeps its instances. The registry has a map of
// its own; give it another store with WithStore to bound the number of
// instances whose names come from data (a breaker for each tenant), or to count
// them as they come and go.
//
// The registry calls its store with its lock held: a store needs no lock, and
// must not call the registry. It may drop an instance at any time: the registry
// still knows those that pipelines use, and makes any other anew when its name
// is asked for.
type Store interface {
	// Get returns the instance of a policy and a name, nil if there is none.
	Get(policy, name string) *Entry
	// Put keeps an instance, which Get does not know yet.
	Put(*Entry)
	// Delete forgets an instance, which may be unknown.
	Delete(policy, name string)
	// All returns every instance, in any order.
	All() iter.Seq[*Entry]
}

// mapStore is the store that keeps everything.
type mapStore map[instanceID]*Entry

func (s mapStore) Get(policy, name string) *Entry { return s[instanceID{policy, name}] }
func (s mapStore) Put(e *Entry)                   { s[e.id] = e }
func (s mapStore) Delete(policy, name string)     { delete(s, instanceID{policy, name}) }
func (s mapStore) All() iter.Seq[*Entry]          { return maps.Values(s) }
