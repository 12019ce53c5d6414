package resiliencegrpc

import (
	"errors"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A failure is, to the pipeline, the error of a call that may be made again.
type failure struct {
	err   error
	after time.Duration
}

func (e *failure) Error() string { return e.err.Error() }
func (e *failure) Unwrap() error { return e.err }

// RetryAfter has a retry wait as long as the service asks.
func (e *failure) RetryAfter() time.Duration { return e.after }

// An unrepeatable failure is that of a call that must not be made again.
type unrepeatable struct{ err error }

func (e *unrepeatable) Error() string { return e.err.Error() }

// Retryable forbids a retry, whatever its lists say.
func (e *unrepeatable) Retryable() bool { return false }

// Is and As stand in for Unwrap, to hide refusals by pipelines further in: a retry
// that names them does not ask Retryable, but what was refused there may have been
// only a part of the call.

func (e *unrepeatable) Is(target error) bool { return errors.Is(e.err, target) }

func (e *unrepeatable) As(target any) bool {
	if _, refusal := target.(**resilience.RejectedError); refusal {
		return false
	}
	return errors.As(e.err, target)
}
