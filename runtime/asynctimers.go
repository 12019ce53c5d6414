package runtime

import "context"

// A limitEntry waits for the end of what bounds the whole loop of a call's
// attempts.
type limitEntry struct {
	timerEntry
	call  typedCall
	cause *TimeoutError
}

func (e *limitEntry) expire(uint32) { signal(e.call, signalLimit) }

// queueOf returns where those wait whose limit has the given cause.
func (l *timeoutLimits) queueOf(cause *TimeoutError) *timerQueue {
	if cause.Total {
		return l.totals
	}
	return l.attempts
}

// setTimers has the call told when the time of the attempt, or of the whole loop,
// has passed. To be called when the attempt does not go on by itself.
func (c *asyncCore) setTimers(s typedCall, st *asyncState) {
	a := &c.plan.async
	if a.timeoutAt >= 0 && !a.bounds() && int(st.depth) > a.timeoutAt && !c.timed {
		c.timed = true
		a.limits.attempts.schedule(&c.entry, st.due, c.mail.turn())
	}
	c.setLimit(s, st)
}

// setLimit sees to the timer of what bounds the whole loop.
func (c *asyncCore) setLimit(s typedCall, st *asyncState) {
	a := &c.plan.async
	at, cause := a.limit(st)
	if cause == nil {
		return
	}
	x := s.extension()
	switch {
	case x.limit == nil:
		x.limit = &limitEntry{call: s}
		x.limit.owner = x.limit
	case x.limit.cause == cause:
		return
	default:
		a.limits.queueOf(x.limit.cause).cancel(&x.limit.timerEntry)
	}
	x.limit.cause = cause
	a.limits.queueOf(cause).schedule(&x.limit.timerEntry, at, 0)
}

// stopEntry drops the timer of the attempt's time.
func (c *asyncCore) stopEntry() {
	if c.timed {
		c.timed = false
		c.unschedule(c.plan.async.limits.attempts)
	}
}

// unschedule takes entry out of the queue that it is in.
func (c *asyncCore) unschedule(q *timerQueue) {
	if !q.cancel(&c.entry) {
		c.mail.nextTurn() // it is about to expire
	}
}

// stopLimit drops the timer of what bounds the whole loop.
func (c *asyncCore) stopLimit(s typedCall) {
	if a := &c.plan.async; a.totalAt < 0 && !a.bounds() {
		return
	}
	if x := s.extension(); x.limit != nil && x.limit.cause != nil {
		c.plan.async.limits.queueOf(x.limit.cause).cancel(&x.limit.timerEntry)
		x.limit.cause = nil
	}
}

// entryDue follows the end of the attempt's time, or of a delay.
func (c *asyncCore) entryDue(s typedCall) {
	switch {
	case c.phase == phaseDelayed:
		c.phase = phaseNone
		c.advance(s)
	case c.timed:
		c.timed = false
		c.timeOut(s, uint8(c.plan.async.timeoutAt), c.plan.async.attempt)
	}
}

// limitPassed follows the end of what bounds the whole loop.
func (c *asyncCore) limitPassed(s typedCall) {
	x := s.extension()
	if c.left != stayed || x == nil || x.limit == nil || x.limit.cause == nil {
		return
	}
	cause := x.limit.cause
	x.limit.cause = nil
	at := c.plan.async.timeoutAt
	if cause.Total {
		at = c.plan.async.totalAt
	}
	c.timeOut(s, uint8(at), cause)
}

// timeOut ends what is inside of the layer whose time has passed.
func (c *asyncCore) timeOut(s typedCall, at uint8, cause *TimeoutError) {
	switch c.phase {
	case phaseRunning:
		var local asyncState
		st := c.state(s, &local)
		late := s.detach(*st, at)
		if late == nil {
			return // it has completed: the signal is on its way
		}
		c.phase, st.depth = phaseNone, at
		defer func() {
			cl := c.call(st)
			err := c.plan.layers.timeout.expired(&cl, cause, context.DeadlineExceeded, cause.Duration)
			c.settle(s, st, 0, err)
		}()
		announce(late.expire())
	case phaseQueued:
		c.leaveQueue(s, context.DeadlineExceeded)
	case phaseDelayed:
		c.cutDelay(s, context.DeadlineExceeded)
	}
}

// cutDelay ends the wait for the next attempt.
func (c *asyncCore) cutDelay(s typedCall, err error) {
	st := &s.extension().state
	c.unschedule(c.plan.async.rules.delays)
	last := st.series.last
	if last == errUnwelcome {
		last = nil
	}
	st.attempt--
	st.depth--
	c.conclude(s, 0, interrupted(err, last))
}
