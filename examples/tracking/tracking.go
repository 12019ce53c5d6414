// Package tracking asks a parcel carrier where parcels are. It is the example
// of resgen: Client says in directives what calls to the carrier may cost,
// HTTPClient is the plain implementation, and ResilientClient, which resgen
// writes, is the one that programs use.
package tracking

import (
	"context"
	"errors"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
)

//go:generate go tool resgen

// The carrier is well when it says one of these: they do not open the breaker.
var (
	// ErrUnknownParcel says that the carrier has no such parcel, which asking
	// again would not change.
	ErrUnknownParcel = errors.New("unknown parcel")
	// ErrBusy says that the carrier wants to be asked again later.
	ErrBusy = errors.New("carrier is busy")
)

// Client talks to the carrier. All methods share one circuit breaker, since
// they share the carrier.
//
//resilience:circuitbreaker failureRate=50 window=20 minCalls=10 openWait=1s halfOpenCalls=3 ignoreOn=ErrUnknownParcel,ErrBusy
//resilience:timeout 250ms
type Client interface {
	// Track returns the last known status of a parcel.
	//
	//resilience:retry maxAttempts=3 delay=50ms abortOn=ErrUnknownParcel
	//resilience:fallback func=notAvailable
	//resilience:fallback func=unknownStatus
	Track(ctx context.Context, parcel string) (string, error)

	// Label returns a parcel's label, ready to print. Labels are dear, so the
	// carrier asks its clients for two at a time at most.
	//
	//resilience:bulkhead maxConcurrent=2
	Label(ctx context.Context, parcel string) ([]byte, error)

	// ETA completes with the time at which the carrier expects to deliver a
	// parcel. The call returns at once, and no goroutine waits for a slot, for the
	// next attempt, or for the end of the time. An attempt's time begins when it
	// has a slot.
	//
	//resilience:retry maxAttempts=5 delay=1s abortOn=ErrUnknownParcel
	//resilience:timeout 1s total=30s
	//resilience:bulkhead maxConcurrent=16 maxWait=30s
	//resilience:order bulkhead,timeout
	ETA(ctx context.Context, parcel string) *resilience.Future[time.Time]

	// Locate sends where a parcel is.
	//
	//resilience:fallback value="somewhere"
	Locate(ctx context.Context, parcel string) <-chan resilience.Result[string]

	// Close gives the connections back.
	//
	//resilience:off
	Close() error
}

// notAvailable answers calls that a policy refused, which the carrier never saw.
func notAvailable(_ context.Context, _ string, _ *resilience.RejectedError) (string, error) {
	return "not available at the moment", nil
}

// unknownStatus answers calls that the carrier failed to answer.
func unknownStatus(_ context.Context, _ string, _ *StatusError) (string, error) {
	return "unknown", nil
}
