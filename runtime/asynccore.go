package runtime

import "context"

// An asyncCore is what an asynchronous call knows while nobody runs it, apart
// from what has the type of its result. Only the one who works on the call, by
// its mailbox, touches the other fields.
type asyncCore struct {
	// entry waits for the end of the attempt's time, or of the delay before the
	// next attempt. Its owner is the call.
	entry timerEntry
	plan  *plan
	ctx   context.Context // the caller's, as a *watched if it can end
	mail  mailbox
	phase asyncPhase
	// timed is set while entry waits for the end of the attempt's time.
	timed bool
	// left says whether the caller wants no result any more, and why.
	left departure
	// decided is set when the caller's result is decided, and not published yet.
	decided bool
}

// An asyncPhase is what a call waits for. Whoever works on what it has waited for
// leaves the phase first, so that it says what there is to end if the user's code
// does not return.
type asyncPhase uint8

const (
	phaseNone     asyncPhase = iota // nothing: somebody works on it
	phaseRunning                    // the implementation's future
	phaseQueued                     // a place, for which there is a ticket
	phaseDelayed                    // the end of a delay
	phaseFallback                   // the fallback's future
	phaseOver                       // nothing any more
)

// A departure is why a caller wants no result any more.
type departure uint8

const (
	stayed departure = iota
	cancelled
	deadlinePassed // of its context
	expired        // the time of a policy around the call
	lost           // to another attempt of the same call
)

// departureOf returns what a signal says of the caller.
func departureOf(signal uint32) departure {
	switch signal {
	case signalEnd:
		return cancelled
	case signalExpired:
		return expired
	case signalLost:
		return lost
	}
	return stayed
}

// An asyncExtension is what a call has to remember if there is more around it
// than an attempt's timeout.
type asyncExtension struct {
	state  asyncState
	ticket *ticket
	// limit waits for the end of what bounds the loop of attempts.
	limit *limitEntry
}

// A typedCall is the call that a core is part of, which knows the type of its
// result. The future that it waits for is the attempt's or the fallback's.
type typedCall interface {
	timerOwner
	core() *asyncCore
	extension() *asyncExtension // nil if there is none

	// attempt calls the method, whose future may be pending; otherwise it returns
	// how the attempt ended.
	attempt(ctx context.Context) (pending bool, v Verdict, err error)
	// fallback asks the fallback, if there is one, to answer for err, with a
	// future that may be pending.
	fallback(ctx context.Context, err error) (taken, pending bool)
	// listen has the call told when the future completes, unless it has.
	listen() bool
	// result is how the attempt's future ended.
	result() (Verdict, error)
	// cancelAwaited asks the future to cancel, and returns what that has caused.
	cancelAwaited() task
	// detach lets the attempt's future go its own way, and returns it, nil if it is
	// complete.
	detach(st asyncState, limit uint8) interface{ expire() task }
	// drop forgets the future.
	drop()

	// succeeding is called when an attempt of a race has succeeded, before the
	// policies are told; outrun reports whether another one has.
	succeeding()
	outrun() bool

	// succeed and fail decide what the caller gets, and report false if that has
	// been decided: the future's result, or err, with the future's value if valued.
	succeed() bool
	fail(err error, valued bool) bool
	// publish completes the caller's future.
	publish() task
	// forget lets go of what a call that is over does not need.
	forget()
}

// signal has the call worked on, here unless somebody else is at it.
func signal(s typedCall, what uint32) {
	if s.core().mail.post(what) {
		announce(work(s, what))
	}
}

// work does what a signal asks for, and what comes in meanwhile. It returns the
// task of telling the listeners of the caller's future, if that has completed:
// every policy has been told by then, and nobody works on the call while they run.
// Or it returns the task of asking what the call waits for to cancel, which goes on
// with the work.
func work(s typedCall, signal uint32) (next task) {
	c := s.core()
	finished := false
	defer func() {
		if !finished {
			workOn(s, unwinding(recover()))
		}
	}()
	for {
		var ask task
		switch signal {
		case signalBegin:
			c.begin(s)
		case signalDone:
			c.completed(s)
		case signalEnd, signalExpired, signalLost:
			ask = c.callerLeft(s, departureOf(signal))
		case signalAsked:
			c.asked(s)
		case signalLimit:
			c.limitPassed(s)
		case signalDue:
			c.entryDue(s)
		case signalReady:
			c.placeReady(s)
		}
		if ask != nil {
			finished = true // here: the task goes on
			return ask
		}
		if c.phase == phaseOver {
			finished = true // and nobody will have to work on it again
			if c.decided {
				next = s.publish()
			}
			return next
		}
		unpublished := c.decided
		signal = c.mail.take(unpublished)
		switch {
		case signal != 0:
		case unpublished:
			c.decided = false
			next = s.publish()
		default: // what comes now is somebody else's
			finished = true
			return next
		}
	}
}

// workOn goes on where the user's code did not return, for which err stands.
func workOn(s typedCall, err error) {
	c := s.core()
	concluded := false
	defer func() {
		if !concluded {
			workOn(s, unwinding(recover()))
		}
	}()
	c.mail.calling(false)
	if c.phase == phaseNone {
		c.heed(s, 0, err)
		c.conclude(s, 0, err)
	}
	concluded = true
	announce(work(s, c.mail.take(true)))
}

// state returns the state of the call. Without an extension there is nothing to
// remember of it, and local takes what is known.
func (c *asyncCore) state(s typedCall, local *asyncState) *asyncState {
	if x := s.extension(); x != nil {
		return &x.state
	}
	local.attempt, local.depth, local.due = 1, uint8(len(c.plan.async.row)), c.entry.due
	return local
}

// call returns what the policies are told of the attempt.
func (c *asyncCore) call(st *asyncState) call {
	return call{ctx: c.caller(), pipeline: c.plan.owner, attempt: st.attempt, wanted: c.plan.wants()}
}

// caller returns the context that the caller gave.
func (c *asyncCore) caller() context.Context {
	if w, ok := c.ctx.(*watched); ok {
		return w.Context
	}
	return c.ctx
}
