package runtime

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Kind says what an Event reports.
type Kind uint8

// The kinds of events. The comments name the policy that publishes each.
const (
	KindSuccess          Kind = iota // circuitbreaker: a call counted as a success
	KindError                        // circuitbreaker: a call counted as a failure
	KindIgnored                      // circuitbreaker: a call that changed no counter
	KindNotPermitted                 // circuitbreaker: a call was refused
	KindTransition                   // circuitbreaker: From became To
	KindReset                        // circuitbreaker: reset by hand
	KindRateExceeded                 // circuitbreaker: a threshold was reached
	KindRetry                        // retry: another attempt follows after Delay
	KindRetryGaveUp                  // retry: the last attempt failed
	KindRetrySuppressed              // retry: the budget forbade another attempt
	KindTimeout                      // timeout: the duration ran out
	KindPermitted                    // bulkhead, ratelimit, adaptivelimit: a call was admitted
	KindRejected                     // bulkhead, ratelimit, adaptivelimit: a call was refused
	KindFinished                     // bulkhead: a call gave its slot back
	KindLimitChanged                 // adaptivelimit: the limit moved
	KindHedge                        // hedge: a further attempt was started
	KindFallback                     // fallback: a fallback took the error
	KindLateResult                   // timeout: a detached or asynchronous call ended after its caller left
	KindInstanceAdded                // registry
	KindInstanceRemoved              // registry
	KindInstanceReplaced             // registry: Apply changed its configuration
	kindCount
)

var kindNames = [kindCount]string{
	"success", "error", "ignored", "not permitted", "transition", "reset", "rate exceeded",
	"retry", "retry gave up", "retry suppressed", "timeout", "permitted", "rejected", "finished",
	"limit changed", "hedge", "fallback", "late result",
	"instance added", "instance removed", "instance replaced",
}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if k >= kindCount {
		return "unknown"
	}
	return kindNames[k]
}

// An Event reports what one policy did. Fields that do not apply are zero.
type Event struct {
	Kind     Kind
	Policy   string // the directive's name, such as "retry"
	Instance string // the policy instance's name
	Group    string // the instance's group, for dashboards
	Method   string // the pipeline's name, such as "tracking.Client.Track"
	Attempt  int    // counted from 1
	Err      error
	Duration time.Duration // how long the call took, where it was measured
	Delay    time.Duration // how long until the next attempt
	From, To State         // of a transition
	Rate     float64       // the threshold in percent that a rate reached
	Slow     bool          // of KindRateExceeded: the rate is that of slow calls
	Limit    int           // the new limit of an adaptive limiter
	Sequence uint64        // of a transition: those of the breakers that share their Events, in order
	Context  context.Context
	Time     time.Time
}

// Events distributes events to subscribers. A registry has one that all its
// instances share; a primitive made by hand has its own. The zero value is
// ready to use. Without subscribers, a call pays one atomic load for it.
type Events struct {
	// wanted has the bit of each kind that somebody subscribed to.
	wanted      atomic.Uint32
	subscribers atomic.Pointer[[]*subscriber]
	mu          sync.Mutex // serializes changes of subscribers
	panics      atomic.Uint64
	// transitions numbers those of all circuit breakers that publish here, so that
	// a breaker which follows another one under its name goes on where that one was.
	transitions atomic.Uint64
}

type subscriber struct {
	kinds kindSet
	fn    func(Event)
}

type kindSet uint32

func (s kindSet) has(k Kind) bool { return s&(1<<k) != 0 }

// Subscribe calls fn for each event of the given kinds, of all kinds if none is
// given, until the returned function is called. It runs on the goroutine of the
// call that caused the event, after all locks are released and before the call
// returns, so it may call anything, and what it takes the call takes longer. A
// panic in it is recovered and counted; runtime.Goexit ends the call's goroutine,
// and what the call holds is given back.
func (e *Events) Subscribe(fn func(Event), kinds ...Kind) (unsubscribe func()) {
	s := &subscriber{fn: fn}
	for _, k := range kinds {
		s.kinds |= 1 << k
	}
	if len(kinds) == 0 {
		s.kinds = 1<<kindCount - 1
	}
	e.change(func(all []*subscriber) []*subscriber { return append(all, s) })
	return func() {
		e.change(func(all []*subscriber) []*subscriber {
			return slices.DeleteFunc(all, func(o *subscriber) bool { return o == s })
		})
	}
}

// ListenerPanics counts the panics that were recovered from subscribers.
func (e *Events) ListenerPanics() uint64 { return e.panics.Load() }

// change replaces the subscribers by what edit makes of a copy of them.
func (e *Events) change(edit func([]*subscriber) []*subscriber) {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := edit(slices.Clone(e.list()))
	var wanted kindSet
	for _, s := range all {
		wanted |= s.kinds
	}
	e.subscribers.Store(&all)
	e.wanted.Store(uint32(wanted))
}

func (e *Events) list() []*subscriber {
	if all := e.subscribers.Load(); all != nil {
		return *all
	}
	return nil
}

// wants returns the kinds that have a subscriber.
func (e *Events) wants() kindSet { return kindSet(e.wanted.Load()) }

// publish stamps ev and hands it to its subscribers. Callers ask wants first,
// so that an event nobody wants is never made.
func (e *Events) publish(ev Event) {
	ev.Time = time.Now()
	for _, s := range e.list() {
		if s.kinds.has(ev.Kind) {
			e.deliver(s, ev)
		}
	}
}

func (e *Events) deliver(s *subscriber, ev Event) {
	defer func() {
		if recover() != nil {
			e.panics.Add(1)
		}
	}()
	s.fn(ev)
}
