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

// nested calls through all of the pipelines, one around the other, the first one
// innermost. It returns the future of each.
func nested(ctx context.Context, call func(context.Context) *resilience.Future[int], pipelines ...*resilience.Pipeline) (futures []*resilience.Future[int]) {
	f := call(ctx)
	for _, p := range pipelines {
		former := f
		f = resilience.DoAsync(ctx, p, func(context.Context) *resilience.Future[int] { return former })
		futures = append(futures, f)
	}
	return futures
}

func TestAsyncDeepNestsEndWithoutGrowingTheStack(t *testing.T) {
	limitStack(t)
	const depth = 100_000
	nest := func(t *testing.T, ctx context.Context, w *worker, policies ...resilience.Policy) []*resilience.Future[int] {
		p, err := resilience.NewPipeline("layer", policies...)
		require.NoError(t, err)
		pipelines := make([]*resilience.Pipeline, depth)
		for i := range pipelines {
			pipelines[i] = p
		}
		return nested(ctx, w.call, pipelines...)
	}
	for _, heeds := range []bool{true, false} {
		name := "the implementation ignores it"
		if heeds {
			name = "the implementation heeds it"
		}
		eachWay(t, "where "+name, func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
			h := newHouse(t)
			w := &worker{heeds: heeds}
			futures := nest(t, ctx, w, h.breaker)
			asked := false
			w.last().OnCancel(func() { asked = true })
			leave(futures[depth-1])
			for _, f := range futures {
				r, done := f.Poll()
				require.True(t, done)
				require.Equal(t, context.Canceled, r.Err)
			}
			assert.True(t, asked)
			w.last().Reject(errBusy)
			h.assertCounts(t, 0, 0)
		})
	}
	t.Run("the time of the outermost is up", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			outermost, err := resilience.NewPipeline("outermost", h.timeout)
			require.NoError(t, err)
			w := new(worker)
			h.breaker.MetricsOnly()
			futures := nest(t, t.Context(), w, h.breaker)
			f := resilience.DoAsync(t.Context(), outermost, func(context.Context) *resilience.Future[int] { return futures[depth-1] })
			_, err = f.Await(t.Context())
			assert.ErrorIs(t, err, resilience.ErrTimeout)
			synctest.Wait()
			w.last().Reject(errBusy)
			assert.Equal(t, uint64(depth), h.breaker.Metrics().Total.Failed)
		})
	})
}

func TestAsyncNests(t *testing.T) {
	bubble := func(name string, test func(t *testing.T)) {
		t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
	}
	layers := func(t *testing.T, n int) (houses []*house, pipelines []*resilience.Pipeline) {
		for range n {
			h := newHouse(t)
			p, err := resilience.NewPipeline("layer", h.breaker, h.bulkhead)
			require.NoError(t, err)
			houses, pipelines = append(houses, h), append(pipelines, p)
		}
		return houses, pipelines
	}
	bubble("the time of a policy around them is no caller who leaves, however far out it is", func(t *testing.T) {
		houses, pipelines := layers(t, 3)
		outermost, err := resilience.NewPipeline("outermost", newHouse(t).timeout)
		require.NoError(t, err)
		nested(t.Context(), (&worker{heeds: true}).call, append(pipelines, outermost)...)
		time.Sleep(time.Minute)
		for _, h := range houses {
			h.assertCounts(t, 1, 0)
		}
	})
	bubble("all have given back what they held before the outermost completes", func(t *testing.T) {
		houses, pipelines := layers(t, 3)
		futures := nested(t.Context(), (&worker{heeds: true}).call, pipelines...)
		told := false
		futures[2].OnComplete(func(int, error) {
			told = true
			for _, h := range houses {
				h.assertCounts(t, 0, 0)
			}
		})
		futures[2].Cancel()
		assert.True(t, told)
	})
	eachLeaving(t, "all are cancelled, although the implementation answers the request with", func(t *testing.T, leave func()) {
		_, pipelines := layers(t, 3)
		w := new(worker)
		futures := nested(t.Context(), w.call, pipelines...)
		w.last().OnCancel(leave)
		apart(futures[2].Cancel)
		for _, f := range futures {
			assertCancelled(t, f)
		}
		w.last().Resolve(7)
	})
	bubble("a panic of the implementation's goes no further", func(t *testing.T) {
		_, pipelines := layers(t, 3)
		w := new(worker)
		futures := nested(t.Context(), w.call, pipelines...)
		w.last().OnCancel(func() { panic("boom") })
		assert.NotPanics(t, futures[2].Cancel)
		w.last().Resolve(7)
	})
}
