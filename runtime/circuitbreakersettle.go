package runtime

import (
	"context"
	"errors"
	"time"
)

// classify says how the permit's call, which returned, counts. It judges by the
// context that the caller gave, whatever error came back: a call that its caller
// cancelled is neutral, and so is one that a policy inside refused. The call's own
// context, ctx, is the caller's or one of ours that ends no later.
func (b *CircuitBreaker) classify(c *call, ctx context.Context, p breakerPermit, v Verdict, err error) outcome {
	switch {
	case err != nil:
		return b.classifyError(c, ctx, p, err)
	case v&RecordResult != 0:
		return failure
	default:
		return success
	}
}

func (b *CircuitBreaker) classifyError(c *call, ctx context.Context, p breakerPermit, err error) outcome {
	if err = lastReached(err); refusal(err) {
		return neutral
	}
	cfg := p.epoch.cfg
	switch {
	case c.gone(ctx), cfg.IgnoreCallerDeadline && c.late(ctx) && !errors.Is(err, ErrTimeout):
		return neutral
	case matchesAny(cfg.IgnoreOn, err), cfg.IgnoreIf != nil && cfg.IgnoreIf(err):
		return neutral
	case matchesAny(cfg.RecordOn, err), cfg.RecordIf != nil && cfg.RecordIf(err):
		return failure
	case len(cfg.RecordOn) > 0, cfg.RecordIf != nil:
		return success
	}
	return failure
}

// settle gives the permit back and records how the call ended. took is how long
// it ran, used if timed; at is when it ended, used if clocked. Outcomes of calls
// that an earlier state admitted change nothing.
func (b *CircuitBreaker) settle(c *call, p breakerPermit, o outcome, err error, took time.Duration, at instant) {
	e := p.epoch
	if o == success && took <= e.slowAfter && (e.quick != nil && e.quick.succeed() || e.succeed(at)) {
		if c.wanted.has(KindSuccess) {
			b.publishOutcome(c, e, o, err, took)
		}
		return
	}
	switch {
	case e.window == nil: // disabled
	case o == neutral && e.probes == nil:
		b.ignore(c, b.epoch.Load(), err, took)
	default:
		b.conclude(c, p, o, err, took, at)
	}
}

// conclude settles what cannot be settled without the lock.
func (b *CircuitBreaker) conclude(c *call, p breakerPermit, o outcome, err error, took time.Duration, at instant) {
	var crossed rates
	var t transition
	b.mu.Lock()
	e := b.epoch.Load()
	// A new configuration keeps the window; see reconfigure.
	current := e.window == p.epoch.window
	if current {
		if e.probes != nil {
			e.probes.end(p.admitted, o)
		}
		if o != neutral {
			crossed, t = b.record(e, o, took > p.epoch.slowAfter, at)
		}
	}
	b.mu.Unlock()

	if o == neutral || !current {
		b.ignore(c, e, err, took)
		return
	}
	b.publishOutcome(c, e, o, err, took)
	b.publishCrossed(c, e, crossed)
	b.publishTransition(c, t)
}

// record adds an outcome to the window of the current epoch, and moves the
// breaker if that decides.
func (b *CircuitBreaker) record(e *epoch, o outcome, slow bool, at instant) (crossed rates, t transition) {
	var m mark
	if o == failure {
		m |= markFailed
	}
	if slow {
		m |= markSlow
	}
	crossed, reached := e.window.record(m, at)
	switch e.state {
	case StateClosed:
		if reached != 0 {
			t = b.enter(StateOpen)
		}
	case StateHalfOpen:
		switch {
		case reached != 0:
			t = b.enter(StateOpen)
		case e.window.counts().calls == e.cfg.halfOpenLimits().minCalls:
			t = b.enter(StateClosed)
		}
	}
	return crossed, t
}

// ignore counts and publishes a call that changed no window. e is the epoch that
// the breaker is in; the states that record nothing publish nothing.
func (b *CircuitBreaker) ignore(c *call, e *epoch, err error, took time.Duration) {
	if e.window == nil && e.state != StateOpen {
		return
	}
	b.ignored.Add(1)
	if c.wanted.has(KindIgnored) {
		ev := b.event(c, KindIgnored, e)
		ev.Err, ev.Duration = err, took
		b.events.publish(ev)
	}
}
