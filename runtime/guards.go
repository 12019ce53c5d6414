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
	allowed  time.Duration // the Duration of cause, whose line of the cache no success needs
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

// held is what an attempt has acquired so far, to be given back when it ends.
type held struct {
	permit          breakerPermit
	deadline        *deadlineContext
	at              instant // the reading of the clock that the policies share
	ended           instant // the one after the implementation, or at
	measured        bool    // ended is the one after the implementation
	inLimit, inSlot bool
	waited          bool // for a slot
	wanted          bool // somebody waits for the slot that was given back
	reached         bool // the implementation
	returned        bool // from there, or refused
}

// run admits the attempt through each policy, calls fn, and tells each policy
// how it ended. A refused attempt does not call fn; it returns the refusal and
// the unreached bit. Whatever way fn ends, panics and runtime.Goexit included,
// everything is given back.
func (g *guards) run(c *call, ctx context.Context, fn func(context.Context) (Verdict, error)) (Verdict, error) {
	if g.none {
		return fn(ctx)
	}
	var h held
	if g.breaker != nil {
		if !h.permit.take(g.breaker) {
			if err := g.breaker.admit(c, &h.permit); err != nil {
				return unreached, err // nothing to give back: the breaker is the outermost
			}
		}
		c.started.breaker, c.timed = 0, c.timed || h.permit.timed()
	}
	defer func() {
		if !h.returned {
			g.unwind(c, &h)
		}
	}()
	ctx, err := g.admit(c, ctx, &h)
	if err != nil {
		h.returned = true
		return unreached, g.settle(c, ctx, &h, unreached, err)
	}
	h.reached = true
	v, err := fn(ctx)
	h.returned = true
	if v == 0 && err == nil && c.wanted == 0 {
		g.succeed(c, &h)
		return 0, nil
	}
	return v, g.settle(c, ctx, &h, v, err)
}

// succeed is settle for a success that nobody listens to: the path of almost
// every call, in one piece.
func (g *guards) succeed(c *call, h *held) {
	h.ended = h.at
	if h.inLimit || h.permit.clocked() {
		h.ended, h.measured = now(), true
	}
	if h.deadline != nil {
		h.deadline.cancel(h.ended)
	}
	if h.inSlot {
		h.wanted = g.bulkhead.slots.giveBack()
	}
	if h.inLimit {
		g.adaptive.release(c, success, h.took(c.started.adaptive))
	}
	if h.permit.epoch != nil && !h.permit.succeed() {
		g.breaker.settle(c, h.permit, success, nil, h.took(c.started.breaker), h.ended)
	}
	g.handOn(h)
}

// unwind is settle for an attempt that a panic or runtime.Goexit ends.
func (g *guards) unwind(c *call, h *held) {
	if h.reached {
		_ = g.settle(c, c.ctx, h, 0, errUnwound)
	} else {
		_ = g.settle(c, c.ctx, h, unreached, nil)
	}
}

// admit acquires what each policy inside of the breaker has to give, from the
// outermost inwards, and returns the context for what is inside.
func (g *guards) admit(c *call, ctx context.Context, h *held) (context.Context, error) {
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
		c.started.adaptive, c.timed = 0, true
	}
	if g.timeout != nil {
		ctx, h.deadline = withDeadline(ctx, after(h.at, g.allowed), g.cause)
	}
	if g.bulkhead != nil {
		if c.wanted != 0 || !g.bulkhead.slots.tryAcquire() {
			waited, err := g.bulkhead.acquire(c, ctx)
			if err != nil {
				return ctx, err
			}
			h.waited = waited
		}
		h.inSlot = true
	}
	if g.stamps && c.timed && c.started.missing() {
		if !g.clocked || h.waited {
			h.at = now()
		}
		c.started.stamp(h.at)
	}
	return ctx, nil
}

// settle gives back what the attempt holds, from the innermost outwards, and
// returns its error as it looks from outside. The context is that of what is
// inside. A listener may end the goroutine on the way, or the user's code panic:
// whoever has not been told by then is told all the same.
func (g *guards) settle(c *call, ctx context.Context, h *held, v Verdict, err error) error {
	defer func() { g.handOn(h) }()
	if h.permit.epoch != nil {
		defer func() { g.tellBreaker(c, ctx, h, v, err) }()
	}
	if h.inLimit {
		defer func() { g.tellLimiter(c, ctx, h, v, err) }()
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
		h.ended, h.measured = now(), reached
	}
	late := false
	if h.deadline != nil {
		late = reached && h.returned && err != nil && h.deadline.exceeded(h.ended)
		h.deadline.cancel(h.ended)
	}
	if h.inSlot {
		h.wanted = g.bulkhead.slots.giveBack()
		g.bulkhead.finished(c)
	}
	if late {
		err = g.timeout.expired(c, g.cause, err, h.ended-h.at)
	}
	return err
}

// handOn gives the slot that the attempt has given back to who waits for it. That
// comes last: a listener of the one who gets it may end this goroutine.
func (g *guards) handOn(h *held) {
	if h.wanted {
		g.bulkhead.slots.handOn()
	}
}

func (g *guards) tellLimiter(c *call, ctx context.Context, h *held, v Verdict, err error) {
	g.adaptive.judge(c, ctx, v, err, h.took(c.started.adaptive))
}

func (g *guards) tellBreaker(c *call, ctx context.Context, h *held, v Verdict, err error) {
	g.breaker.judge(c, ctx, h.permit, v, err, !h.returned, h.took(c.started.breaker), h.ended)
}

// took is how long ago the implementation started when it ended; zero if nobody has
// measured it.
func (h *held) took(started instant) time.Duration {
	if started == 0 || !h.measured {
		return 0
	}
	return h.ended - started
}

// judge tells the breaker how an attempt ended. An attempt that unwound is a
// failure, whatever the breaker's lists say of its error.
func (b *CircuitBreaker) judge(c *call, ctx context.Context, permit breakerPermit, v Verdict, err error, unwound bool, took time.Duration, ended instant) {
	o := outcomeOf(c, ctx, v, err)
	if o == failure && !unwound {
		// The user's predicates may panic: the permit is given back all the same.
		defer func() { b.settle(c, permit, o, err, took, ended) }()
		o = b.classify(c, ctx, permit, v, err)
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
	g.timeout, g.cause, g.allowed, g.clocked = t, cause, cause.Duration, true
}

// outcomeOf is the outcome of an attempt where no list of errors says otherwise.
// Its context is the caller's, or one of ours that ends no later.
func outcomeOf(c *call, ctx context.Context, v Verdict, err error) outcome {
	switch {
	case v&unreached != 0:
		return neutral
	case err == nil && v&RecordResult == 0:
		return success
	case err != nil && err != errUnwound && c.gone(ctx):
		return neutral
	default:
		return failure
	}
}
