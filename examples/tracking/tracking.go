// Package tracking asks a parcel carrier where parcels are. It is the example
// of resgen: Client says in directives what calls to the carrier may cost,
// HTTPClient is the plain implementation, and ResilientClient, which resgen
// writes, is the one that programs use.
package tracking

import (
	"context"
	"errors"

	resilience "github.com/go-resgen/resgen/runtime"
)

//go:generate go tool resgen

// ErrUnknownParcel says that the carrier has no such parcel. The carrier is
// well when it says so: this is not retried and does not open the breaker.
var ErrUnknownParcel = errors.New("unknown parcel")

// Client talks to the carrier. All methods share one circuit breaker, since
// they share the carrier.
//
//resilience:circuitbreaker failureRate=50 window=20 minCalls=10 openWait=1s halfOpenCalls=3 ignoreOn=ErrUnknownParcel
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
