package runtime

import (
	"context"
	"errors"
	"time"
)

// guards are policies around one attempt, in the default order, outermost
// first; a nil one is not there. A pipeline of another order is several guards,
// one inside the other.
type guards struct {
	breaker  *CircuitBreaker
	limiter  *RateLimiter
	adaptive *AdaptiveLimiter
	timeout  *Timeout
	cause    *TimeoutError // which of the timeout's limits applies
	bulkhead *Bulkhead

	// none is true where there is no policy.
	none bool
	// clocked is true where a policy asks when the attempt began.
	clocked bool
	// stamps is true where the implementation comes next, and a policy here or
	// further out may ask how long it took.
	stamps bool
}

// unreached is the bit of a Verdict that says that the attempt never reached
// the implementation: a policy refused it.
const unreached Verdict = 1 << 7

// held is what an attempt has acquired so far, to be given back by settle.
type held struct {
	permit           breakerPermit
	inLimit, inSlot  bool
	deadline         *deadlineContext
	returned, waited bool
	at               instant // the reading of the clock that the policies share
	ended            instant // the one after the implementation, or at
}

// run admits the attempt through each policy, calls fn, and tells each policy
// how it ended. A refused attempt does not call fn; it returns the refusal and
// the unreached bit. Whatever way fn ends, panics and runtime.Goexit included,
// everything is given back.
func (g *guards) run(c *call, ctx context.Context, fn func(context.Context) (Verdict, error)) (v Verdict, err error) {
	if g.none {
		return fn(ctx)
	}
	var h held
	defer func() { err = g.settle(c, &h, v, err) }()
	v = unreached
	if ctx, err = g.admit(c, ctx, &h); err != nil {
		return v, err
	}
	v = 0
	v, err = fn(ctx)
	h.returned = true
	return v, err
}

// admit acquires what each policy has to give, from the outermost inwards, and
// returns the context for what is inside.
func (g *guards) admit(c *call, ctx context.Context, h *held) (context.Context, error) {
	var err error
	if g.breaker != nil {
		if h.permit, err = g.breaker.acquire(c); err != nil {
			return ctx, err
		}
		c.started, c.timed = 0, c.timed || h.permit.timed()
	}
	if g.clocked {
		h.at = now()
	}
	if g.limiter != nil {
		waited, err := g.limiter.wait(c, ctx, h.at)
		if err != nil {
			return ctx, err
		}
		if waited {
			h.at = now()
		}
	}
	if g.adaptive != nil {
		if err := g.adaptive.acquire(c); err != nil {
			return ctx, err
		}
		h.inLimit = true
		c.started, c.timed = 0, true
	}
	if g.timeout != nil {
		ctx, h.deadline = withDeadline(ctx, after(h.at, g.cause.Duration), g.cause)
	}
	if g.bulkhead != nil {
		waited, err := g.bulkhead.acquire(c, ctx)
		if err != nil {
			return ctx, err
		}
		h.inSlot = true
		h.waited = waited
	}
	if g.stamps && c.timed && c.started == 0 {
		if !g.clocked || h.waited {
			h.at = now()
		}
		c.started = h.at
	}
	return ctx, nil
}

// settle gives back what the attempt holds, from the innermost outwards, and
// returns its error as it looks from outside.
func (g *guards) settle(c *call, h *held, v Verdict, err error) error {
	if !h.returned && v&unreached == 0 {
		err = errUnwound
	}
	if c.wanted != 0 {
		return g.settleWatched(c, h, v, err)
	}
	err = g.release(c, h, v, err)
	if h.inLimit {
		g.tellLimiter(c, h, v, err)
	}
	if h.permit.epoch != nil {
		g.tellBreaker(c, h, v, err)
	}
	return err
}

// settleWatched is settle where listeners may end the goroutine.
func (g *guards) settleWatched(c *call, h *held, v Verdict, err error) error {
	if h.permit.epoch != nil {
		defer func() { g.tellBreaker(c, h, v, err) }()
	}
	if h.inLimit {
		defer func() { g.tellLimiter(c, h, v, err) }()
	}
	err = g.release(c, h, v, err)
	return err
}

// release gives back what the attempt holds of the bulkhead and the timeout, and
// returns its error as it looks from outside of them.
func (g *guards) release(c *call, h *held, v Verdict, err error) error {
	reached := v&unreached == 0
	h.ended = h.at
	if reached && (h.inLimit || h.permit.clocked()) || err != nil && h.deadline != nil {
		h.ended = now()
	}
	late := false
	if h.deadline != nil {
		late = reached && h.returned && err != nil && h.deadline.exceeded(h.ended)
		h.deadline.cancel(h.ended)
	}
	if h.inSlot {
		g.bulkhead.release(c)
	}
	if late {
		err = g.timeout.expired(c, g.cause, err, h.ended-h.at)
	}
	return err
}

func (g *guards) tellLimiter(c *call, h *held, v Verdict, err error) {
	g.adaptive.judge(c, v, err, h.took(c))
}

func (g *guards) tellBreaker(c *call, h *held, v Verdict, err error) {
	g.breaker.judge(c, h.permit, v, err, !h.returned, h.took(c), h.ended)
}

// took is how long the implementation ran; zero if nobody asks.
func (h *held) took(c *call) time.Duration {
	if c.started == 0 {
		return 0
	}
	return h.ended - c.started
}

// judge tells the breaker how an attempt ended. An attempt that unwound is a
// failure, whatever the breaker's lists say of its error.
func (b *CircuitBreaker) judge(c *call, permit breakerPermit, v Verdict, err error, unwound bool, took time.Duration, ended instant) {
	o := outcomeOf(c, v, err)
	if o == failure && !unwound {
		// The user's predicates may panic: the permit is given back all the same.
		defer func() { b.settle(c, permit, o, err, took, ended) }()
		o = b.classify(c, permit, v, err)
		return
	}
	b.settle(c, permit, o, err, took, ended)
}

// lastReached is what an operation's err is judged by: where its last attempt was
// refused, the error of the last one that was not.
func lastReached(err error) error {
	if e, ok := errors.AsType[*unreachedError](err); ok && e.last != nil {
		return e.last
	}
	return err
}

// refusal reports whether err says that a policy kept the call from the
// implementation, be it one of a pipeline that the implementation uses.
func refusal(err error) bool {
	_, ok := errors.AsType[*RejectedError](err)
	return ok
}

// limit puts one of a timeout's limits around what is inside.
func (g *guards) limit(t *Timeout, cause *TimeoutError) {
	g.timeout, g.cause, g.clocked = t, cause, true
}

// outcomeOf is the outcome of an attempt where no list of errors says otherwise.
func outcomeOf(c *call, v Verdict, err error) outcome {
	switch {
	case v&unreached != 0:
		return neutral
	case err == nil && v&RecordResult == 0:
		return success
	case err != nil && err != errUnwound && callerGone(c.ctx):
		return neutral
	default:
		return failure
	}
}
