package runtime

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const policyRateLimit = "ratelimit"

// A RateLimiter bounds how many calls start in a time: it gives Limit permits in
// each Period, evenly spread, and up to Burst of them at once after a pause. A
// refusal consumes nothing and says when to come back. It is safe for concurrent
// use.
type RateLimiter struct {
	name   string
	events *Events

	// arrival is the theoretical arrival time of the next permit: all that has
	// been given or promised lies before it. An instant that the clock has passed
	// is a full burst.
	arrival atomic.Int64
	// horizon is how far ahead of the clock arrival can lie. Beyond it, it comes
	// from another era: the clock of a test's bubble starts anew in each. It only
	// grows, so that a change of the configuration is not taken for another era.
	horizon atomic.Int64
	pace    atomic.Pointer[pace]

	mu       sync.Mutex // guards waiters, and changes of pace
	waiters  permitQueue
	rejected atomic.Uint64
}

// A pace is a rate limiter's configuration and what follows from it.
type pace struct {
	RateLimiterConfig
	gcra
}

// NewRateLimiter makes a rate limiter with events of its own, whose first burst
// is there. It fails if cfg is out of bounds.
func NewRateLimiter(name string, cfg RateLimiterConfig) (*RateLimiter, error) {
	return newRateLimiter(name, cfg, new(Events))
}

func newRateLimiter(name string, cfg RateLimiterConfig, events *Events) (*RateLimiter, error) {
	l := &RateLimiter{name: name, events: events}
	if err := l.reconfigure(cfg); err != nil {
		return nil, err
	}
	return l, nil
}

// Name returns the instance's name.
func (l *RateLimiter) Name() string { return l.name }

// Events returns where the rate limiter publishes its events.
func (l *RateLimiter) Events() *Events { return l.events }

// Config returns the configuration in force.
func (l *RateLimiter) Config() RateLimiterConfig { return l.pace.Load().RateLimiterConfig }

// SetLimit changes the rate and the burst, each within the bounds of
// RateLimiterConfig, or leaves both as they were. The permits that have been used
// of the burst stay used. Those who wait keep the instant they were promised, and
// the new rate begins behind them.
func (l *RateLimiter) SetLimit(limit int, period time.Duration, burst int) error {
	return l.change(func(cfg *RateLimiterConfig) {
		cfg.Limit, cfg.Period, cfg.Burst = limit, period, burst
	})
}

func (l *RateLimiter) reconfigure(cfg RateLimiterConfig) error {
	return l.change(func(old *RateLimiterConfig) { *old = cfg })
}

// change puts what edit makes of the configuration in force, if it is valid.
func (l *RateLimiter) change(edit func(*RateLimiterConfig)) error {
	l.lock()
	defer l.mu.Unlock()
	old := l.pace.Load()
	var cfg RateLimiterConfig
	if old != nil {
		cfg = old.RateLimiterConfig
	}
	edit(&cfg)
	if err := cfg.validate(); err != nil {
		return fmt.Errorf("ratelimit %s: %w", l.name, err)
	}
	next := &pace{RateLimiterConfig: cfg, gcra: newGCRA(cfg.Limit, cfg.Period, cfg.Burst)}
	l.widen(next.tolerance + cfg.MaxWait)
	if old == nil {
		l.arrival.Store(int64(now()))
	} else {
		l.carryOver(&old.gcra, &next.gcra)
	}
	l.pace.Store(next)
	return nil
}

// carryOver restates arrival, which counts by the old rate, by the next one.
func (l *RateLimiter) carryOver(old, next *gcra) {
	at := now()
	for {
		arrival := l.arrival.Load()
		var restated instant
		if l.waiters.list.Len() > 0 {
			restated = l.waiters.tail + next.tolerance
			l.widen(restated - at)
		} else {
			restated = at + next.convert(l.after(instant(arrival), at)-at, old)
		}
		if l.arrival.CompareAndSwap(arrival, int64(restated)) {
			return
		}
	}
}

func (l *RateLimiter) widen(horizon instant) {
	l.horizon.Store(max(l.horizon.Load(), int64(horizon)))
}

// A claim is the answer to a request for permits.
type claim struct {
	ok bool
	// wait is how long until the permits are there, if it is bearable (ok) or not.
	// It is negative if there will never be as many.
	wait instant
	// cost is by how much the claim moved arrival.
	cost instant
}

// take claims n permits at the given instant, at least 1, if they are there
// within maxWait.
func (l *RateLimiter) take(at instant, n int, maxWait instant) claim {
	for {
		pace := l.pace.Load()
		if n > pace.Burst {
			return claim{wait: -1}
		}
		arrival := l.arrival.Load()
		from := l.after(instant(arrival), at)
		cost := pace.step(from, n)
		wait := max(0, from+cost-at-pace.tolerance)
		if wait > maxWait {
			return claim{wait: wait}
		}
		if l.arrival.CompareAndSwap(arrival, int64(from+cost)) {
			return claim{ok: true, wait: wait, cost: cost}
		}
	}
}

