package runtime

import (
	"context"
	"errors"
	"time"
)

// This file has what happens to a call, one step at a time: see work.

// begin goes on where Start has stopped.
func (c *asyncCore) begin(s typedCall) {
	switch c.phase {
	case phaseNone:
		c.advance(s)
	case phaseRunning:
		c.await(s)
	case phaseQueued:
		c.queue(s)
	case phaseDelayed:
		c.delay(s, &s.extension().state, c.entry.due) // where Start has put it
	case phaseFallback:
		if !s.listen() {
			c.completed(s)
		}
	}
}

// advance takes the next attempt inwards from the layer that it has come to.
func (c *asyncCore) advance(s typedCall) {
	st := &s.extension().state
	cl := c.call(st)
	waits, err := c.plan.enter(&cl, st)
	switch {
	case err != nil:
		c.conclude(s, unreached, err)
	case waits:
		c.queue(s)
	default:
		c.invoke(s)
	}
}

// invoke calls the method.
func (c *asyncCore) invoke(s typedCall) {
	if c.plan.races && s.outrun() {
		c.left = lost
		c.decide(s.fail(context.Canceled, false))
		c.conclude(s, unreached, context.Canceled)
		return
	}
	c.mail.calling(true)
	pending, v, err := s.attempt(c.caller())
	c.mail.calling(false)
	if pending {
		c.await(s)
		return
	}
	c.heed(s, v, err)
	c.ended(s, v, err)
}

// heed looks whether the caller left while the method was called, which ended with
// v and err. A good result counts, unless another attempt has won. That the context has
// ended, the policies see for themselves.
func (c *asyncCore) heed(s typedCall, v Verdict, err error) {
	why := departureOf(c.mail.leaving())
	good := v == 0 && err == nil
	switch {
	case why == stayed, good && why != lost, why == cancelled && c.caller().Err() != nil:
	default:
		c.callerLeft(s, why)
	}
}

// ended follows the end of an attempt that has reached the implementation.
func (c *asyncCore) ended(s typedCall, v Verdict, err error) {
	switch {
	case c.left != stayed:
		c.late(s, err)
	case err != nil:
	case c.plan.races:
		s.succeeding()
	case !c.plan.async.remembers: // timeouts alone have nothing to learn from a success
		c.stopEntry()
		c.decide(s.succeed())
		c.over(s)
		return
	}
	c.conclude(s, v, err)
}

// await waits for the attempt's future.
func (c *asyncCore) await(s typedCall) {
	var local asyncState
	c.phase = phaseRunning
	c.setTimers(s, c.state(s, &local))
	if !s.listen() {
		c.completed(s)
	}
}

// completed follows the completion of the future that the call waits for.
func (c *asyncCore) completed(s typedCall) {
	phase := c.phase
	c.phase = phaseNone
	switch phase {
	case phaseRunning:
		v, err := s.result()
		c.ended(s, v, err)
	case phaseFallback:
		c.decide(s.succeed())
		c.over(s)
	}
}

// late reports how an attempt ended whose caller has left, unless that is how it
// was asked to.
func (c *asyncCore) late(s typedCall, err error) {
	if c.left == lost || cancellation(err) {
		return
	}
	var local asyncState
	cl := c.call(c.state(s, &local))
	c.plan.late(&cl, err)
}

// conclude tells the layers, from the one that the attempt has come to outwards,
// how it ended.
func (c *asyncCore) conclude(s typedCall, v Verdict, err error) {
	var local asyncState
	c.settle(s, c.state(s, &local), v, err)
}

func (c *asyncCore) settle(s typedCall, st *asyncState, v Verdict, err error) {
	end := ending{verdict: v, err: err}
	c.phase = phaseNone
	c.stopEntry()
	cl := c.call(st)
	if c.left != stayed {
		c.abandon(&cl, &end)
	}
	c.plan.leave(&cl, st, &end, 0)
	switch {
	case end.again:
		c.delay(s, st, end.delay)
	case c.left != stayed:
		c.over(s)
	default:
		c.deliver(s, st, &end)
	}
}

