package runtime

import (
	"errors"
	"time"
)

// advice is what an error says about trying again.
type advice struct {
	refused   bool          // it is the refusal of a policy
	retryable retryable     // whether it says so at all, and what
	after     time.Duration // no sooner than this
}

type retryable uint8

const (
	unsaid retryable = iota
	yes
	no
)

// adviceOf asks err, and what it wraps, for the methods Retryable() bool and
// RetryAfter() time.Duration. The refusal may be that of a policy in a pipeline
// that the implementation uses.
func adviceOf(err error) (a advice) {
	a.refused = refusal(err)
	if said, ok := errors.AsType[interface {
		error
		Retryable() bool
	}](err); ok {
		a.retryable = no
		if said.Retryable() {
			a.retryable = yes
		}
	}
	if said, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](err); ok {
		a.after = said.RetryAfter()
	}
	return a
}

// silent reports whether err has nothing to say, and wraps nothing that could:
// one look at its type where searching its chain would take two walks.
func silent(err error) bool {
	switch err.(type) {
	case interface{ Unwrap() error },
		interface{ Unwrap() []error },
		interface{ As(any) bool },
		interface{ Retryable() bool },
		interface{ RetryAfter() time.Duration }:
		return false
	}
	return true
}

// Permanent marks err as not worth a retry, whatever the retry policy's lists
// say. The result wraps err; it is nil if err is.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &permanentError{err}
}

type permanentError struct{ err error }

func (e *permanentError) Error() string   { return e.err.Error() }
func (e *permanentError) Unwrap() error   { return e.err }
func (e *permanentError) Retryable() bool { return false }
