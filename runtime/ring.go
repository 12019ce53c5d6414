package runtime

import (
	"cmp"
	"slices"
	"sync"
)

// A ring keeps the last events that it was given.
type ring struct {
	mu     sync.Mutex
	events []Event // grows to its capacity, then wraps
	next   int     // where the next event goes: the place of the oldest, once full
}

// maxRecent is the largest size of a ring.
const maxRecent = 1_000_000

// newRing makes a ring of size places, all allocated at once.
func newRing(size int) *ring { return &ring{events: make([]Event, 0, size)} }

// add puts ev in the place of the oldest event. It drops the context, which
// could keep a whole request alive.
func (r *ring) add(ev Event) {
	ev.Context = nil
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.events) < cap(r.events) {
		r.events = append(r.events, ev)
		return
	}
	r.events[r.next] = ev
	r.next = (r.next + 1) % len(r.events)
}

// list returns the events, the oldest first, and the transitions of the breakers
// of each name in the order in which they happened.
func (r *ring) list() []Event {
	r.mu.Lock()
	events := slices.Concat(r.events[r.next:], r.events[:r.next])
	r.mu.Unlock()
	orderTransitions(events)
	return events
}

// orderTransitions sorts the transitions under each name by their sequence, in
// the places that they have: two goroutines that move one breaker may publish
// in either order.
func orderTransitions(events []Event) {
	places := make(map[string][]int)
	for i, ev := range events {
		if ev.Kind == KindTransition {
			places[ev.Instance] = append(places[ev.Instance], i)
		}
	}
	for _, at := range places {
		sorted := make([]Event, len(at))
		for i, place := range at {
			sorted[i] = events[place]
		}
		slices.SortStableFunc(sorted, func(a, b Event) int { return cmp.Compare(a.Sequence, b.Sequence) })
		for i, place := range at {
			events[place] = sorted[i]
		}
	}
}