// delay waits for the time of the next attempt. Without a delay that has come, and
// a goroutine of its own is sooner there than a timer's.
func (c *asyncCore) delay(s typedCall, st *asyncState, d time.Duration) {
	s.drop()
	st.attempt++
	st.depth++ // the retry's own layer is where the next attempt starts
	c.phase = phaseDelayed
	c.setLimit(s, st)
	if d == 0 {
		go s.expire(c.mail.turn())
		return
	}
	c.plan.async.rules.delays.schedule(&c.entry, after(now(), d), c.mail.turn())
}

// deliver gives the caller what the call ended with, or asks the fallback.
func (c *asyncCore) deliver(s typedCall, st *asyncState, end *ending) {
	if end.err == nil {
		c.decide(s.succeed())
		c.over(s)
		return
	}
	if ctx := c.caller(); !st.fallen && c.plan.owner.FallbackAllowed(ctx, end.err) {
		st.fallen = true
		c.mail.calling(true)
		taken, pending := s.fallback(ctx, end.err)
		c.mail.calling(false)
		switch {
		case pending:
			c.phase = phaseFallback
			if s.listen() {
				return
			}
			fallthrough
		case taken:
			c.decide(s.succeed())
			c.over(s)
			return
		}
	}
	c.decide(s.fail(end.err, end.verdict&unreached == 0))
	c.over(s)
}

// decide notes that the caller's result has been decided, unless it had been.
func (c *asyncCore) decide(now bool) { c.decided = c.decided || now }

// over ends the call.
func (c *asyncCore) over(s typedCall) {
	c.phase = phaseOver
	c.stopLimit(s)
	c.unwatch()
	c.ctx = nil // who keeps the future does not keep it
	s.forget()
}

// callerLeft gives the caller its result, drops what has not started, and returns
// the task of asking what has to cancel. An attempt that is under way holds on to
// what it has of the policies until it completes.
func (c *asyncCore) callerLeft(s typedCall, why departure) task {
	if c.left != stayed || c.phase == phaseOver {
		return nil
	}
	err := context.Canceled
	if why == cancelled && errors.Is(c.caller().Err(), context.DeadlineExceeded) {
		why, err = deadlinePassed, context.DeadlineExceeded
	}
	c.left = why
	c.decide(s.fail(err, false))
	c.stopLimit(s)
	c.unwatch()
	switch c.phase {
	case phaseRunning:
		c.stopEntry()
		return &asking{call: s}
	case phaseQueued:
		c.leaveQueue(s, err)
	case phaseDelayed:
		c.cutDelay(s, err)
	case phaseFallback:
		return &asking{call: s}
	}
	return nil
}

// asked follows the request to cancel.
func (c *asyncCore) asked(s typedCall) {
	if c.phase == phaseFallback {
		c.over(s)
	}
}

// abandon changes what the policies are told of an attempt whose caller has left.
// One that never started, or that ended by the cancellation, they are told of in
// silence; one that has lost has never been.
func (c *asyncCore) abandon(cl *call, end *ending) {
	end.abandoned = true
	switch c.left {
	case deadlinePassed:
		return
	case expired:
		cl.ctx = context.WithoutCancel(cl.ctx) // the time was up before whatever the caller does
		return
	case lost:
		end.verdict |= unreached
	}
	cl.ctx = goneContext{cl.ctx}
	if end.verdict&unreached != 0 || cancellation(end.err) {
		cl.wanted = 0
	}
}

// cancellation reports whether err is how an attempt ends that was asked to cancel. An
// error whose own methods panic is not.
func cancellation(err error) (is bool) {
	defer func() { _ = recover() }()
	return errors.Is(err, context.Canceled)
}

// A goneContext is the context of a caller who cancelled by Future.Cancel.
type goneContext struct{ context.Context }

func (goneContext) Err() error { return context.Canceled }
