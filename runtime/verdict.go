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

// callerGone reports whether ctx, the context that the caller gave, was
// cancelled. An expired deadline is not a caller who left: what made the call
// take that long is the dependency. Contexts that are not the standard library's
// may end with errors of their own.
func callerGone(ctx context.Context) bool {
	err := ctx.Err()
	return err == context.Canceled || err != nil && !errors.Is(err, context.DeadlineExceeded)
}
