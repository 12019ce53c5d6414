package runtime

import (
	"math"
	"time"
)

// An epoch is one stay in one state. A breaker points to its epoch and a permit
// to the one that admitted it, so the outcome of a call that began in an earlier
// state is known by the pointer. What is not guarded by the breaker's lock never
// changes once the epoch is published.
type epoch struct {
	state State
	cfg   *CircuitBreakerConfig
	// slowAfter is cfg.SlowCall, or longer than any call.
	slowAfter time.Duration
	readings  readings

	// window is nil in the states that record nothing.
	window window
	// quick is the window's ledger, where a success may go there without the lock
	// and without the time.
	quick *ledger
	// rejection is what refused calls get; nil in the states that admit all.
	rejection *RejectedError

	// Half-open only.
	probes *probes

	// Open only.
	opened   instant
	wait     time.Duration
	openedBy judged
	timer    *bubbleTimer // with AutoHalfOpen

	// refusedBefore is the breaker's count of refused calls when the epoch began.
	refusedBefore uint64
}

// readings are the readings of the clock that a call needs.
type readings uint8

const (
	readStart readings = 1 << iota // to know how long it took
	readEnd
)

// judged are the counts of a window, and what they are compared with.
type judged struct {
	counts counts
	limits limits
}

// newEpoch begins a stay in a state, with counters of its own. It wants the
// breaker's lock. openedBy is what an open breaker shows.
func (b *CircuitBreaker) newEpoch(state State, cfg *CircuitBreakerConfig, openedBy judged) *epoch {
	e := &epoch{state: state, refusedBefore: b.refused.Load()}
	e.configure(cfg)
	switch state {
	case StateClosed, StateMetricsOnly:
		if cfg.WindowTime > 0 {
			e.window = newTimeWindow(cfg.WindowTime, cfg.closedLimits(), 0, now())
		} else {
			w := newCountWindow(uint64(cfg.WindowCalls), cfg.closedLimits(), 0)
			e.window, e.quick = w, &w.ledger
		}
	case StateHalfOpen:
		limits := cfg.halfOpenLimits()
		e.window = newCountWindow(limits.minCalls, limits, 0)
		e.probes = newProbes(cfg.HalfOpenCalls)
		e.rejection = b.newRejection(state)
	case StateOpen:
		b.open(e, now(), openedBy)
	case StateForcedOpen:
		e.rejection = b.newRejection(state)
	}
	return e
}

// succeed records a quick success, if the lock is not needed for it.
func (e *epoch) succeed(at instant) bool {
	return e.window != nil && e.probes == nil && e.window.succeed(at)
}

func (e *epoch) configure(cfg *CircuitBreakerConfig) {
	e.cfg, e.slowAfter, e.readings = cfg, math.MaxInt64, 0
	if cfg.SlowCall > 0 {
		e.slowAfter = cfg.SlowCall
		e.readings |= readStart | readEnd
	}
	if cfg.WindowTime > 0 {
		e.readings |= readEnd
	}
}

// open makes e an open epoch that began at the instant.
func (b *CircuitBreaker) open(e *epoch, opened instant, by judged) {
	e.opened, e.openedBy = opened, by
	e.wait = e.cfg.openWait(b.openings)
	e.rejection = b.newRejection(StateOpen)
	e.rejection.retryAt = opened + min(e.wait, math.MaxInt64/2) // what is left of it cannot overflow
	if e.cfg.AutoHalfOpen {
		left := e.wait - max(0, now()-opened)
		e.timer = startBubbleTimer(left, func() { b.lapse(e) })
	}
}

// newRejection makes the error that all the refused calls of an epoch share, so
// that refusing allocates nothing.
func (b *CircuitBreaker) newRejection(state State) *RejectedError {
	return &RejectedError{
		Policy: policyCircuitBreaker, Instance: b.name, State: state, reason: ErrCallNotPermitted,
	}
}
