package runtime_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// ignoring is a breaker to which the deadlines of callers say nothing.
func ignoring(t *testing.T) *resilience.CircuitBreaker {
	t.Helper()
	config := resilience.DefaultCircuitBreakerConfig()
	config.IgnoreCallerDeadline = true
	b, err := resilience.NewCircuitBreaker("breaker", config)
	require.NoError(t, err)
	return b
}

// An implementation that outstays both a timeout and its caller is a failure if the
// timeout was first.
func TestWhatEndsACallFirstDecides(t *testing.T) {
	places := []struct {
		name   string
		config resilience.TimeoutConfig
		order  resilience.Order
	}{
		{"a timeout of the call", resilience.TimeoutConfig{Total: 2 * time.Second}, nil},
		{"a timeout of all attempts together", resilience.TimeoutConfig{Duration: 2 * time.Second}, resilience.Order{"timeout", "retry"}},
		{"a timeout around the breaker", resilience.TimeoutConfig{Duration: 2 * time.Second}, resilience.Order{"timeout", "circuitbreaker"}},
		{"a timeout inside of the breaker", resilience.TimeoutConfig{Duration: 2 * time.Second}, nil},
	}
	ends := []struct {
		name   string
		caller func(context.Context) (context.Context, context.CancelFunc)
		failed uint64
	}{
		{"before its caller's deadline is a failure", deadlineIn(3 * time.Second), 1},
		{"after its caller's deadline leaves the call neutral", deadlineIn(time.Second), 0},
		{"before its caller cancels is a failure", cancelIn(3 * time.Second), 1},
		{"after its caller has cancelled leaves the call neutral", cancelIn(time.Second), 0},
	}
	for _, place := range places {
		for _, end := range ends {
			inEach(t, place.name+" that ends it "+end.name, func(t *testing.T, e execution) {
				once := resilience.DefaultRetryConfig()
				once.MaxAttempts = 1
				retry, err := resilience.NewRetry("retry", once)
				require.NoError(t, err)
				timeout, err := resilience.NewTimeout("timeout", place.config)
				require.NoError(t, err)
				b := ignoring(t)
				p, err := resilience.NewPipeline("house", retry, b, timeout, place.order)
				require.NoError(t, err)
				ctx, cancel := end.caller(t.Context())
				defer cancel()
				_, err = e.do(ctx, p, func(ctx context.Context) (int, error) {
					<-ctx.Done()
					time.Sleep(time.Minute)
					return 0, errBusy
				})
				assert.Error(t, err)
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				assert.Equal(t, end.failed, b.Metrics().Failed)
			})
		}
	}
}

func TestATimeoutAroundAHedgeThatEndsItBeforeItsCallerIsAFailure(t *testing.T) {
	for name, caller := range map[string]func(context.Context) (context.Context, context.CancelFunc){
		"leaves":                   cancelIn(3 * time.Second),
		"has reached its deadline": deadlineIn(3 * time.Second),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hedge, err := resilience.NewHedge("hedge", generous())
				require.NoError(t, err)
				timeout, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Total: 1500 * time.Millisecond})
				require.NoError(t, err)
				b := ignoring(t)
				p, err := resilience.NewPipeline("house", hedge, b, timeout)
				require.NoError(t, err)
				ctx, cancel := caller(t.Context())
				defer cancel()
				w := new(worker)
				_, err = resilience.DoAsync(ctx, p, w.call).Await(t.Context())
				require.ErrorIs(t, err, resilience.ErrTimeout)
				time.Sleep(time.Minute)
				for _, attempt := range w.made() {
					attempt.Reject(errBusy)
				}
				assert.Equal(t, uint64(2), b.Metrics().Failed)
			})
		})
	}
}

func TestTheTimeoutOfAWrapperAroundThisOneIsNoCallersDeadline(t *testing.T) {
	inEach(t, "for a pipeline in a pipeline", func(t *testing.T, e execution) {
		timeout, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: time.Second})
		require.NoError(t, err)
		outer, err := resilience.NewPipeline("outer", timeout)
		require.NoError(t, err)
		b := ignoring(t)
		inner, err := resilience.NewPipeline("inner", b)
		require.NoError(t, err)
		err = outer.Do(t.Context(), func(ctx context.Context) (resilience.Verdict, error) {
			_, err := e.do(ctx, inner, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
			return 0, err
		})
		assert.ErrorIs(t, err, resilience.ErrTimeout)
		synctest.Wait()
		assert.Equal(t, uint64(1), b.Metrics().Failed)
	})
}

func deadlineIn(d time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, d) }
}

func cancelIn(d time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(ctx)
		time.AfterFunc(d, cancel)
		return ctx, cancel
	}
}
