package runtime_test

import (
	"context"
	goruntime "runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A listener that ends the goroutine is one that fails a test: t.FailNow does it.

func TestAListenerThatEndsTheGoroutineLosesNoPermit(t *testing.T) {
	ways := []struct {
		name string
		end  func(ctx context.Context) error
	}{
		{"a success", func(context.Context) error { return nil }},
		{"a failure", func(context.Context) error { return errBusy }},
		{"a failure after the timeout", func(ctx context.Context) error { <-ctx.Done(); return errBusy }},
		{"a panic", func(context.Context) error { panic("boom") }},
	}
	for _, way := range ways {
		for kind := resilience.KindSuccess; kind <= resilience.KindInstanceReplaced; kind++ {
			t.Run(way.name+", at the event "+kind.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h := newHouse(t)
					cfg := resilience.DefaultCircuitBreakerConfig()
					cfg.HalfOpenCalls, cfg.MaxHalfOpenWait = 1, 0
					var err error
					h.breaker, err = resilience.NewCircuitBreaker("breaker", cfg)
					require.NoError(t, err)
					h.breaker.Open()
					require.NoError(t, h.breaker.HalfOpen())
					adaptive, err := resilience.NewAdaptiveLimiter("adaptive", resilience.DefaultAdaptiveLimiterConfig())
					require.NoError(t, err)
					p := h.pipeline(t)
					for _, events := range []*resilience.Events{h.breaker.Events(), h.retry.Events(), h.timeout.Events(), h.bulkhead.Events(), adaptive.Events()} {
						defer events.Subscribe(func(resilience.Event) { goruntime.Goexit() }, kind)()
					}

					apart(func() {
						ctx, cancel := context.WithTimeout(t.Context(), time.Second)
						defer cancel()
						_ = adaptive.Do(ctx, way.end)
					})
					apart(func() {
						_ = p.Do(t.Context(), func(ctx context.Context) (resilience.Verdict, error) { return 0, way.end(ctx) })
					})

					assert.Zero(t, adaptive.Metrics().InFlight)
					assert.Zero(t, h.bulkhead.Metrics().InUse)
					if h.breaker.State() == resilience.StateHalfOpen {
						_, err := h.breaker.Acquire(t.Context())
						assert.NoError(t, err, "the only probe has its place back")
					}
				})
			})
		}
	}
}

// apart runs fn on a goroutine of its own, which it may end in any way.
func apart(fn func()) {
	var wg sync.WaitGroup
	wg.Go(func() {
		defer func() { _ = recover() }()
		fn()
	})
	wg.Wait()
}

func TestAListenerThatEndsTheGoroutineKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := resilience.DefaultBulkheadConfig()
		cfg.MaxConcurrent, cfg.MaxWait = 1, time.Hour
		b, err := resilience.NewBulkhead("carrier", cfg)
		require.NoError(t, err)
		b.Events().Subscribe(func(resilience.Event) { goruntime.Goexit() }, resilience.KindFinished)
		go func() {
			_ = b.Do(t.Context(), func(context.Context) error { time.Sleep(time.Second); return nil })
		}()
		synctest.Wait()
		start := time.Now()
		assert.NoError(t, b.Acquire(t.Context()))
		assert.Equal(t, time.Second, time.Since(start))
	})
}
