package runtime

import (
	"context"
	"time"
)

// An asyncState is how far a call has come through the layers, and what it holds
// of them.
type asyncState struct {
	permit   breakerPermit
	started  starts
	due      instant // when the attempt's timeout passes, inside of its layer
	totalDue instant // when the total timeout passes
	series   series
	attempt  int32
	depth    uint8 // the number of layers that the attempt has entered
	// overdue is set if a limit passed in the very instant in which a place was
	// handed over.
	overdue bool
	// fallen is set once the fallback has been asked.
	fallen bool
}

// enter takes the attempt inwards from where it is. It stops at a policy that
// refuses it, with an error, or at one where it has to wait.
func (p *plan) enter(c *call, st *asyncState) (waits bool, err error) {
	a := &p.async
	var clock sharedReading
	for ; int(st.depth) < len(a.row); st.depth++ {
		switch a.row[st.depth] {
		case layerTotal:
			st.totalDue = after(clock.read(), a.limits.config.Total)
		case layerRetry:
			st.series = series{began: a.rules.begin()}
		case layerBreaker:
			if err = p.layers.breaker.acquire(c, &st.permit); err != nil {
				return false, err
			}
			st.started.breaker = 0
		case layerRateLimit:
			if waits, err = p.layers.limiter.tryAcquire(c, clock.read()); waits || err != nil {
				return waits, err
			}
		case layerAdaptiveLimit:
			if err = p.layers.adaptive.acquire(c); err != nil {
				return false, err
			}
			st.started.adaptive = 0
		case layerTimeout:
			st.due = after(clock.read(), a.limits.config.Duration)
		case layerBulkhead:
			if waits, err = p.layers.bulkhead.tryAcquire(c); waits || err != nil {
				return waits, err
			}
		}
	}
	if (p.layers.adaptive != nil || st.permit.timed()) && st.started.missing() {
		st.started.stamp(clock.read())
	}
	return false, nil
}

// An ending is how an attempt looks from outside of the layers that it has left.
type ending struct {
	verdict Verdict
	err     error
	// abandoned is set if nobody is left who wants another attempt.
	abandoned bool
	// replaced is set if err is no longer what the implementation returned.
	replaced bool
	// again asks for another attempt after delay.
	again bool
	delay time.Duration
}

// leave takes the attempt outwards, down to the given number of layers, and
// tells each how it ended. It stops where the retry wants another attempt.
//
// A panic in a function that the user gave to a policy becomes the attempt's
// error, so that the layers further out still get back what is theirs.
func (p *plan) leave(c *call, st *asyncState, end *ending, depth int) {
	if end.err == nil && end.verdict == 0 && c.wanted == 0 {
		p.walkOut(c, st, end, depth) // no function of the user's is asked
		return
	}
	finished := false
	defer func() {
		if !finished {
			end.err, end.replaced = unwinding(recover()), true
			p.leave(c, st, end, depth)
		}
	}()
	p.walkOut(c, st, end, depth)
	finished = true
}

func (p *plan) walkOut(c *call, st *asyncState, end *ending, depth int) {
	var clock sharedReading
	for int(st.depth) > depth && !end.again {
		st.depth--
		switch p.async.row[st.depth] {
		case layerTotal:
			p.expire(c, end, p.async.limits.total, st.totalDue, &clock)
		case layerRetry:
			p.decide(c, st, end)
		case layerAdaptiveLimit:
			p.layers.adaptive.judge(c, p.judgedBy(c, st, end), end.verdict, end.err, end.took(st.started.adaptive, &clock))
		case layerBreaker:
			took := end.took(st.started.breaker, &clock)
			if st.permit.clocked() && end.reached() {
				clock.read()
			}
			p.layers.breaker.judge(c, p.judgedBy(c, st, end), st.permit, end.verdict, end.err, broken(end.err), took, clock.at)
		case layerTimeout:
			p.expire(c, end, p.async.attempt, st.due, &clock)
		case layerBulkhead:
			p.layers.bulkhead.release(c)
		}
	}
}

// judgedBy returns the context by which a policy judges how the attempt ended.
func (p *plan) judgedBy(c *call, st *asyncState, end *ending) context.Context {
	if end.err == nil || end.abandoned || c.ctx.Err() == nil {
		return c.ctx // nobody asks what ended first, or that is known
	}
	return p.async.within(c.ctx, st)
}

// reached reports whether the attempt has reached the implementation.
func (end *ending) reached() bool { return end.verdict&unreached == 0 }

// took is how long ago the implementation started, if somebody asks.
func (end *ending) took(started instant, clock *sharedReading) time.Duration {
	if started == 0 || !end.reached() {
		return 0
	}
	return clock.read() - started
}

// expire makes a timeout of a failure that came after the limit that cause stands
// for had passed. Where nobody waits for the attempt, nobody minds.
func (p *plan) expire(c *call, end *ending, cause *TimeoutError, due instant, clock *sharedReading) {
	if end.err == nil || end.abandoned || !end.reached() {
		return
	}
	if late := clock.read() - due; late >= 0 {
		end.err = p.layers.timeout.expired(c, cause, end.err, cause.Duration+late)
		end.replaced = true
	}
}

// A sharedReading is a reading of the clock that several policies share, taken
// when the first of them asks.
type sharedReading struct {
	at    instant
	taken bool
}

func (r *sharedReading) read() instant {
	if !r.taken {
		r.at, r.taken = now(), true
	}
	return r.at
}

// decide asks the retry whether the attempt is the last one.
func (p *plan) decide(c *call, st *asyncState, end *ending) {
	rules := p.async.rules
	switch {
	case end.abandoned:
		return
	case end.err == nil && end.verdict&RetryResult == 0:
		rules.succeeded(c)
		return
	}
	ctx := p.async.within(c.ctx, st)
	succeeded := end.err == nil
	if end.delay, end.again = rules.judge(c, ctx, &st.series, end.verdict, end.err); !end.again {
		end.verdict, end.err = rules.conclude(c, &st.series, end.verdict, end.err)
	}
	end.replaced = end.replaced || succeeded && end.err != nil
}
