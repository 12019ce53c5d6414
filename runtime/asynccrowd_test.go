package runtime_test

import (
	"context"
	goruntime "runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// Ten thousand calls for which the same instant comes are told of it on one
// goroutine.
func TestAsyncCrowdsMakeNoCrowdOfGoroutines(t *testing.T) {
	const calls = 10_000
	failing := func(context.Context) *resilience.Future[int] { return resilience.Failed[int](errBusy) }
	tests := []struct {
		name   string
		policy func(t *testing.T) resilience.Policy
		call   func(w *worker) func(context.Context) *resilience.Future[int]
	}{
		{
			"whose delays are over",
			func(t *testing.T) resilience.Policy { return newHouse(t).retry },
			func(*worker) func(context.Context) *resilience.Future[int] { return failing },
		},
		{
			"whose time runs out",
			func(t *testing.T) resilience.Policy { return newHouse(t).timeout },
			func(w *worker) func(context.Context) *resilience.Future[int] { return w.call },
		},
		{
			"whose wait for a slot is over",
			func(t *testing.T) resilience.Policy {
				h := newHouse(t)
				require.True(t, h.bulkhead.TryAcquire())
				require.True(t, h.bulkhead.TryAcquire())
				return h.bulkhead
			},
			func(*worker) func(context.Context) *resilience.Future[int] { return failing },
		},
		{
			"that hedge",
			func(t *testing.T) resilience.Policy {
				hedge, err := resilience.NewHedge("hedge", generous())
				require.NoError(t, err)
				return hedge
			},
			func(w *worker) func(context.Context) *resilience.Future[int] { return w.call },
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, err := resilience.NewPipeline("crowd", test.policy(t))
				require.NoError(t, err)
				w := &worker{heeds: true}
				var most atomic.Int64
				call := test.call(w)
				before := goruntime.NumGoroutine()
				futures := make([]*resilience.Future[int], calls)
				for i := range futures {
					futures[i] = resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
						most.Store(max(most.Load(), int64(goruntime.NumGoroutine())))
						return call(ctx)
					})
					futures[i].OnComplete(func(int, error) { most.Store(max(most.Load(), int64(goruntime.NumGoroutine()))) })
				}
				assert.LessOrEqual(t, goruntime.NumGoroutine(), before+strays, "while they wait")
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				for _, promise := range w.made() {
					promise.Resolve(7)
				}
				for _, f := range futures {
					_, done := f.Poll()
					require.True(t, done)
				}
				assert.LessOrEqual(t, most.Load(), int64(before+strays), "when it comes")
			})
		})
	}
}
