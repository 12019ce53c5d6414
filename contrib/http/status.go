package resiliencehttp

import (
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A StatusError stands for a response that says that the service has failed.
// Matchers, listeners and callers whose retry was cut short see it.
type StatusError struct {
	// Response is the response. Its body is not for those who see the error.
	Response *http.Response
}

// Error implements error.
func (e *StatusError) Error() string {
	return "status " + strconv.Itoa(e.Response.StatusCode) + " " + http.StatusText(e.Response.StatusCode)
}

// RetryAfter is how long the response asks clients to wait: what its Retry-After
// header says in seconds or as a date (RFC 9110, section 10.2.3), zero if it says
// nothing. A retry does not wait for less.
func (e *StatusError) RetryAfter() time.Duration {
	text := e.Response.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, math.MaxInt64/uint64(time.Second))) * time.Second
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	return max(0, time.Until(date))
}

// Status matches responses with one of the given statuses, for the lists of
// policies: IgnoreOn: []resilience.Matcher{Status(http.StatusTooManyRequests)} keeps
// a breaker from opening because a healthy service wants to be asked less often.
func Status(codes ...int) resilience.Matcher {
	return func(err error) bool {
		status, ok := errors.AsType[*StatusError](err)
		return ok && slices.Contains(codes, status.Response.StatusCode)
	}
}
