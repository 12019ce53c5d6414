package runtime

import (
	"context"
	"sync/atomic"
)

// An AdaptiveLimiterPermit is the right to make one call, for calls that do not
// fit into a function for Do. Exactly one of its methods takes effect, the first
// that is called; a permit that is never settled stays in flight for ever.
type AdaptiveLimiterPermit struct {
	limiter *AdaptiveLimiter
	ctx     context.Context
	start   instant
	settled atomic.Bool
}

// Acquire asks for a permit on behalf of the caller whose context ctx is. A
// refusal is a *RejectedError, which is ErrLimitExceeded. A context that has ended
// takes no permit, and its error is returned. The time of the call starts here.
func (l *AdaptiveLimiter) Acquire(ctx context.Context) (*AdaptiveLimiterPermit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var c call
	c.byHand(ctx, l.events)
	if err := l.acquire(&c); err != nil {
		return nil, err
	}
	return &AdaptiveLimiterPermit{limiter: l, ctx: ctx, start: now()}, nil
}

// Success ends a call that succeeded: how long it took feeds the measurement.
func (p *AdaptiveLimiterPermit) Success() { p.settle(success) }

// Failure ends a call that failed, or was dropped, in a way that can mean
// overload.
func (p *AdaptiveLimiterPermit) Failure() { p.settle(failure) }

// Release ends a call that says nothing about the callee: it was not made, was
// given up, or failed for a reason of its own.
func (p *AdaptiveLimiterPermit) Release() { p.settle(neutral) }

func (p *AdaptiveLimiterPermit) settle(o outcome) {
	if p.settled.Swap(true) {
		return
	}
	c := call{ctx: p.ctx, wanted: p.limiter.events.wants()}
	p.limiter.release(&c, o, now()-p.start)
}