// after returns from which instant on the next permit counts: from arrival, or
// from at if that is past or of another era.
func (l *RateLimiter) after(arrival, at instant) instant {
	if ahead := arrival - at; ahead < 0 || ahead > instant(l.horizon.Load()) {
		return at
	}
	return arrival
}

// Allow takes a permit if one is there.
func (l *RateLimiter) Allow() bool { return l.AllowN(1) }

// AllowN takes n permits if all are there. It takes none for an n below 1, and
// gives none for an n above Burst.
func (l *RateLimiter) AllowN(n int) bool {
	if n < 1 {
		return true
	}
	at := now()
	got := l.take(at, n, 0)
	if !got.ok {
		l.rejected.Add(1)
	}
	if wanted := l.events.wants(); wanted != 0 {
		l.report(&call{ctx: context.Background(), wanted: wanted}, at, got)
	}
	return got.ok
}

// Wait takes a permit, and waits for it as long as MaxWait and ctx allow. It
// returns ctx's error if ctx had ended before; otherwise its error is a
// *RejectedError that is ErrRateLimited, and ctx's error too if ctx cut the wait
// short or its deadline comes before the permit does. It fails at once where
// waiting is in vain. If ctx ends in the wait, the place is given back, and all
// who wait behind it move up.
func (l *RateLimiter) Wait(ctx context.Context) error { return l.WaitN(ctx, 1) }

// WaitN is Wait for n permits. It takes none for an n below 1, and gives none for
// an n above Burst.
func (l *RateLimiter) WaitN(ctx context.Context, n int) error {
	if err := ctx.Err(); err != nil || n < 1 {
		return err
	}
	var c call
	c.byHand(ctx, l.events)
	_, err := l.waitN(&c, ctx, now(), n)
	return err
}

// Do runs fn when it has a permit. It returns fn's error, or the error of Wait.
func (l *RateLimiter) Do(ctx context.Context, fn func(context.Context) error) error {
	if err := l.Wait(ctx); err != nil {
		return err
	}
	return fn(ctx)
}

// wait takes a permit, or waits for one until ctx ends, and reports whether it
// had to wait: then at, the caller's reading of the clock, is out of date. The
// caller has seen that ctx is alive: asking again can cost a clock read.
func (l *RateLimiter) wait(c *call, ctx context.Context, at instant) (waited bool, err error) {
	return l.waitN(c, ctx, at, 1)
}

func (l *RateLimiter) waitN(c *call, ctx context.Context, at instant, n int) (waited bool, err error) {
	if got := l.take(at, n, 0); !got.ok {
		if err := l.queue(c, ctx, at, n, got); err != nil {
			return false, err
		}
		waited = true
	}
	l.permit(c)
	return waited, nil
}

// queue waits for the permits that were refused at once.
func (l *RateLimiter) queue(c *call, ctx context.Context, at instant, n int, refused claim) error {
	maxWait := l.pace.Load().MaxWait
	if maxWait == 0 || refused.wait < 0 {
		return l.refuse(c, at, refused, nil)
	}
	if err := ctx.Err(); err != nil {
		return l.refuse(c, at, refused, err)
	}
	var before instant
	if deadline, ok := ctx.Deadline(); ok {
		if left := time.Until(deadline); left <= maxWait {
			before = at + left
		}
	}
	ready := make(chan struct{}, 1)
	w, got, cause := l.join(at, before, n, func() { ready <- struct{}{} })
	switch {
	case !got.ok:
		return l.refuse(c, at, got, cause)
	case w == nil:
		return nil
	}
	select {
	case <-ready:
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil {
		if !l.cancel(w) {
			l.refund(w.cost) // it came in the instant in which ctx ended
		}
		return l.refuse(c, at, claim{}, err)
	}
	return nil
}

// report publishes the answer to AllowN.
func (l *RateLimiter) report(c *call, at instant, got claim) {
	if got.ok {
		l.permit(c)
	} else if c.wanted.has(KindRejected) {
		l.publishRejected(c, l.rejection(at, got, nil))
	}
}

func (l *RateLimiter) permit(c *call) {
	if c.wanted.has(KindPermitted) {
		l.events.publish(c.event(KindPermitted, policyRateLimit, l.name, l.Config().Group))
	}
}

func (l *RateLimiter) refuse(c *call, at instant, refused claim, cause error) error {
	err := l.rejection(at, refused, cause)
	l.rejected.Add(1)
	if c.wanted.has(KindRejected) {
		l.publishRejected(c, err)
	}
	return err
}

func (l *RateLimiter) publishRejected(c *call, err error) {
	ev := c.event(KindRejected, policyRateLimit, l.name, l.Config().Group)
	ev.Err = err
	l.events.publish(ev)
}

func (l *RateLimiter) rejection(at instant, refused claim, cause error) *RejectedError {
	err := &RejectedError{Policy: policyRateLimit, Instance: l.name, reason: ErrRateLimited, cause: cause}
	if refused.wait > 0 {
		err.retryAt = at + refused.wait
	}
	return err
}
