package runtime

import (
	"context"
	"time"
)

// A transition is a move from one state to another; zero if there was none.
type transition struct {
	from, to State
	sequence uint64
}

// All events are published with no lock held.

func (b *CircuitBreaker) event(c *call, kind Kind, e *epoch) Event {
	return c.event(kind, policyCircuitBreaker, b.name, e.cfg.Group)
}

// publishOutcome publishes a recorded outcome.
func (b *CircuitBreaker) publishOutcome(c *call, e *epoch, o outcome, err error, took time.Duration) {
	kind := KindSuccess
	if o == failure {
		kind = KindError
	}
	if c.wanted.has(kind) {
		ev := b.event(c, kind, e)
		ev.Err, ev.Duration = err, took
		b.events.publish(ev)
	}
}

// publishCrossed publishes each rate that came to its threshold.
func (b *CircuitBreaker) publishCrossed(c *call, e *epoch, crossed rates) {
	if crossed == 0 || !c.wanted.has(KindRateExceeded) {
		return
	}
	ev := b.event(c, KindRateExceeded, e)
	if crossed&rateFailure != 0 {
		ev.Rate = e.cfg.FailureRate
		b.events.publish(ev)
	}
	if crossed&rateSlow != 0 {
		ev.Rate, ev.Slow = e.cfg.SlowRate, true
		b.events.publish(ev)
	}
}

func (b *CircuitBreaker) publishTransition(c *call, t transition) {
	if t.to == 0 || !c.wanted.has(KindTransition) {
		return
	}
	ev := b.event(c, KindTransition, b.epoch.Load())
	ev.From, ev.To, ev.Sequence = t.from, t.to, t.sequence
	b.events.publish(ev)
}

// byHand is the call that events report which no call caused.
func (b *CircuitBreaker) byHand() call {
	return call{ctx: context.Background(), wanted: b.events.wants()}
}
