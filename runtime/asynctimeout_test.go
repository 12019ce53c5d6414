package runtime_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

func TestAsyncTimeout(t *testing.T) {
	t.Run("asks the implementation to cancel, and a producer that heeds has released its slot before callbacks run", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p, err := resilience.NewPipeline("house", h.breaker, h.timeout, h.bulkhead)
			require.NoError(t, err)
			start := time.Now()
			events := h.listenAll(p)
			f := resilience.DoAsync(t.Context(), p, (&worker{heeds: true}).call)
			var ended time.Duration
			f.OnComplete(func(int, error) {
				ended = time.Since(start)
				h.assertCounts(t, 1, 0)
			})
			_, err = f.Await(t.Context())
			synctest.Wait()
			assert.Equal(t, 10*time.Second, ended)
			assert.EqualError(t, err, "timeout timeout: attempt exceeded 10s")
			assert.Equal(t, []string{"bulkhead: permitted", "bulkhead: finished", "timeout: timeout", "circuitbreaker: error"}, *events)
		})
	})
	t.Run("the slot of work that ignores it stays taken, and its end is published once", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t)
			w := new(worker)
			f := resilience.DoAsync(t.Context(), p, w.call)
			time.Sleep(15 * time.Second)
			synctest.Wait()
			require.Len(t, w.made(), 2)
			assert.Equal(t, 2, h.bulkhead.Metrics().InUse)
			events := h.listenAll(p)
			w.made()[0].Reject(errBusy)
			assert.Equal(t, []string{"bulkhead: finished", "timeout: late result"}, *events)
			assert.Equal(t, 1, h.bulkhead.Metrics().InUse)
			w.made()[1].Resolve(7)
			n, err := f.Await(t.Context())
			require.NoError(t, err)
			assert.Equal(t, 7, n)
			h.assertCounts(t, 1, 1)
		})
	})
	t.Run("a failure that comes in the instant of the deadline is inside the timeout", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, err := resilience.NewPipeline("timed", newHouse(t).timeout)
			require.NoError(t, err)
			_, err = resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
				time.Sleep(11 * time.Second)
				return resilience.Failed[int](errBusy)
			}).Await(t.Context())
			assert.ErrorIs(t, err, resilience.ErrTimeout)
			assert.ErrorIs(t, err, errBusy)
		})
	})
	t.Run("a success of a method that blocked for too long is a success", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, err := resilience.NewPipeline("timed", newHouse(t).timeout)
			require.NoError(t, err)
			n, err := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
				time.Sleep(11 * time.Second)
				return resilience.Completed(7)
			}).Await(t.Context())
			require.NoError(t, err)
			assert.Equal(t, 7, n)
		})
	})
	t.Run("runs out in a bulkhead's queue: the bulkhead's refusal, neutral to the breaker", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t)
			require.True(t, h.bulkhead.TryAcquire())
			require.True(t, h.bulkhead.TryAcquire())
			start := time.Now()
			_, err := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { panic("ran") }).Await(t.Context())
			assert.Equal(t, 10*time.Second, time.Since(start))
			assert.ErrorIs(t, err, resilience.ErrBulkheadFull)
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			h.bulkhead.Release()
			h.bulkhead.Release()
			h.assertCounts(t, 0, 0)
		})
	})
	t.Run("counts from the start of the attempt, not from the slot", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p, err := resilience.NewPipeline("house", h.timeout, h.bulkhead)
			require.NoError(t, err)
			require.True(t, h.bulkhead.TryAcquire())
			require.True(t, h.bulkhead.TryAcquire())
			time.AfterFunc(4*time.Second, h.bulkhead.Release)
			start := time.Now()
			_, err = resilience.DoAsync(t.Context(), p, (&worker{heeds: true}).call).Await(t.Context())
			assert.ErrorIs(t, err, resilience.ErrTimeout)
			assert.Equal(t, 10*time.Second, time.Since(start))
			h.bulkhead.Release()
		})
	})
	t.Run("of the whole call ends a delay that can still be finished in time, and no other", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			timeout, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Total: 5 * time.Second})
			require.NoError(t, err)
			p, err := resilience.NewPipeline("house", h.retry, timeout, h.bulkhead)
			require.NoError(t, err)
			w := &worker{heeds: true}
			start := time.Now()
			f := resilience.DoAsync(t.Context(), p, w.call)
			w.last().Reject(errBusy)
			_, err = f.Await(t.Context())
			assert.Equal(t, 5*time.Second, time.Since(start))
			assert.EqualError(t, err, "timeout timeout: call exceeded 5s")
			assert.Len(t, w.made(), 2)
			assert.Equal(t, uint64(1), timeout.Metrics().Calls)
			h.assertCounts(t, 0, 0)
		})
	})
}

