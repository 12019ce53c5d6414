package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// fivePolicies are a pipeline of retry, breaker, timeout and bulkhead; the
// fallback is the fifth.
func fivePolicies(t testing.TB) *resilience.Pipeline {
	t.Helper()
	retry := resilience.DefaultRetryConfig()
	retry.Delay = time.Hour
	r, err := resilience.NewRetry("retry", retry)
	require.NoError(t, err)
	watching := resilience.DefaultCircuitBreakerConfig()
	watching.Initial = resilience.StateMetricsOnly
	b, err := resilience.NewCircuitBreaker("breaker", watching)
	require.NoError(t, err)
	d, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: time.Minute})
	require.NoError(t, err)
	h, err := resilience.NewBulkhead("bulkhead", resilience.DefaultBulkheadConfig())
	require.NoError(t, err)
	p, err := resilience.NewPipeline("five", r, b, d, h)
	require.NoError(t, err)
	return p
}

// A guarded is a method with a fallback, as generated code calls it.
type guarded struct {
	pipeline *resilience.Pipeline
	next     estimator
}

func (w *guarded) ETA(ctx context.Context, parcel string) *resilience.Future[string] {
	method := func() resilience.AsyncMethod[string] {
		return resilience.AsyncMethod[string]{
			Call: func(ctx context.Context) *resilience.Future[string] { return w.next.ETA(ctx, parcel) },
			Fallback: func(ctx context.Context, failure error) (*resilience.Future[string], bool) {
				if errors.Is(failure, errBusy) {
					return resilience.Completed(parcel), true
				}
				return nil, false
			},
		}
	}
	call, future := resilience.Start(ctx, w.pipeline, method())
	if call != nil {
		future = resilience.Continue(call, method())
	}
	return future
}

func TestAsyncAHundredThousandCallsInARetryDelay(t *testing.T) {
	const calls = 100_000
	tests := []struct {
		name        string
		cancellable bool
		most        float64 // bytes a call
	}{
		{"under a context that cannot end", false, 400},
		{"under a context that can", true, 450},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx := context.Background()
			if test.cancellable {
				var cancel context.CancelFunc
				ctx, cancel = context.WithCancel(ctx)
				defer cancel()
			}
			m := &guarded{fivePolicies(t), estimatorFunc(func() *resilience.Future[string] { return resilience.Failed[string](errBusy) })}
			futures := make([]*resilience.Future[string], calls)
			goroutines := goruntime.NumGoroutine()
			before := heap()
			start := time.Now()
			for i := range futures {
				futures[i] = m.ETA(ctx, "p")
			}
			took := time.Since(start)
			used := (float64(heap()) - float64(before)) / calls
			t.Logf("%.1f bytes and %v a call", used, took/calls)
			assert.LessOrEqual(t, used, test.most)
			assert.LessOrEqual(t, goruntime.NumGoroutine(), goroutines+strays)
			for _, f := range futures {
				f.Cancel()
			}
			assert.LessOrEqual(t, goruntime.NumGoroutine(), goroutines+strays)
		})
	}
}

func BenchmarkAsync(b *testing.B) {
	h := newHouse(b)
	timeout, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: time.Minute})
	require.NoError(b, err)
	timed, err := resilience.NewPipeline("timed", timeout)
	require.NoError(b, err)
	all, err := resilience.NewPipeline("all", h.retry, h.breaker, h.timeout, h.bulkhead)
	require.NoError(b, err)
	cancellable, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := resilience.Completed("now")
	var promise *resilience.Promise[string]
	completed := func() *resilience.Future[string] { return done }
	pending := func() *resilience.Future[string] {
		promise = resilience.NewPromise[string]()
		return promise.Future()
	}
	benchmarks := []struct {
		name     string
		ctx      context.Context
		pipeline *resilience.Pipeline
		next     estimatorFunc
	}{
		{"completed, four policies", context.Background(), all, completed},
		{"completed, timeout", context.Background(), timed, completed},
		{"pending, timeout", context.Background(), timed, pending},
		{"pending, timeout, cancellable context", cancellable, timed, pending},
		{"pending, four policies", context.Background(), all, pending},
		{"pending, four policies, cancellable context", cancellable, all, pending},
	}
	b.Run("the pending future alone", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			pending()
			promise.Resolve("later")
		}
	})
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			m := &unguarded{bench.pipeline, bench.next}
			b.ReportAllocs()
			for b.Loop() {
				m.ETA(bench.ctx, "p")
				if promise != nil {
					promise.Resolve("later")
				}
			}
		})
	}
}
