package runtime

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// A deadlineContext behaves like context.WithDeadlineCause, and costs 48 bytes
// until somebody asks for Done, or for an Err that is there. Only then does it
// make the standard context, to which it forwards from there on: children find
// the standard one through Value and Done, and need no goroutine each.
//
// One order cannot be told apart when nobody asked in time: if the parent was
// cancelled and the deadline has passed, the parent counts as the first.
type deadlineContext struct {
	parent   context.Context // its deadline is not sooner
	deadline instant
	cause    *TimeoutError
	standard atomic.Pointer[standardContext]
}

// A standardContext is a context of the standard library and the function that
// releases it; both are nil if nobody asked before the call ended.
type standardContext struct {
	context.Context
	cancel context.CancelFunc
}

// made reports whether there is a context. It may be asked of nil.
func (s *standardContext) made() bool { return s != nil && s.cancel != nil }

// What the standard context would be, had anybody asked before the call ended.
var (
	unseenCanceled = new(standardContext)
	unseenExpired  = new(standardContext)
)

// withDeadline returns parent with a deadline, whose passing has the given
// cause. If the parent's own deadline is sooner it returns the parent and nil,
// on which cancel and exceeded may be called as well.
func withDeadline(parent context.Context, deadline instant, cause *TimeoutError) (context.Context, *deadlineContext) {
	if endsBefore(parent, deadline) {
		return parent, nil
	}
	c := &deadlineContext{parent: parent, deadline: deadline, cause: cause}
	return c, c
}

// endsBefore reports whether ctx has a deadline before the given one.
func endsBefore(ctx context.Context, deadline instant) bool {
	if own, ok := ctx.(*deadlineContext); ok {
		return own.deadline < deadline
	}
	at, ok := ctx.Deadline()
	return ok && instantOf(at) < deadline
}

// Deadline implements context.Context.
func (c *deadlineContext) Deadline() (time.Time, bool) { return timeOf(c.deadline), true }

// Done implements context.Context.
func (c *deadlineContext) Done() <-chan struct{} {
	if s := c.standard.Load(); s.made() {
		return s.Done()
	}
	return c.materialize().Done()
}

// Err implements context.Context.
func (c *deadlineContext) Err() error {
	if c.standard.Load() == nil && c.parent.Err() == nil && now() < c.deadline {
		return nil
	}
	return c.materialize().Err()
}

// Value implements context.Context. context.Cause and the children of c look
// the standard context up through it, and only after Err or Done made one.
func (c *deadlineContext) Value(key any) any {
	s := c.standard.Load()
	switch {
	case s.made():
		return s.Value(key)
	case s == nil:
		return c.parent.Value(key)
	}
	return c.materialize().Value(key)
}

// String describes the context as the standard ones describe themselves.
func (c *deadlineContext) String() string {
	parent := fmt.Sprintf("%T", c.parent)
	if s, ok := c.parent.(fmt.Stringer); ok {
		parent = s.String()
	}
	return fmt.Sprintf("%s.WithDeadline(%v [%v])", parent, timeOf(c.deadline), c.deadline-now())
}

// cancel ends the context and its children, and releases what it held. The
// reading is the latest one that the caller has: if it lies past the deadline,
// the context has expired rather than been cancelled.
func (c *deadlineContext) cancel(reading instant) {
	if c == nil {
		return
	}
	end := unseenCanceled
	if reading >= c.deadline {
		end = unseenExpired
	}
	s := c.standard.Load()
	if s == nil && (c.parent.Err() != nil || !c.standard.CompareAndSwap(nil, end)) {
		s = c.materialize()
	}
	if s.made() {
		s.cancel()
	}
}

// exceeded reports whether the context's own deadline, and not the end of its
// parent, has ended it by the time of the reading. It is to be asked before
// cancel.
func (c *deadlineContext) exceeded(reading instant) bool {
	if c == nil || reading < c.deadline {
		return false
	}
	if s := c.standard.Load(); s != nil {
		err := s.Err()
		return err == nil || err == context.DeadlineExceeded && context.Cause(s) == error(c.cause)
	}
	return c.outlived()
}

// outlived reports, once the deadline has passed, whether the parent was alive
// until then. A parent that ended by its own deadline was: it was not sooner.
func (c *deadlineContext) outlived() bool {
	err := c.parent.Err()
	return err == nil || err == context.DeadlineExceeded
}

// materialize returns the standard context, which it makes at the first call.
func (c *deadlineContext) materialize() *standardContext {
	for {
		s := c.standard.Load()
		if s.made() {
			return s
		}
		made := c.make(s)
		if c.standard.CompareAndSwap(s, made) {
			return made
		}
		made.cancel()
	}
}

// make returns a standard context in the state that c is in, where unseen says
// how c has ended if it has.
func (c *deadlineContext) make(unseen *standardContext) *standardContext {
	parent := c.parent
	// A context that is over must say so, whatever became of its parent since.
	if unseen != nil || parent.Err() != nil && now() >= c.deadline && c.outlived() {
		parent = context.WithoutCancel(parent)
	}
	if unseen == unseenCanceled {
		ctx, cancel := context.WithCancel(parent)
		cancel()
		return &standardContext{ctx, cancel}
	}
	// The wall clock may have been set since base was read. Nobody sees it: users
	// ask c for its deadline. But the parent's is compared with it.
	deadline := base.Add(c.deadline)
	if _, bounded := parent.Deadline(); bounded {
		deadline = timeOf(c.deadline)
	}
	ctx, cancel := context.WithDeadlineCause(parent, deadline, c.cause)
	return &standardContext{ctx, cancel}
}
