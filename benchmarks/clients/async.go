package clients

import (
	"context"

	resilience "github.com/go-resgen/resgen/runtime"
)

// An AsyncClient is what the contenders of the asynchronous cases wrap.
type AsyncClient interface {
	Get(ctx context.Context, key string) *resilience.Future[string]
}

// AsyncRetry has a retry alone.
type AsyncRetry interface {
	//resilience:retry maxAttempts=3 delay=0s
	Get(ctx context.Context, key string) *resilience.Future[string]
}

// AsyncTimeout has a timeout alone.
type AsyncTimeout interface {
	//resilience:timeout 1m
	Get(ctx context.Context, key string) *resilience.Future[string]
}

// AsyncFivePolicies is FivePolicies for futures.
type AsyncFivePolicies interface {
	//resilience:fallback value=""
	//resilience:retry maxAttempts=3 delay=0s
	//resilience:circuitbreaker window=100 failureRate=50 minCalls=100 openWait=10m
	//resilience:timeout 1m
	//resilience:bulkhead maxConcurrent=1000
	Get(ctx context.Context, key string) *resilience.Future[string]
}

// AsyncDelay is AsyncFivePolicies with a delay before the second attempt, and a
// breaker that does not count the failures that lead to it.
type AsyncDelay interface {
	//resilience:fallback value=""
	//resilience:retry maxAttempts=3 delay=1h
	//resilience:circuitbreaker window=100 failureRate=50 minCalls=100 openWait=10m ignoreOn=ErrFailed
	//resilience:timeout 1m
	//resilience:bulkhead maxConcurrent=1000
	Get(ctx context.Context, key string) *resilience.Future[string]
}

// Ready returns a future that is complete.
type Ready struct{ Future *resilience.Future[string] }

// Get implements AsyncClient.
func (c Ready) Get(context.Context, string) *resilience.Future[string] { return c.Future }

// Pending returns a future that whoever has the client completes.
type Pending struct{ Promise *resilience.Promise[string] }

// Get implements AsyncClient.
func (c *Pending) Get(context.Context, string) *resilience.Future[string] {
	c.Promise = resilience.NewPromise[string]()
	return c.Promise.Future()
}