// What hangs must open its own breaker, although the time that runs out is that of
// a pipeline around it.
func TestAsyncTimeoutOfAnOuterPipelineIsNotTheCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner, outer := newHouse(t), newHouse(t)
		ip, err := resilience.NewPipeline("inner", inner.breaker, inner.bulkhead)
		require.NoError(t, err)
		op, err := resilience.NewPipeline("outer", outer.timeout, outer.breaker)
		require.NoError(t, err)
		w := &worker{heeds: true}
		nested := func(ctx context.Context) *resilience.Future[int] { return resilience.DoAsync(ctx, ip, w.call) }
		_, err = resilience.DoAsync(t.Context(), op, nested).Await(t.Context())
		assert.ErrorIs(t, err, resilience.ErrTimeout)
		synctest.Wait()
		inner.assertCounts(t, 1, 0)
		outer.assertCounts(t, 1, 0)

		resilience.DoAsync(t.Context(), op, nested).Cancel()
		inner.assertCounts(t, 1, 0)
		outer.assertCounts(t, 1, 0)
	})
}

func TestAsyncOrder(t *testing.T) {
	t.Run("one timeout around the loop", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t, resilience.Order{"timeout", "retry"})
			w := &worker{heeds: true}
			start := time.Now()
			f := resilience.DoAsync(t.Context(), p, w.call)
			time.Sleep(6 * time.Second)
			w.last().Reject(errBusy)
			_, err := f.Await(t.Context())
			synctest.Wait()
			assert.Equal(t, 10*time.Second, time.Since(start))
			assert.ErrorIs(t, err, resilience.ErrTimeout)
			assert.Len(t, w.made(), 2)
			h.assertCounts(t, 2, 0)
		})
	})
	t.Run("with both timeouts around the loop the sooner one ends it", func(t *testing.T) {
		for wait, total := range map[time.Duration]bool{time.Second: false, 3 * time.Second: true} {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				timeout, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: 10 * time.Second, Total: 12 * time.Second})
				require.NoError(t, err)
				p, err := resilience.NewPipeline("house", h.retry, timeout, h.bulkhead, resilience.Order{"bulkhead", "timeout", "retry"})
				require.NoError(t, err)
				require.True(t, h.bulkhead.TryAcquire())
				require.True(t, h.bulkhead.TryAcquire())
				time.AfterFunc(wait, h.bulkhead.Release)
				start := time.Now()
				_, err = resilience.DoAsync(t.Context(), p, (&worker{heeds: true}).call).Await(t.Context())
				failure, ok := errors.AsType[*resilience.TimeoutError](err)
				require.True(t, ok)
				assert.Equal(t, total, failure.Total)
				assert.Equal(t, min(wait+10*time.Second, 12*time.Second), time.Since(start))
				h.bulkhead.Release()
				synctest.Wait()
				h.assertCounts(t, 0, 0)
			})
		}
	})
	t.Run("one outcome for the operation, none for one that is cancelled", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t, resilience.Order{"circuitbreaker", "retry"})
			fail := func(context.Context) *resilience.Future[int] { return resilience.Failed[int](errBusy) }
			_, err := resilience.DoAsync(t.Context(), p, fail).Await(t.Context())
			assert.Equal(t, errBusy, err)
			h.assertCounts(t, 1, 0)
			f := resilience.DoAsync(t.Context(), p, fail)
			f.Cancel()
			assertCancelled(t, f)
			h.assertCounts(t, 1, 0)
		})
	})
	t.Run("the slot is held across attempts", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			f := resilience.DoAsync(t.Context(), h.pipeline(t, resilience.Order{"bulkhead", "retry"}), func(context.Context) *resilience.Future[int] {
				return resilience.Failed[int](errBusy)
			})
			time.Sleep(500 * time.Millisecond)
			assert.Equal(t, 1, h.bulkhead.Metrics().InUse, "in the wait between attempts")
			_, err := f.Await(t.Context())
			assert.Equal(t, errBusy, err)
			h.assertCounts(t, 2, 0)
		})
	})
	t.Run("a slot that is waited for before the loop is no part of its time", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t, resilience.Order{"bulkhead", "timeout", "retry"})
			require.True(t, h.bulkhead.TryAcquire())
			require.True(t, h.bulkhead.TryAcquire())
			time.AfterFunc(20*time.Second, h.bulkhead.Release)
			start := time.Now()
			_, err := resilience.DoAsync(t.Context(), p, (&worker{heeds: true}).call).Await(t.Context())
			assert.ErrorIs(t, err, resilience.ErrTimeout)
			assert.Equal(t, 30*time.Second, time.Since(start))
			h.bulkhead.Release()
			h.assertCounts(t, 1, 0)
		})
	})
}
