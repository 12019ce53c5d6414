package runtime

import (
	"context"
	"time"
)

// A QueuedPermit is a place in a rate limiter's queue, as the asynchronous
// pipeline holds it.
type QueuedPermit struct {
	limiter *RateLimiter
	waiter  *permitWaiter
}

// Enqueue is RateLimiter.enqueue with a call of its own, for a permit within the
// given time; zero sets no bound.
func (l *RateLimiter) Enqueue(within time.Duration, ready func()) (QueuedPermit, error) {
	c := call{ctx: context.Background(), wanted: l.events.wants()}
	at := now()
	var before instant
	if within != 0 {
		before = at + within
	}
	w, err := l.enqueue(&c, at, before, ready)
	return QueuedPermit{limiter: l, waiter: w}, err
}

// Waiting reports whether the permit was not there at once.
func (q QueuedPermit) Waiting() bool { return q.waiter != nil }

// Cancel gives up the place in the queue.
func (q QueuedPermit) Cancel() bool { return q.limiter.cancel(q.waiter) }

// Reconfigure replaces the configuration.
func (l *RateLimiter) Reconfigure(cfg RateLimiterConfig) error { return l.reconfigure(cfg) }

// Steps returns how far n permits, one by one from t on, move the arrival time,
// and how far a burst may.
func Steps(cfg RateLimiterConfig, t time.Duration, n int) (steps, tolerance time.Duration) {
	g := newGCRA(cfg.Limit, cfg.Period, cfg.Burst)
	for range n {
		steps += g.step(t+steps, 1)
	}
	return steps, g.tolerance
}
