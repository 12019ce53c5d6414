package runtime

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// A TimeoutConfig says how long a call may take. At least one of its fields is set.
type TimeoutConfig struct {
	// Duration bounds each attempt: up to a year, and to Total; 0 is no bound.
	Duration time.Duration
	// Total bounds the whole call, retries and waits included: up to a year; 0 is
	// no bound.
	Total time.Duration
}

// DefaultTimeoutConfig returns a configuration without bounds, which is yet to be
// filled: a timeout has no default.
func DefaultTimeoutConfig() TimeoutConfig { return TimeoutConfig{} }

// validate holds the configuration against the bounds of the directive.
func (c TimeoutConfig) validate() error { return c.statement().check() }

// A Timeout bounds the time that calls take. It is cooperative: it gives the
// call a context with a deadline and does not return before the call does.
type Timeout struct {
	name   string
	events *Events
	limits atomic.Pointer[timeoutLimits]
	// What TimeoutMetrics has.
	attempts, calls atomic.Uint64
}

// TimeoutMetrics counts what a Timeout has ended since it was made.
type TimeoutMetrics struct {
	// Attempts is the number of attempts that took longer than Duration, or of
	// calls whose attempts did together where an Order makes that the limit.
	Attempts uint64 `json:"attempts"`
	// Calls is the number of calls that took longer than Total.
	Calls uint64 `json:"calls"`
}

// timeoutLimits is one configuration of a Timeout. A call that started with it
// keeps it.
type timeoutLimits struct {
	config TimeoutConfig
	// The causes of the contexts that the policy makes: one for all calls.
	attempt, together, total *TimeoutError
	// Where the limits of asynchronous calls wait.
	attempts, totals *timerQueue
}

// NewTimeout returns a timeout that publishes to events of its own. A configuration
// out of bounds is an error.
func NewTimeout(name string, cfg TimeoutConfig) (*Timeout, error) {
	return newTimeout(name, cfg, new(Events))
}

func newTimeout(name string, cfg TimeoutConfig, events *Events) (*Timeout, error) {
	t := &Timeout{name: name, events: events}
	if err := t.reconfigure(cfg); err != nil {
		return nil, err
	}
	return t, nil
}

// reconfigure changes the limits of the calls that start from now on.
func (t *Timeout) reconfigure(cfg TimeoutConfig) error {
	if err := cfg.validate(); err != nil {
		return fmt.Errorf("timeout %s: %w", t.name, err)
	}
	t.limits.Store(&timeoutLimits{
		config:   cfg,
		attempt:  &TimeoutError{Instance: t.name, Duration: cfg.Duration},
		together: &TimeoutError{Instance: t.name, Duration: cfg.Duration, together: true},
		total:    &TimeoutError{Instance: t.name, Duration: cfg.Total, Total: true},

		attempts: newTimeoutQueue(),
		totals:   newTimeoutQueue(),
	})
	return nil
}

// Name returns the name of the instance.
func (t *Timeout) Name() string { return t.name }

// Events returns where the timeout publishes KindTimeout.
func (t *Timeout) Events() *Events { return t.events }

// Config returns the configuration in force.
func (t *Timeout) Config() TimeoutConfig { return t.limits.Load().config }

// Metrics returns the counters.
func (t *Timeout) Metrics() TimeoutMetrics {
	return TimeoutMetrics{Attempts: t.attempts.Load(), Calls: t.calls.Load()}
}

// Do runs fn with a context whose deadline is the sooner of the two limits, and
// returns when fn does. An error that comes after the deadline is returned
// inside a *TimeoutError, a success that comes after it is a success. A ctx that
// is already over runs nothing.
func (t *Timeout) Do(ctx context.Context, fn func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var c call
	c.byHand(ctx, t.events)
	var g guards
	g.limit(t, t.limits.Load().sooner())
	_, err := g.run(&c, ctx, func(ctx context.Context) (Verdict, error) { return 0, fn(ctx) })
	return err
}

// sooner returns the cause of the limit that a single attempt meets first.
func (l *timeoutLimits) sooner() *TimeoutError {
	if l.config.Duration > 0 {
		return l.attempt // a total is no sooner
	}
	return l.total
}

// ofDuration returns the cause of the limit that Duration sets: around each
// attempt, or around all of them together.
func (l *timeoutLimits) ofDuration(together bool) *TimeoutError {
	if together {
		return l.together
	}
	return l.attempt
}

// expired is the error of a call that ended with err, took that long, and was
// over only after the limit that cause stands for.
func (t *Timeout) expired(c *call, cause *TimeoutError, err error, took time.Duration) error {
	timeout := cause
	if err != context.DeadlineExceeded {
		timeout = cause.with(err)
	}
	t.report(c, timeout, took)
	return timeout
}

// report counts and publishes that a call timed out after it took that long.
func (t *Timeout) report(c *call, timeout *TimeoutError, took time.Duration) {
	if timeout.Total {
		t.calls.Add(1)
	} else {
		t.attempts.Add(1)
	}
	if !c.wanted.has(KindTimeout) {
		return
	}
	ev := c.event(KindTimeout, "timeout", t.name, "")
	ev.Err = timeout
	ev.Duration = took
	t.events.publish(ev)
}

// with returns the error of a call that returned err after it timed out.
func (e *TimeoutError) with(err error) *TimeoutError {
	timeout := *e
	timeout.Err = err
	return &timeout
}
