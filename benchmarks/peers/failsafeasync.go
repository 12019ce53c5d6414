package peers

import (
	"context"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"github.com/go-resgen/resgen/benchmarks/clients"
)

// A FailsafeAsync makes calls asynchronously through policies of failsafe-go. It
// has no notion of a call that returns a future: it runs calls that block, each
// on a goroutine.
type FailsafeAsync struct{ executor failsafe.Executor[string] }

// Start begins a call of next.
func (f *FailsafeAsync) Start(ctx context.Context, next clients.Client, key string) failsafe.ExecutionResult[string] {
	return f.executor.WithContext(ctx).GetAsyncWithExecution(func(e failsafe.Execution[string]) (string, error) {
		return next.Get(e.Context(), key)
	})
}

func newFailsafeAsync(policies ...failsafe.Policy[string]) *FailsafeAsync {
	return &FailsafeAsync{failsafe.With(policies...)}
}

// FailsafeAsyncRetry is FailsafeRetry.
func FailsafeAsyncRetry() *FailsafeAsync { return newFailsafeAsync(failsafeRetry()) }

// FailsafeAsyncTimeout is FailsafeTimeout.
func FailsafeAsyncTimeout() *FailsafeAsync { return newFailsafeAsync(failsafeTimeout()) }

// FailsafeAsyncFive is FailsafeFive.
func FailsafeAsyncFive() *FailsafeAsync {
	return newFailsafeAsync(failsafeFallback(), failsafeRetry(), failsafeBreaker(),
		failsafeTimeout(), failsafeBulkhead())
}

// FailsafeAsyncDelay is FailsafeAsyncFive with a delay before the second attempt,
// and a breaker that does not count the failures that lead to it.
func FailsafeAsyncDelay() *FailsafeAsync {
	breaker := circuitbreaker.NewBuilder[string]().
		WithFailureThresholdRatio(window*failureRate/100, window).
		WithDelay(openWait).
		HandleIf(func(string, error) bool { return false }).
		Build()
	retry := retrypolicy.NewBuilder[string]().
		WithMaxAttempts(attempts).WithDelay(time.Hour).ReturnLastFailure().Build()
	return newFailsafeAsync(failsafeFallback(), retry, breaker, failsafeTimeout(), failsafeBulkhead())
}
