package runtime_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	goruntime "runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// Everything at once: calls of each kind that end in each way, under contexts
// that end at any time, with listeners that misbehave, while the configuration
// changes and policies are switched off and on.
func TestNothingIsHeldAfterAStorm(t *testing.T) {
	reg := newRegistry(t)
	retry := resilience.DefaultRetryConfig()
	retry.Delay, retry.Budget = 10*time.Microsecond, 50
	breaker := resilience.DefaultCircuitBreakerConfig()
	breaker.WindowCalls, breaker.MinCalls, breaker.FailureRate = 10, 10, 90
	breaker.OpenWait, breaker.HalfOpenCalls, breaker.MaxHalfOpenWait = time.Millisecond, 3, 0
	r, err := reg.Retry("storm", retry)
	require.NoError(t, err)
	b, err := reg.CircuitBreaker("storm", breaker)
	require.NoError(t, err)
	l, err := reg.RateLimiter("storm", resilience.RateLimiterConfig{Limit: 1_000_000, Period: time.Second, Burst: 100, MaxWait: time.Millisecond})
	require.NoError(t, err)
	to, err := reg.Timeout("storm", resilience.TimeoutConfig{Duration: 300 * time.Microsecond, Total: 5 * time.Millisecond})
	require.NoError(t, err)
	bh, err := reg.Bulkhead("storm", resilience.BulkheadConfig{MaxConcurrent: 8, MaxWait: time.Millisecond, Queue: 50})
	require.NoError(t, err)
	var pipelines []*resilience.Pipeline
	for i, order := range []resilience.Order{nil, {"timeout", "retry"}, {"circuitbreaker", "retry"}, {"bulkhead", "ratelimit"}, {"bulkhead", "retry", "circuitbreaker"}} {
		p, err := reg.Pipeline(fmt.Sprint("storm", i), r, b, l, to, bh, order)
		require.NoError(t, err)
		pipelines = append(pipelines, p)
	}
	reg.Events().Subscribe(func(ev resilience.Event) {
		switch n := rand.IntN(1000); {
		case n == 0:
			panic("listener")
		case n == 1 && ev.Kind < resilience.KindInstanceAdded: // Apply goes on
			goruntime.Goexit()
		case n == 2:
			reg.Events().Subscribe(func(resilience.Event) {}, ev.Kind)()
		case n == 3:
			reg.Snapshot()
		}
	})
	work := func(ctx context.Context) (int, resilience.Verdict, error) {
		switch rand.IntN(12) {
		case 0:
			panic("boom")
		case 1:
			goruntime.Goexit()
		case 2:
			<-ctx.Done()
			return 1, 0, ctx.Err()
		case 3:
			for range rand.IntN(500) {
				goruntime.Gosched()
			}
			return 1, 0, nil
		case 4, 5:
			return 1, 0, errBusy
		case 6:
			return 1, resilience.RetryResult | resilience.RecordResult, nil
		}
		return 1, 0, nil
	}
	over, stop := context.WithCancel(t.Context())
	var changes, calls sync.WaitGroup
	changes.Go(func() {
		for i := 0; over.Err() == nil; i++ {
			overrides := map[string]string{
				"all.bulkhead.maxConcurrent": fmt.Sprint(1 + i%10),
				"all.circuitbreaker.window":  []string{"10", "20", "1s", "10s"}[i%4],
				"all.circuitbreaker.enabled": fmt.Sprint(i%7 != 0),
				"all.bulkhead.enabled":       fmt.Sprint(i%5 != 0),
				"all.timeout.enabled":        fmt.Sprint(i%11 != 0),
			}
			if i%3 == 0 {
				overrides["all.circuitbreaker.slowCall"] = "100us"
			}
			if err := reg.Apply(overrides); !assert.NoError(t, err) {
				return
			}
			goruntime.Gosched()
		}
	})
	for range 10_000 {
		calls.Go(func() {
			defer func() {
				if v := recover(); v != nil && v != "boom" {
					_, ok := v.(*resilience.PanicError)
					assert.True(t, ok, "%v", v)
				}
			}()
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(3000))*time.Microsecond)
			defer cancel()
			if rand.IntN(4) == 0 {
				time.AfterFunc(time.Duration(rand.IntN(1000))*time.Microsecond, cancel)
			}
			p := pipelines[rand.IntN(len(pipelines))]
			if rand.IntN(2) == 0 {
				_, _ = resilience.DoDetached(ctx, p, work)
				return
			}
			_ = p.Do(ctx, func(ctx context.Context) (resilience.Verdict, error) {
				_, v, err := work(ctx)
				return v, err
			})
		})
	}
	calls.Wait()
	stop()
	changes.Wait()
	assert.Eventually(t, func() bool { return bh.Metrics().InUse == 0 && bh.Metrics().Waiting == 0 }, 5*time.Second, time.Millisecond,
		"the work that callers have left ends")

	require.NoError(t, reg.Apply(nil))
	b.Open()
	probe := func() bool {
		permit, err := b.Acquire(t.Context())
		if err != nil {
			return false
		}
		permit.Success()
		return true
	}
	require.Eventually(t, probe, 5*time.Second, time.Millisecond, "after the wait")
	require.True(t, probe())
	require.True(t, probe())
	assert.Equal(t, resilience.StateClosed, b.State())
}
