// Package clients has the interfaces that the benchmarks protect, one for each
// set of policies, and what they are called on. The numbers in the directives
// are those of package peers.
package clients

import "context"

//go:generate go tool resgen

// Fallback has a fallback alone.
type Fallback interface {
	//resilience:fallback value=""
	Get(ctx context.Context, key string) (string, error)
}

// Retry has a retry alone.
type Retry interface {
	//resilience:retry maxAttempts=3 delay=0s
	Get(ctx context.Context, key string) (string, error)
}

// Breaker has a circuit breaker alone.
type Breaker interface {
	//resilience:circuitbreaker window=100 failureRate=50 minCalls=100 openWait=10m
	Get(ctx context.Context, key string) (string, error)
}

// TimedBreaker has a circuit breaker that looks at how long calls take.
type TimedBreaker interface {
	//resilience:circuitbreaker window=100 failureRate=50 minCalls=100 openWait=10m slowCall=1s
	Get(ctx context.Context, key string) (string, error)
}

// RateLimit has a rate limiter alone.
type RateLimit interface {
	//resilience:ratelimit limit=1000000000 period=1s
	Get(ctx context.Context, key string) (string, error)
}

// Timeout has a timeout alone.
type Timeout interface {
	//resilience:timeout 1m
	Get(ctx context.Context, key string) (string, error)
}

// Bulkhead has a bulkhead alone.
type Bulkhead interface {
	//resilience:bulkhead maxConcurrent=1000
	Get(ctx context.Context, key string) (string, error)
}

// FourPolicies has all but a timeout and a rate limiter.
type FourPolicies interface {
	//resilience:fallback value=""
	//resilience:retry maxAttempts=3 delay=0s
	//resilience:circuitbreaker window=100 failureRate=50 minCalls=100 openWait=10m
	//resilience:bulkhead maxConcurrent=1000
	Get(ctx context.Context, key string) (string, error)
}

// FivePolicies has all but a rate limiter.
type FivePolicies interface {
	//resilience:fallback value=""
	//resilience:retry maxAttempts=3 delay=0s
	//resilience:circuitbreaker window=100 failureRate=50 minCalls=100 openWait=10m
	//resilience:timeout 1m
	//resilience:bulkhead maxConcurrent=1000
	Get(ctx context.Context, key string) (string, error)
}

// SixPolicies has them all, and a breaker that looks at how long calls take.
type SixPolicies interface {
	//resilience:fallback value=""
	//resilience:retry maxAttempts=3 delay=0s
	//resilience:circuitbreaker window=100 failureRate=50 minCalls=100 openWait=10m slowCall=1s
	//resilience:ratelimit limit=1000000000 period=1s
	//resilience:timeout 1m
	//resilience:bulkhead maxConcurrent=1000
	Get(ctx context.Context, key string) (string, error)
}
