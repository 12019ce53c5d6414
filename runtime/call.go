package runtime

import (
	"context"
	"errors"
)

// A call is what the policies around one attempt know about it: what their
// events report.
type call struct {
	ctx      context.Context // the one that the caller gave
	pipeline *Pipeline       // nil for a policy that is used by hand
	started  starts
	attempt  int32   // counted from 1
	wanted   kindSet // the kinds of events that somebody wants
	timed    bool    // a policy asks when the implementation starts
}

// starts are the instants at which the implementation started for the first time
// since each of the policies that ask had admitted the call; zero if it has not, or
// nobody asks. They differ where an order has put a retry between the two.
type starts struct{ breaker, adaptive instant }

// missing reports whether the next start of the implementation is the first for a
// policy.
func (s *starts) missing() bool { return s.breaker == 0 || s.adaptive == 0 }

// stamp notes that the implementation starts.
func (s *starts) stamp(at instant) {
	if s.breaker == 0 {
		s.breaker = at
	}
	if s.adaptive == 0 {
		s.adaptive = at
	}
}

// byHand makes c a call of a policy that is used by hand. It fills the fields in
// place: a composite literal is built aside and copied, and the copy waits for
// the stores.
func (c *call) byHand(ctx context.Context, events *Events) {
	c.ctx, c.wanted = ctx, events.wants()
}

// event starts an event about this call.
func (c *call) event(kind Kind, policy, instance, group string) Event {
	ev := Event{
		Kind: kind, Policy: policy, Instance: instance, Group: group,
		Attempt: int(c.attempt), Context: c.ctx,
	}
	if c.pipeline != nil {
		ev.Method = c.pipeline.name
	}
	return ev
}

// gone reports whether the caller's context was cancelled, before a timeout of
// ours ended ctx. An expired deadline is not a caller who left: what made the call
// take that long is the dependency. Contexts that are not the standard library's
// may end with errors of their own.
func (c *call) gone(ctx context.Context) bool {
	err := c.ctx.Err()
	return err != nil && (err == context.Canceled || !errors.Is(err, context.DeadlineExceeded)) && !timedOut(ctx)
}

// late reports whether the caller's deadline has passed, before a timeout of ours
// ended ctx.
func (c *call) late(ctx context.Context) bool {
	return errors.Is(c.ctx.Err(), context.DeadlineExceeded) && !timedOut(ctx)
}

// timedOut reports whether a timeout of ours is what ended ctx.
func timedOut(ctx context.Context) bool {
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return false // also where somebody cancelled it because of such an error
	}
	_, ours := context.Cause(ctx).(*TimeoutError)
	return ours
}
