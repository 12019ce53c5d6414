package runtime_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A crowd is many calls through one pipeline, which the test completes, fails,
// cancels and lets time out in random order, several at once.
type crowd struct {
	mu       sync.Mutex
	pipeline *resilience.Pipeline
	attempts []*resilience.Promise[int]
	calls    []*crowdCall
}

type crowdCall struct {
	future    *resilience.Future[int]
	cancel    context.CancelFunc
	completed atomic.Int32
}

// attempt is the implementation, in one of its moods.
func (c *crowd) attempt(ctx context.Context, mood int) *resilience.Future[int] {
	switch mood {
	case 0:
		return resilience.Completed(1)
	case 1:
		return resilience.Failed[int](errBusy)
	case 2:
		panic("boom")
	case 3:
		return nil
	case 4:
		return resilience.Go(ctx, func(ctx context.Context) (int, error) {
			select {
			case <-ctx.Done():
				return 0, ctx.Err()
			case <-time.After(3 * time.Second):
				return 1, nil
			}
		})
	}
	p := resilience.NewPromise[int]()
	if mood == 5 {
		p.OnCancel(func() { p.Reject(context.Canceled) })
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.attempts = append(c.attempts, p)
	return p.Future()
}

func (c *crowd) start(cancellable bool, moods []int, fallback bool) {
	ctx, cancel := context.Background(), context.CancelFunc(func() {})
	if cancellable {
		ctx, cancel = context.WithCancel(ctx)
	}
	var next atomic.Int32
	m := resilience.AsyncMethod[int]{Call: func(ctx context.Context) *resilience.Future[int] {
		return c.attempt(ctx, moods[int(next.Add(1))%len(moods)])
	}}
	if fallback {
		m.Fallback = func(ctx context.Context, _ error) (*resilience.Future[int], bool) { return m.Call(ctx), true }
	}
	pending, f := resilience.Start(ctx, c.pipeline, m)
	if pending != nil {
		f = resilience.Continue(pending, m)
	}
	call := &crowdCall{future: f, cancel: cancel}
	f.OnComplete(func(int, error) { call.completed.Add(1) })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call)
}

// pick returns the element that n falls on, zero if there are none.
func pick[T any](c *crowd, all *[]T, n int) (one T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(*all) > 0 {
		one = (*all)[n%len(*all)]
	}
	return one
}

// failAll fails the attempts that are under way.
func (c *crowd) failAll() {
	c.mu.Lock()
	attempts := slices.Clone(c.attempts)
	c.mu.Unlock()
	for _, attempt := range attempts {
		attempt.Reject(errBusy)
	}
}

// step does one thing, whatever it is that n says.
func (c *crowd) step(what, n int, moods []int) {
	switch what {
	case 0, 1, 2:
		c.start(n%2 == 0, moods, n%5 == 0)
	case 3:
		if p := pick(c, &c.attempts, n); p != nil {
			p.Resolve(n)
		}
	case 4:
		if p := pick(c, &c.attempts, n); p != nil {
			p.Reject(errBusy)
		}
	case 5:
		if call := pick(c, &c.calls, n); call != nil {
			call.future.Cancel()
		}
	case 6:
		if call := pick(c, &c.calls, n); call != nil {
			call.cancel()
		}
	}
}

func TestAsyncRandomInterleavings(t *testing.T) {
	orders := []resilience.Order{
		{"retry"},
		{"timeout", "retry"},
		{"circuitbreaker", "retry"},
		{"bulkhead", "retry"},
		{"bulkhead", "timeout", "retry", "circuitbreaker"},
		{"timeout", "circuitbreaker"},
		{"ratelimit", "retry"},
	}
	rapid.Check(t, func(rt *rapid.T) {
		order := rapid.SampledFrom(orders).Draw(rt, "order")
		halfOpen := rapid.Bool().Draw(rt, "halfOpen")
		hedged := rapid.Bool().Draw(rt, "hedged")
		steps := rapid.IntRange(1, 40).Draw(rt, "steps")
		inBubble(t, func() {
			retry := resilience.DefaultRetryConfig()
			retry.Delay = time.Duration(rapid.IntRange(0, 2).Draw(rt, "delay")) * time.Second
			r, err := resilience.NewRetry("retry", retry)
			require.NoError(t, err)
			breaker := resilience.DefaultCircuitBreakerConfig()
			if halfOpen {
				breaker.Initial, breaker.HalfOpenCalls, breaker.MinCalls, breaker.OpenWait, breaker.MaxHalfOpenWait = resilience.StateOpen, 3, 3, time.Second, 0
			}
			b, err := resilience.NewCircuitBreaker("breaker", breaker)
			require.NoError(t, err)
			limiter, err := resilience.NewRateLimiter("limiter", resilience.RateLimiterConfig{Limit: 2, Period: time.Second, Burst: 4, MaxWait: 2 * time.Second})
			require.NoError(t, err)
			d, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: 2 * time.Second, Total: 5 * time.Second})
			require.NoError(t, err)
			slots := resilience.DefaultBulkheadConfig()
			slots.MaxConcurrent, slots.MaxWait = 2, 2*time.Second
			h, err := resilience.NewBulkhead("bulkhead", slots)
			require.NoError(t, err)
			hedge := generous()
			hedge.HedgeOn = []resilience.Matcher{resilience.ErrorIs(errBusy)}
			again, err := resilience.NewHedge("hedge", hedge)
			require.NoError(t, err)
			var repeats resilience.Policy = r
			if hedged {
				repeats = again
				for i, layer := range order {
					if layer == "retry" {
						order = slices.Clone(order)
						order[i] = "hedge"
					}
				}
			}
			p, err := resilience.NewPipeline("crowd", repeats, b, limiter, d, h, order)
			require.NoError(t, err)
			c := &crowd{pipeline: p}

			for range steps {
				var wg sync.WaitGroup
				for range rapid.IntRange(1, 4).Draw(rt, "at once") {
					what := rapid.IntRange(0, 6).Draw(rt, "what")
					n := rapid.IntRange(0, 1000).Draw(rt, "n")
					moods := rapid.SliceOfN(rapid.IntRange(0, 6), 1, 3).Draw(rt, "moods")
					wg.Go(func() { c.step(what, n, moods) })
				}
				wg.Wait()
				time.Sleep(time.Duration(rapid.IntRange(0, 2).Draw(rt, "pause")) * time.Second / 2)
			}
			for range 4 { // retries make new attempts
				c.failAll()
				time.Sleep(10 * time.Second)
				synctest.Wait()
			}
			for i, call := range c.calls {
				_, done := call.future.Poll()
				require.True(rt, done, "call %d is complete", i)
				require.Equal(rt, int32(1), call.completed.Load(), "call %d", i)
				call.cancel()
			}
			m := h.Metrics()
			require.Zero(rt, m.InUse, "slots in use")
			require.Zero(rt, m.Waiting)
			for range 3 { // a lost probe would refuse them for ever
				time.Sleep(time.Minute)
				f := resilience.DoAsync(context.Background(), p, func(context.Context) *resilience.Future[int] { return resilience.Completed(7) })
				synctest.Wait()
				r, done := f.Poll()
				require.True(rt, done)
				require.NoError(rt, r.Err)
			}
		})
	})
}
