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

// A panickyError panics with itself when somebody looks at what it is.
type panickyError struct{}

func (panickyError) Error() string   { return "panicky" }
func (e panickyError) Is(error) bool { panic(e) }
func (e panickyError) As(any) bool   { panic(e) }
func (e panickyError) Unwrap() error { panic(e) }

// An adaptive limit of one call, by failures: what a failure does to the limit
// shows at once, since the limit cannot fall below it.
func newAdaptive(t *testing.T, edit func(*resilience.AdaptiveLimiterConfig)) *resilience.AdaptiveLimiter {
	t.Helper()
	config := resilience.DefaultAdaptiveLimiterConfig()
	edit(&config)
	l, err := resilience.NewAdaptiveLimiter("adaptive", config)
	require.NoError(t, err)
	return l
}

func TestPipelineAdaptiveLimit(t *testing.T) {
	single := func(c *resilience.AdaptiveLimiterConfig) { c.Initial, c.Max = 1, 1 }
	inEach(t, "refuses what is above the limit, and the breaker does not see it", func(t *testing.T, e execution) {
		h := newHouse(t)
		l := newAdaptive(t, single)
		p, err := resilience.NewPipeline("house", l, h.breaker, h.bulkhead)
		require.NoError(t, err)
		permit, err := l.Acquire(t.Context())
		require.NoError(t, err)
		_, err = e.do(t.Context(), p, func(context.Context) (int, error) { panic("ran") })
		assert.ErrorIs(t, err, resilience.ErrLimitExceeded)
		permit.Success()
		_, err = e.do(t.Context(), p, func(context.Context) (int, error) { return 0, nil })
		require.NoError(t, err)
		assert.Zero(t, l.Metrics().InFlight)
		h.assertCounts(t, 0, 1)
	})
	inEach(t, "gives its place back however a call ends", func(t *testing.T, e execution) {
		h := newHouse(t)
		l := newAdaptive(t, single)
		p, err := resilience.NewPipeline("house", l, h.breaker, h.timeout, h.bulkhead)
		require.NoError(t, err)
		_, err = e.do(t.Context(), p, func(context.Context) (int, error) { return 0, errBusy })
		assert.Equal(t, errBusy, err)
		_, err = e.do(t.Context(), p, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
		assert.ErrorIs(t, err, resilience.ErrTimeout)
		func() {
			defer func() { _ = recover() }()
			_, _ = e.do(t.Context(), p, func(context.Context) (int, error) { panic("boom") })
		}()
		ctx, cancel := context.WithCancel(t.Context())
		_, err = e.do(ctx, p, func(ctx context.Context) (int, error) { cancel(); <-ctx.Done(); return 0, ctx.Err() })
		assert.ErrorIs(t, err, context.Canceled)
		synctest.Wait()
		assert.Zero(t, l.Metrics().InFlight)
		assert.Zero(t, h.bulkhead.Metrics().InUse)
	})
	inEach(t, "gives its place back where the error's own methods panic", func(t *testing.T, e execution) {
		h := newHouse(t)
		l := newAdaptive(t, single)
		p := h.pipeline(t, l)
		func() {
			defer func() { _ = recover() }()
			_, _ = e.do(t.Context(), p, func(context.Context) (int, error) { return 0, panickyError{} })
		}()
		synctest.Wait()
		assert.Zero(t, l.Metrics().InFlight)
		assert.Zero(t, h.bulkhead.Metrics().InUse)
		assert.Equal(t, uint64(1), h.breaker.Metrics().Failed, "whatever becomes of the retry")
	})
	inEach(t, "follows how long the implementation takes", func(t *testing.T, e execution) {
		l := newAdaptive(t, func(c *resilience.AdaptiveLimiterConfig) { c.Initial = 2 })
		p, err := resilience.NewPipeline("limited", l)
		require.NoError(t, err)
		window := func(takes time.Duration) int {
			for range 20 {
				_, err := e.do(t.Context(), p, func(context.Context) (int, error) { time.Sleep(takes); return 0, nil })
				require.NoError(t, err)
			}
			synctest.Wait()
			return l.Metrics().Limit
		}
		assert.Equal(t, 1, window(10*time.Millisecond), "under half the limit")
		assert.Equal(t, 1, window(10*time.Millisecond), "it measures what a call takes without a queue")
		assert.Equal(t, 2, window(10*time.Millisecond))
		assert.Equal(t, 3, window(40*time.Millisecond), "most of that is a queue, but a short one: up by one step")
	})
	inEach(t, "measures from the start of the implementation", func(t *testing.T, e execution) {
		if e.detached {
			t.Skip("the queue stands inside of the goroutine; the caller measures from the start that it reports")
		}
		h := newHouse(t)
		l := newAdaptive(t, func(c *resilience.AdaptiveLimiterConfig) { c.Initial, c.Min, c.Max = 20, 1, 20 })
		p, err := resilience.NewPipeline("house", l, h.bulkhead)
		require.NoError(t, err)
		// A slow queue with a quick implementation is no congestion of the latter.
		for range 200 {
			require.True(t, h.bulkhead.TryAcquire())
			require.True(t, h.bulkhead.TryAcquire())
			time.AfterFunc(time.Second, func() { h.bulkhead.Release(); h.bulkhead.Release() })
			_, err := e.do(t.Context(), p, func(context.Context) (int, error) { time.Sleep(time.Millisecond); return 0, nil })
			require.NoError(t, err)
			synctest.Wait()
		}
		assert.Equal(t, 20, l.Metrics().Limit)
	})
}

// A breaker around a retry counts the whole call, and an adaptive limit each attempt,
// or the other way round.
func TestEachPolicyMeasuresFromTheFirstStartInsideOfIt(t *testing.T) {
	inEach(t, "a breaker around the retry", func(t *testing.T, e execution) {
		h := newHouse(t)
		config := h.breaker.Config()
		config.SlowCall = 2 * time.Second
		breaker, err := resilience.NewCircuitBreaker("breaker", config)
		require.NoError(t, err)
		l := newAdaptive(t, func(*resilience.AdaptiveLimiterConfig) {})
		p, err := resilience.NewPipeline("house", h.retry, breaker, l, h.timeout, h.bulkhead, resilience.Order{"circuitbreaker", "retry"})
		require.NoError(t, err)
		_, err = e.do(t.Context(), p, func(context.Context) (int, error) { time.Sleep(time.Second); return 0, errBusy })
		assert.Equal(t, errBusy, err)
		assert.Equal(t, uint64(1), breaker.Metrics().SlowFailed, "two attempts of a second and the delay between them")
	})
	inEach(t, "an adaptive limit around the retry", func(t *testing.T, e execution) {
		h := newHouse(t)
		config := h.breaker.Config()
		config.SlowCall = time.Hour
		breaker, err := resilience.NewCircuitBreaker("breaker", config)
		require.NoError(t, err)
		l := newAdaptive(t, func(c *resilience.AdaptiveLimiterConfig) { c.Initial = 2 })
		p, err := resilience.NewPipeline("house", h.retry, breaker, l, h.timeout, h.bulkhead, resilience.Order{"adaptivelimit", "retry"})
		require.NoError(t, err)
		window := func(failures int) {
			for range 20 {
				left := failures
				_, err := e.do(t.Context(), p, func(context.Context) (int, error) {
					time.Sleep(time.Second)
					if left--; left >= 0 {
						return 0, errBusy
					}
					return 0, nil
				})
				require.NoError(t, err)
			}
			synctest.Wait()
		}
		window(0)
		window(0)
		window(0) // by now it knows how long a call takes
		require.Equal(t, 2, l.Metrics().Limit)
		window(1)
		assert.Equal(t, 3, l.Metrics().Limit, "three times as long: up by one step, not by six")
	})
}
