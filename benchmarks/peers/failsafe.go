package peers

import (
	"context"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/failsafe-go/failsafe-go/ratelimiter"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"

	"github.com/go-resgen/resgen/benchmarks/clients"
)

// The policies of failsafe-go, with the settings of this package.
func failsafeFallback() failsafe.Policy[string] { return fallback.NewWithResult("") }

func failsafeRetry() failsafe.Policy[string] {
	return retrypolicy.NewBuilder[string]().WithMaxAttempts(attempts).ReturnLastFailure().Build()
}

func failsafeBreaker() failsafe.Policy[string] {
	return circuitbreaker.NewBuilder[string]().
		WithFailureThresholdRatio(window*failureRate/100, window).
		WithDelay(openWait).
		Build()
}

func failsafeRateLimit() failsafe.Policy[string] {
	return ratelimiter.NewSmooth[string](rateLimit, time.Second)
}

func failsafeTimeout() failsafe.Policy[string] { return timeout.New[string](timeLimit) }

func failsafeBulkhead() failsafe.Policy[string] { return bulkhead.New[string](concurrency) }

type failsafeClient struct {
	next     clients.Client
	executor failsafe.Executor[string]
}

func newFailsafe(next clients.Client, policies ...failsafe.Policy[string]) clients.Client {
	return &failsafeClient{next: next, executor: failsafe.With(policies...)}
}

func (c *failsafeClient) Get(ctx context.Context, key string) (string, error) {
	return c.executor.WithContext(ctx).GetWithExecution(func(e failsafe.Execution[string]) (string, error) {
		return c.next.Get(e.Context(), key)
	})
}

// FailsafeFallback is failsafe-go's fallback.
func FailsafeFallback(next clients.Client) clients.Client {
	return newFailsafe(next, failsafeFallback())
}

// FailsafeRetry is failsafe-go's retry policy.
func FailsafeRetry(next clients.Client) clients.Client { return newFailsafe(next, failsafeRetry()) }

// FailsafeBreaker is failsafe-go's circuit breaker, which counts the last calls.
func FailsafeBreaker(next clients.Client) clients.Client {
	return newFailsafe(next, failsafeBreaker())
}

// FailsafeRateLimit is failsafe-go's smooth rate limiter.
func FailsafeRateLimit(next clients.Client) clients.Client {
	return newFailsafe(next, failsafeRateLimit())
}

// FailsafeTimeout is failsafe-go's timeout.
func FailsafeTimeout(next clients.Client) clients.Client {
	return newFailsafe(next, failsafeTimeout())
}

// FailsafeBulkhead is failsafe-go's bulkhead.
func FailsafeBulkhead(next clients.Client) clients.Client {
	return newFailsafe(next, failsafeBulkhead())
}

// FailsafeFour is fallback, retry, circuit breaker and bulkhead.
func FailsafeFour(next clients.Client) clients.Client {
	return newFailsafe(next, failsafeFallback(), failsafeRetry(), failsafeBreaker(), failsafeBulkhead())
}

// FailsafeFive is FailsafeFour with a timeout.
func FailsafeFive(next clients.Client) clients.Client {
	return newFailsafe(next, failsafeFallback(), failsafeRetry(), failsafeBreaker(),
		failsafeTimeout(), failsafeBulkhead())
}

// FailsafeSix is FailsafeFive with a rate limiter. Its breaker does not look at
// how long calls take: failsafe-go's cannot.
func FailsafeSix(next clients.Client) clients.Client {
	return newFailsafe(next, failsafeFallback(), failsafeRetry(), failsafeBreaker(),
		failsafeRateLimit(), failsafeTimeout(), failsafeBulkhead())
}
