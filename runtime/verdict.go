package runtime

import (
	"context"
	"errors"
)

// A Verdict is what a call's results say about it beyond its error: a set of
// bits, zero for a call whose results are unremarkable. It counts only where
// the error is nil.
type Verdict uint8

const (
	// RetryResult asks for another attempt although there was no error.
	RetryResult Verdict = 1 << iota
	// RecordResult counts the call as a failure of the circuit breaker although
	// there was no error.
	RecordResult
)

// outcome is how an attempt counts for the policies around it.
type outcome uint8

const (
	success outcome = iota
	failure
	// neutral changes no counter and gives back every permit: the attempt was
	// ignored, given up by its caller, or never reached the implementation.
	neutral
)

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
	return c.ctx.Err() == context.DeadlineExceeded && !timedOut(ctx)
}

// timedOut reports whether a timeout of ours is what ended ctx.
func timedOut(ctx context.Context) bool {
	if ctx.Err() == nil {
		return false
	}
	_, ours := context.Cause(ctx).(*TimeoutError)
	return ours
}
