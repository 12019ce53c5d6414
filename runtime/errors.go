package runtime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Errors to look for with errors.Is. The errors that calls return carry details
// in the types of this package, and wrap these values.
var (
	// ErrCallNotPermitted says that a circuit breaker refused the call.
	ErrCallNotPermitted = errors.New("call not permitted by circuit breaker")
	// ErrBulkheadFull says that a bulkhead had no slot within its maximum wait.
	ErrBulkheadFull = errors.New("bulkhead full")
	// ErrRateLimited says that a rate limiter had no permit within its maximum wait.
	ErrRateLimited = errors.New("rate limited")
	// ErrLimitExceeded says that an adaptive limiter refused the call.
	ErrLimitExceeded = errors.New("concurrency limit exceeded")
	// ErrTimeout says that a timeout policy ended the call or an attempt of it.
	ErrTimeout = errors.New("timed out")
	// ErrMaxAttempts says that the last attempt's result still asked for a retry.
	ErrMaxAttempts = errors.New("maximum attempts reached")
	// ErrNilFuture says that an asynchronous method returned a nil future or channel.
	ErrNilFuture = errors.New("method returned a nil future")
	// ErrNoResult says that a result channel was closed without a value.
	ErrNoResult = errors.New("result channel closed without a value")
	// ErrGoexit says that an asynchronous method ended its goroutine with runtime.Goexit.
	ErrGoexit = errors.New("method called runtime.Goexit")
)

// A RejectedError says that a policy refused the call, which then never reached
// the implementation. It wraps one of ErrCallNotPermitted, ErrBulkheadFull,
// ErrRateLimited and ErrLimitExceeded, and the context's error where the end of
// the context cut a wait short.
type RejectedError struct {
	// Policy is the directive's name, such as "bulkhead".
	Policy string
	// Instance is the name of the instance that refused.
	Instance string
	// State is the state of the circuit breaker that refused; zero for other policies.
	State State

	reason error
	cause  error
	// retryAt is when the policy may admit a call again; zero if it cannot tell.
	retryAt instant
}

// Error implements error.
func (e *RejectedError) Error() string {
	text := e.Policy + " " + e.Instance
	if e.State != 0 {
		text += " is " + e.State.String()
	}
	text += ": " + e.reason.Error()
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap gives errors.Is and errors.As the reason and the context's error.
func (e *RejectedError) Unwrap() []error {
	if e.cause == nil {
		return []error{e.reason}
	}
	return []error{e.reason, e.cause}
}

// RetryAfter is how long from now on it is pointless to try again; zero if the
// policy cannot tell. The retry policy never waits for less.
func (e *RejectedError) RetryAfter() time.Duration {
	if e.retryAt == 0 {
		return 0
	}
	return max(0, e.retryAt-now())
}

// A TimeoutError says that a timeout policy's duration ran out. It is
// ErrTimeout, and also context.DeadlineExceeded; a caller's own deadline is only
// the latter.
type TimeoutError struct {
	// Instance is the name of the timeout policy's instance.
	Instance string
	// Duration is how long the call was allowed to take.
	Duration time.Duration
	// Total is true for the timeout of the whole call, false for an attempt's, also
	// where an Order puts that around all attempts.
	Total bool
	// Err is what the implementation returned after the time ran out, if it did.
	Err error

	together bool // it is an attempt's, around all of them
}

// Error implements error.
func (e *TimeoutError) Error() string {
	what := "attempt"
	switch {
	case e.Total:
		what = "call"
	case e.together:
		what = "attempts together"
	}
	text := fmt.Sprintf("timeout %s: %s exceeded %v", e.Instance, what, e.Duration)
	if e.Err == nil {
		return text
	}
	inner := e.Err.Error()
	if strings.Contains(inner, text) {
		return inner // the implementation, as net/http does, returned the context's cause
	}
	return text + ": " + inner
}

// Unwrap gives errors.As the implementation's error.
func (e *TimeoutError) Unwrap() error { return e.Err }

// Is reports that a TimeoutError is ErrTimeout and context.DeadlineExceeded.
func (e *TimeoutError) Is(target error) bool {
	return target == ErrTimeout || target == context.DeadlineExceeded
}

// Timeout implements the interface of net.Error and os.IsTimeout.
func (e *TimeoutError) Timeout() bool { return true }

// A PanicError carries a panic from the goroutine in which it happened to the
// one that waits for the call.
type PanicError struct {
	// Value is what the implementation gave to panic.
	Value any
	// Stack is the stack of the goroutine that panicked, as debug.Stack formats it.
	Stack []byte
}

// Error implements error.
func (e *PanicError) Error() string {
	return fmt.Sprintf("panic: %v", e.Value)
}

// Unwrap gives errors.Is and errors.As the panic's value, if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}
