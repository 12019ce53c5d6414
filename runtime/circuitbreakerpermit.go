package runtime

import (
	"context"
	"sync/atomic"
)

// A CircuitBreakerPermit is the right to make one call, for calls that do not fit
// into a function for Do. Exactly one of its methods takes effect, the first that
// is called; a permit that is never settled takes a half-open breaker's place
// until MaxHalfOpenWait is over.
type CircuitBreakerPermit struct {
	breaker *CircuitBreaker
	ctx     context.Context
	permit  breakerPermit
	start   instant
	settled atomic.Bool
}

// Acquire asks for a permit on behalf of the caller whose context ctx is. A
// refusal is a *RejectedError, which is ErrCallNotPermitted. A context that has
// ended takes no permit, and its error is returned. Slow-call time starts here.
func (b *CircuitBreaker) Acquire(ctx context.Context) (*CircuitBreakerPermit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var c call
	c.byHand(ctx, b.events)
	permit := &CircuitBreakerPermit{breaker: b, ctx: ctx}
	if err := b.acquire(&c, &permit.permit); err != nil {
		return nil, err
	}
	if permit.permit.timed() {
		permit.start = now()
	}
	return permit, nil
}

// Success records a successful call.
func (p *CircuitBreakerPermit) Success() { p.settle(success, nil) }

// Failure records a call that returned err, as Do would: the configuration says
// whether it counts as a failure, as a success or not at all. With a nil err it
// was the results that made the call a failure.
func (p *CircuitBreakerPermit) Failure(err error) {
	c := call{ctx: p.ctx}
	o := failure
	// The user's predicates may panic: the permit is given back all the same.
	defer func() { p.settle(o, err) }()
	o = p.breaker.classify(&c, p.ctx, p.permit, RecordResult, err)
}

// Release gives the permit back without an outcome: no call was made.
func (p *CircuitBreakerPermit) Release() { p.settle(neutral, nil) }

func (p *CircuitBreakerPermit) settle(o outcome, err error) {
	if p.settled.Swap(true) {
		return
	}
	c := call{ctx: p.ctx, wanted: p.breaker.events.wants()}
	p.breaker.settleNow(&c, p.permit, o, err, p.start)
}
