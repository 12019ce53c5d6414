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

// The slot that a call gives back goes to another call, whose listener runs on the
// goroutine of the first.
func TestAListenerOfTheNextCallLosesNothingOfTheOneBefore(t *testing.T) {
	for _, way := range []struct {
		name string
		end  func() error
	}{
		{"a success", func() error { return nil }},
		{"a failure", func() error { return errBusy }},
		{"a panic", func() error { panic("boom") }},
	} {
		inEach(t, way.name, func(t *testing.T, e execution) {
			breaker, err := resilience.NewCircuitBreaker("breaker", resilience.DefaultCircuitBreakerConfig())
			require.NoError(t, err)
			adaptive, err := resilience.NewAdaptiveLimiter("adaptive", resilience.DefaultAdaptiveLimiterConfig())
			require.NoError(t, err)
			bulkhead, err := resilience.NewBulkhead("bulkhead", resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
			require.NoError(t, err)
			first, err := resilience.NewPipeline("first", breaker, adaptive, bulkhead)
			require.NoError(t, err)
			second, err := resilience.NewPipeline("second", bulkhead)
			require.NoError(t, err)

			go apart(func() {
				_, _ = e.do(t.Context(), first, func(context.Context) (int, error) {
					time.Sleep(time.Second)
					return 0, way.end()
				})
			})
			synctest.Wait()
			waiting := resilience.DoAsync(t.Context(), second, func(context.Context) *resilience.Future[int] {
				return resilience.Completed(1)
			})
			stop := bulkhead.Events().Subscribe(func(resilience.Event) { goruntime.Goexit() }, resilience.KindPermitted)
			time.Sleep(2 * time.Second)
			stop()
			waiting.Cancel()
			synctest.Wait()
			assert.Zero(t, adaptive.Metrics().InFlight)
			assert.EqualValues(t, 1, breaker.Metrics().Buffered)
		})
	}
}

// The goroutine that a listener ends when a place comes is not that of the call
// which has waited for it.
func TestAListenerThatEndsTheGoroutineLosesNoCallFromAQueue(t *testing.T) {
	for _, place := range []struct {
		name string
		kind resilience.Kind
		err  error
	}{
		{name: "bulkhead", kind: resilience.KindPermitted, err: resilience.ErrGoexit},
		{name: "bulkhead", kind: resilience.KindRejected, err: resilience.ErrBulkheadFull},
		{name: "ratelimit", kind: resilience.KindPermitted},
	} {
		t.Run(place.name+", at the event "+place.kind.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				limiter, err := resilience.NewRateLimiter("limiter", resilience.RateLimiterConfig{Limit: 1, Period: time.Minute, Burst: 1, MaxWait: time.Hour})
				require.NoError(t, err)
				policies := map[string]resilience.Policy{"bulkhead": h.bulkhead, "ratelimit": limiter}
				p, err := resilience.NewPipeline("p", h.breaker, policies[place.name])
				require.NoError(t, err)
				w := new(worker)
				for range 2 {
					resilience.DoAsync(t.Context(), p, w.call)
				}
				f := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { return resilience.Completed(7) })
				for _, events := range []*resilience.Events{h.bulkhead.Events(), limiter.Events()} {
					events.Subscribe(func(resilience.Event) { goruntime.Goexit() }, place.kind)
				}
				if place.kind == resilience.KindPermitted {
					apart(func() { w.last().Resolve(7) })
				}
				pass(time.Hour)
				r, done := f.Poll()
				require.True(t, done)
				assert.ErrorIs(t, r.Err, place.err)
				for _, attempt := range w.made() {
					attempt.Resolve(7)
				}
				assert.Zero(t, h.bulkhead.Metrics().InUse)
			})
		})
	}
}

func TestAListenerThatEndsTheGoroutineOfApplyKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		var bulkheads []*resilience.Bulkhead
		for _, name := range []string{"first", "second"} {
			b, err := reg.Bulkhead(name, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
			require.NoError(t, err)
			require.True(t, b.TryAcquire())
			p, err := reg.Pipeline(name, b)
			require.NoError(t, err)
			resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { return resilience.Completed(7) })
			bulkheads = append(bulkheads, b)
		}
		reg.Events().Subscribe(func(resilience.Event) { goruntime.Goexit() }, resilience.KindPermitted)
		replaced := 0
		reg.Events().Subscribe(func(resilience.Event) { replaced++; goruntime.Goexit() }, resilience.KindInstanceReplaced)
		apart(func() { _ = reg.Apply(map[string]string{"all.bulkhead.maxConcurrent": "2"}) })
		synctest.Wait()
		for _, b := range bulkheads {
			assert.Zero(t, b.Metrics().Waiting, b.Name())
		}
		assert.Equal(t, 2, replaced)
	})
}

// Between threads: that the time runs out just then is a matter of chance.
func TestAListenerThatEndsTheGoroutineOfAHedgedCallKeepsNoPlaceOfItsFirstAttempt(t *testing.T) {
	hedge, err := resilience.NewHedge("hedge", generous())
	require.NoError(t, err)
	timeout, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Total: time.Nanosecond})
	require.NoError(t, err)
	timeout.Events().Subscribe(func(resilience.Event) { goruntime.Goexit() }, resilience.KindTimeout)
	bulkhead, err := resilience.NewBulkhead("bulkhead", resilience.BulkheadConfig{MaxConcurrent: 5000, Queue: -1})
	require.NoError(t, err)
	p, err := resilience.NewPipeline("hedged", hedge, timeout, bulkhead)
	require.NoError(t, err)
	for range 5000 {
		w := new(worker)
		apart(func() { resilience.DoAsync(context.Background(), p, w.call) })
		apart(func() { w.last().Reject(errBusy) })
	}
	assert.Eventually(t, func() bool { return bulkhead.Metrics().InUse == 0 }, 5*time.Second, time.Millisecond)
}
