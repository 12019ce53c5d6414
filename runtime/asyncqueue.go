package runtime

import (
	"context"
	"time"
)

// A ticket is a call's place in the queue of a bulkhead or a rate limiter.
type ticket struct {
	call   typedCall
	slot   *slotWaiter
	permit *permitWaiter
	err    error // why there is no slot in the end
}

// queue waits for a place in the layer that has told the attempt to.
func (c *asyncCore) queue(s typedCall) {
	x := s.extension()
	st := &x.state
	cl := c.call(st)
	t := &ticket{call: s}
	c.phase = phaseNone
	var err error
	switch c.layer(st) {
	case layerBulkhead:
		t.slot, err = c.plan.layers.bulkhead.enqueue(&cl, t.slotReady)
	case layerRateLimit:
		at := now()
		t.permit, err = c.plan.layers.limiter.enqueue(&cl, at, c.deadline(st, at), t.permitReady)
	}
	switch {
	case err != nil:
		c.conclude(s, unreached, err)
	case t.slot == nil && t.permit == nil:
		c.placed(s)
	default:
		x.ticket = t
		c.phase = phaseQueued
		c.setTimers(s, st)
	}
}

// layer returns the layer that the attempt comes to next.
func (c *asyncCore) layer(st *asyncState) layer { return c.plan.async.row[st.depth] }

// deadline returns when the attempt has to have started at the latest; zero if
// nothing says so.
func (c *asyncCore) deadline(st *asyncState, at instant) instant {
	deadline, ok := c.plan.async.within(c.ctx, st).Deadline()
	if !ok {
		return 0
	}
	return after(at, time.Until(deadline))
}

// slotReady is called by the bulkhead. A slot comes on the goroutine of the call
// that had it before, which must not wait for what the method does.
func (t *ticket) slotReady(err error) {
	t.err = err
	switch {
	case !t.call.core().mail.post(signalReady):
	case err == nil:
		go func() { announce(work(t.call, signalReady)) }()
	default:
		announce(work(t.call, signalReady))
	}
}

// permitReady is called by the rate limiter.
func (t *ticket) permitReady() { signal(t.call, signalReady) }

// placeReady follows the end of a wait in a queue.
func (c *asyncCore) placeReady(s typedCall) {
	x := s.extension()
	t, st := x.ticket, &x.state
	x.ticket = nil
	c.phase = phaseNone
	switch {
	case c.left != stayed || st.overdue:
		if t.err == nil {
			c.giveBack(t, st)
		}
		st.overdue = false
		c.conclude(s, unreached, c.unplaced(st, context.DeadlineExceeded))
	case t.err != nil:
		c.conclude(s, unreached, t.err)
	default:
		c.placed(s)
	}
}

// placed goes on with a place that the attempt has been given.
func (c *asyncCore) placed(s typedCall) {
	s.extension().state.depth++
	c.advance(s)
}

// leaveQueue gives up the place in a queue, or what comes of it in this instant.
func (c *asyncCore) leaveQueue(s typedCall, err error) {
	x := s.extension()
	t, st := x.ticket, &x.state
	waiting := t.slot != nil && c.plan.layers.bulkhead.cancel(t.slot) ||
		t.permit != nil && c.plan.layers.limiter.cancel(t.permit)
	if !waiting {
		st.overdue = true
		return
	}
	x.ticket = nil
	c.phase = phaseNone
	c.conclude(s, unreached, c.unplaced(st, err))
}

// unplaced is the error of an attempt whose wait err has ended.
func (c *asyncCore) unplaced(st *asyncState, err error) error {
	cl := c.call(st)
	switch {
	case c.left != stayed:
	case c.layer(st) == layerBulkhead:
		b := c.plan.layers.bulkhead
		err = b.refuse(&cl, b.cut(err))
	default:
		err = c.plan.layers.limiter.refuse(&cl, now(), claim{}, err)
	}
	return err
}

// giveBack returns a place that came too late.
func (c *asyncCore) giveBack(t *ticket, st *asyncState) {
	if t.permit != nil {
		c.plan.layers.limiter.refund(t.permit.cost)
		return
	}
	cl := c.call(st)
	if c.left == cancelled {
		cl.wanted = 0
	}
	c.plan.layers.bulkhead.release(&cl)
}
