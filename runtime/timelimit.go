package runtime

import (
	"context"
	"sync/atomic"
)

// A timeLimit is the deadline that a policy has put on a context. The zero value
// is none.
//
// Its context is either a deadlineContext or, where the implementation has the
// habit of asking for Done, one of the standard library made at once: 130 ns less
// than making it on demand.
type timeLimit struct {
	deadline instant
	cause    *TimeoutError // nil if there is no limit
	lazy     *deadlineContext
	standard context.Context // nil if lazy
	release  context.CancelFunc
}

// An askingHabit remembers whether the latest deadlineContext was asked for Done.
type askingHabit struct{ asks atomic.Bool }

// lazyOneIn is how seldom a context is lazy once there is the habit: only those
// show that the habit has gone.
const lazyOneIn = 64

// standardNext reports whether the context with the deadline is better made at
// once. The deadline, which nobody foresees to the nanosecond, serves as a die.
func (h *askingHabit) standardNext(deadline instant) bool {
	return h.asks.Load() && deadline>>4%lazyOneIn != 0
}

// learn is told whether a lazy context was asked.
func (h *askingHabit) learn(asked bool) {
	if h.asks.Load() != asked {
		h.asks.Store(asked)
	}
}

// put returns parent with the deadline, whose passing has the given cause.
func (l *timeLimit) put(parent context.Context, deadline instant, cause *TimeoutError, habit *askingHabit) context.Context {
	if habit.standardNext(deadline) && !endsBefore(parent, deadline) {
		l.deadline, l.cause = deadline, cause
		l.standard, l.release = context.WithDeadlineCause(parent, base.Add(deadline), cause)
		return l.standard
	}
	ctx, own := withDeadline(parent, deadline, cause)
	if own != nil {
		l.deadline, l.cause, l.lazy = deadline, cause, own
	}
	return ctx
}

// exceeded reports whether the limit, and not the end of the parent, has ended
// the context by the time of the reading. It is to be asked before lift.
func (l *timeLimit) exceeded(reading instant) bool {
	switch {
	case l.cause == nil || reading < l.deadline:
		return false
	case l.lazy != nil:
		return l.lazy.exceeded(reading)
	}
	return l.standard.Err() == nil || context.Cause(l.standard) == error(l.cause)
}

// lift ends the context. The reading is the latest one that the caller has.
func (l *timeLimit) lift(reading instant, habit *askingHabit) {
	if l.lazy != nil {
		habit.learn(l.lazy.cancel(reading))
	} else if l.release != nil {
		l.release()
	}
}
