package runtime

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const policyAdaptiveLimit = "adaptivelimit"

// An AdaptiveLimiter bounds how many calls run at a time by a limit that it moves
// by what it measures: up while the callee keeps its latency, down when it slows
// down or fails. Nobody waits; a call above the limit is refused. It is safe for
// concurrent use.
//
// The limit moves once a window, of four times as many calls as the limit, and
// from 20 to 1000.
type AdaptiveLimiter struct {
	name     string
	events   *Events
	inFlight atomic.Int64
	limit    atomic.Int64 // the limit in force
	samples  samples
	config   atomic.Pointer[AdaptiveLimiterConfig]
	rejected atomic.Uint64
	exceeded *RejectedError // made once: a refusal allocates nothing

	mu        sync.Mutex // guards what follows, and changes of config and limit
	algorithm limitAlgorithm
	estimate  int // the limit, but for the windows in which the algorithm measures
}

// NewAdaptiveLimiter makes an adaptive limiter with events of its own. It fails
// if cfg is out of bounds.
func NewAdaptiveLimiter(name string, cfg AdaptiveLimiterConfig) (*AdaptiveLimiter, error) {
	return newAdaptiveLimiter(name, cfg, new(Events))
}

func newAdaptiveLimiter(name string, cfg AdaptiveLimiterConfig, events *Events) (*AdaptiveLimiter, error) {
	l := &AdaptiveLimiter{
		name:     name,
		events:   events,
		exceeded: &RejectedError{Policy: policyAdaptiveLimit, Instance: name, reason: ErrLimitExceeded},
		estimate: cfg.Initial,
	}
	if err := l.reconfigure(cfg); err != nil {
		return nil, err
	}
	return l, nil
}

// Name returns the instance's name.
func (l *AdaptiveLimiter) Name() string { return l.name }

// Events returns where the adaptive limiter publishes its events.
func (l *AdaptiveLimiter) Events() *Events { return l.events }

// Config returns the configuration in force.
func (l *AdaptiveLimiter) Config() AdaptiveLimiterConfig { return *l.config.Load() }

// reconfigure replaces the configuration. The limit stays, as far as the bounds
// allow; another algorithm begins without a memory.
func (l *AdaptiveLimiter) reconfigure(cfg AdaptiveLimiterConfig) error {
	if err := cfg.validate(); err != nil {
		return fmt.Errorf("adaptivelimit %s: %w", l.name, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if old := l.config.Load(); old == nil || old.Algorithm != cfg.Algorithm {
		l.algorithm = newLimitAlgorithm(cfg.Algorithm)
	}
	l.config.Store(&cfg)
	l.set(l.estimate, false)
	return nil
}

// set makes estimate the limit, or half of it, within the bounds.
func (l *AdaptiveLimiter) set(estimate int, half bool) {
	cfg := l.config.Load()
	l.estimate = min(max(estimate, cfg.Min), cfg.Max)
	inForce := l.estimate
	if half {
		inForce = max(inForce/2, cfg.Min)
	}
	l.limit.Store(int64(inForce))
}

// Do runs fn if the limit allows. A nil error is a success and feeds the
// measurement, any other error is a failure, except where ctx was cancelled, or a
// policy further in refused the call: that says nothing about the callee. A panic
// or runtime.Goexit in fn is a failure.
func (l *AdaptiveLimiter) Do(ctx context.Context, fn func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var c call
	c.byHand(ctx, l.events)
	if err := l.acquire(&c); err != nil {
		return err
	}
	start, err := now(), errUnwound
	defer func() { l.judge(&c, c.ctx, 0, err, now()-start) }()
	err = fn(ctx)
	return err
}

// acquire admits a call unless as many as the limit are under way.
func (l *AdaptiveLimiter) acquire(c *call) error {
	for {
		n := l.inFlight.Load()
		if n >= l.limit.Load() {
			return l.refuse(c)
		}
		if l.inFlight.CompareAndSwap(n, n+1) {
			if c.wanted.has(KindPermitted) {
				l.publishPermitted(c)
			}
			return nil
		}
	}
}

// publishPermitted takes the call back if a listener ends the goroutine, which
// then never makes it.
func (l *AdaptiveLimiter) publishPermitted(c *call) {
	returned := false
	defer func() {
		if !returned {
			l.inFlight.Add(-1)
		}
	}()
	l.events.publish(l.event(c, KindPermitted))
	returned = true
}

func (l *AdaptiveLimiter) refuse(c *call) error {
	l.rejected.Add(1)
	if c.wanted.has(KindRejected) {
		ev := l.event(c, KindRejected)
		ev.Err = l.exceeded
		l.events.publish(ev)
	}
	return l.exceeded
}

// judge ends a call that returned err.
func (l *AdaptiveLimiter) judge(c *call, ctx context.Context, v Verdict, err error, took time.Duration) {
	o := outcomeOf(c, ctx, v, err)
	if o == failure {
		// The error's own methods may panic: the place is given back all the same.
		defer func() { l.release(c, o, took) }()
		if refusal(lastReached(err)) {
			o = neutral
		}
		return
	}
	l.release(c, o, took)
}

// release ends a call that acquire admitted. A success feeds the measurement with
// how long it took, a failure counts as a sign of overload, and a neutral call
// leaves no trace.
func (l *AdaptiveLimiter) release(c *call, o outcome, took time.Duration) {
	limit := l.limit.Load()
	busy := 2*l.inFlight.Add(-1)+2 >= limit
	if o == neutral {
		return
	}
	if window, full := l.samples.add(windowSize(int(limit)), o == failure, busy, took); full {
		l.update(c, window)
	}
}

// update moves the limit by what a window of calls has shown.
func (l *AdaptiveLimiter) update(c *call, window sampleWindow) {
	before, after := l.follow(window)
	if before != after && c.wanted.has(KindLimitChanged) {
		ev := l.event(c, KindLimitChanged)
		ev.Limit = after
		l.events.publish(ev)
	}
}

func (l *AdaptiveLimiter) follow(window sampleWindow) (before, after int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before = l.estimate
	l.set(l.algorithm.next(window, before))
	return before, l.estimate
}

func (l *AdaptiveLimiter) event(c *call, kind Kind) Event {
	return c.event(kind, policyAdaptiveLimit, l.name, l.config.Load().Group)
}
