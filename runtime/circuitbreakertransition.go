package runtime

import (
	"errors"
	"fmt"
)

// ErrIllegalTransition says that a circuit breaker cannot go from its state to
// the one that was asked for.
var ErrIllegalTransition = errors.New("illegal state transition")

// Close closes the breaker. As with all transitions by hand, the new state begins
// afresh, with its own counters, wait and probes; also where the breaker is in
// that state already, but then no event is published. The outcomes of calls under
// way will change nothing, and the timer of AutoHalfOpen is stopped.
func (b *CircuitBreaker) Close() { b.move(StateClosed) }

// Open opens the breaker. Its open wait begins now.
func (b *CircuitBreaker) Open() { b.move(StateOpen) }

// HalfOpen makes the breaker admit its probes now. From closed it is refused with
// ErrIllegalTransition: there is nothing to probe.
func (b *CircuitBreaker) HalfOpen() error {
	c := b.byHand()
	b.mu.Lock()
	if b.epoch.Load().state == StateClosed {
		b.mu.Unlock()
		return fmt.Errorf("circuitbreaker %s: closed to halfOpen: %w", b.name, ErrIllegalTransition)
	}
	t := b.enter(StateHalfOpen)
	b.mu.Unlock()
	b.publishTransition(&c, t)
	return nil
}

// Disable admits every call and records nothing, until another transition by hand.
func (b *CircuitBreaker) Disable() { b.move(StateDisabled) }

// ForceOpen refuses every call, until another transition by hand.
func (b *CircuitBreaker) ForceOpen() { b.move(StateForcedOpen) }

// MetricsOnly admits and records every call and never opens, until another
// transition by hand.
func (b *CircuitBreaker) MetricsOnly() { b.move(StateMetricsOnly) }

// Reset closes the breaker with empty counters. It publishes a reset event, after
// the transition if there was one.
func (b *CircuitBreaker) Reset() {
	b.move(StateClosed)
	c := b.byHand()
	if c.wanted.has(KindReset) {
		b.events.publish(b.event(&c, KindReset, b.epoch.Load()))
	}
}

func (b *CircuitBreaker) move(to State) {
	c := b.byHand()
	b.mu.Lock()
	if w := b.epoch.Load().window; w != nil {
		w.expire(now())
	}
	t := b.enter(to)
	b.mu.Unlock()
	b.publishTransition(&c, t)
}

// enter leaves the current epoch for a new one. It wants the lock.
func (b *CircuitBreaker) enter(to State) transition {
	old := b.epoch.Load()
	switch {
	case to == StateClosed:
		b.openings = 0
	case to == StateOpen && old.state != StateOpen:
		b.openings++
	}
	by := b.leave(old)
	b.epoch.Store(b.newEpoch(to, old.cfg, by))
	if old.state == to {
		return transition{}
	}
	b.transitions++
	return transition{from: old.state, to: to, sequence: b.events.transitions.Add(1)}
}

// leave ends an epoch, and returns what its successor shows if it is open.
func (b *CircuitBreaker) leave(e *epoch) judged {
	if e.timer != nil {
		e.timer.stop()
	}
	if e.window != nil {
		e.window.close()
		b.past = b.past.plus(e.window.recorded())
	}
	return e.judged()
}

// lapse is what the timer of AutoHalfOpen does at the end of the open epoch e.
func (b *CircuitBreaker) lapse(e *epoch) {
	c := b.byHand()
	b.halfOpen(&c, e)
}

// reanchor makes the wait of the open epoch e begin now, by a clock whose readings
// lie before the opening: one of the two was read in a synctest bubble.
func (b *CircuitBreaker) reanchor(e *epoch) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.epoch.Load() == e {
		b.reopen(e, e.cfg, now())
	}
}

// reopen replaces the open epoch e by one that differs in what is given.
func (b *CircuitBreaker) reopen(e *epoch, cfg *CircuitBreakerConfig, opened instant) {
	if e.timer != nil {
		e.timer.stop()
	}
	next := &epoch{state: StateOpen, refusedBefore: e.refusedBefore}
	next.configure(cfg)
	b.open(next, opened, e.openedBy)
	b.epoch.Store(next)
}

// reconfigure puts a configuration in force and keeps the state: a window of the
// same kind and size with what it holds, an open breaker's moment of opening. A
// half-open one begins afresh. Calls under way are timed and classified by the
// configuration that they started with.
func (b *CircuitBreaker) reconfigure(cfg CircuitBreakerConfig) error {
	if err := cfg.validate(); err != nil {
		return fmt.Errorf("circuitbreaker %s: %w", b.name, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.epoch.Load()
	sameWindow := cfg.WindowCalls == e.cfg.WindowCalls && cfg.WindowTime == e.cfg.WindowTime
	switch e.state {
	case StateOpen:
		b.reopen(e, &cfg, e.opened)
	case StateClosed, StateMetricsOnly:
		if !sameWindow {
			b.leave(e)
			b.epoch.Store(b.newEpoch(e.state, &cfg, judged{}))
			break
		}
		next := *e
		next.configure(&cfg)
		next.window.judgeBy(cfg.closedLimits())
		b.epoch.Store(&next)
	default:
		b.leave(e)
		b.epoch.Store(b.newEpoch(e.state, &cfg, judged{}))
	}
	return nil
}
