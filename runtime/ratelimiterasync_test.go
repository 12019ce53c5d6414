package runtime_test

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRateLimiterEnqueueGrantsAtOnceQueuesOrRejects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(200*time.Millisecond))
		start := time.Now()
		served := make(chan time.Duration, 2)
		ready := func() { served <- time.Since(start) }
		for range 2 {
			place, err := l.Enqueue(0, ready)
			require.NoError(t, err)
			require.False(t, place.Waiting())
		}
		for range 2 {
			place, err := l.Enqueue(0, ready)
			require.NoError(t, err)
			require.True(t, place.Waiting())
		}
		_, err := l.Enqueue(0, ready)
		require.ErrorIs(t, err, resilience.ErrRateLimited)
		assert.Equal(t, 100*time.Millisecond, <-served)
		assert.Equal(t, 200*time.Millisecond, <-served)
		assert.Zero(t, l.Metrics().Waiting)
	})
}

func TestRateLimiterEnqueueThatCannotFitInTimeFailsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(time.Second))
		allowed(l)
		_, err := l.Enqueue(100*time.Millisecond, func() { t.Error("called") })
		require.ErrorIs(t, err, resilience.ErrRateLimited)
		place, err := l.Enqueue(101*time.Millisecond, func() {})
		require.NoError(t, err)
		require.True(t, place.Waiting())
		time.Sleep(time.Second)
	})
}

func TestRateLimiterTenThousandQueuedCallsTakeNoGoroutineAndOneTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls = 10_000
		l := newRateLimiter(t, resilience.RateLimiterConfig{Limit: 1000, Period: time.Second, Burst: 1, MaxWait: time.Hour})
		require.True(t, l.Allow())
		start := time.Now()
		served := make(chan int, calls)
		places := make([]resilience.QueuedPermit, calls)
		for i := range places {
			var err error
			places[i], err = l.Enqueue(0, func() { served <- i })
			require.NoError(t, err)
		}
		for i := 1; i < calls; i += 2 {
			require.True(t, places[i].Cancel())
		}
		for i := 0; i < calls; i += 2 {
			require.Equal(t, i, <-served, "in order")
		}
		assert.Equal(t, calls/2*time.Millisecond, time.Since(start), "the cancelled ones cost no time")
		assert.False(t, places[0].Cancel(), "too late")
		assert.Zero(t, l.Metrics().Waiting)
	})
}

func TestRateLimiterReadyThatTakesLongDelaysNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(time.Second))
		allowed(l)
		start := time.Now()
		var wg sync.WaitGroup
		wg.Add(2)
		_, err := l.Enqueue(0, func() { time.Sleep(time.Minute); wg.Done() })
		require.NoError(t, err)
		_, err = l.Enqueue(0, func() {
			assert.Equal(t, 200*time.Millisecond, time.Since(start))
			wg.Done()
		})
		require.NoError(t, err)
		wg.Wait()
	})
}

func TestRateLimiterQueuedCallPublishesItsPermitWhenItIsServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(time.Second))
		allowed(l)
		seen := make(chan resilience.Kind, 2)
		l.Events().Subscribe(func(ev resilience.Event) { seen <- ev.Kind })
		done := make(chan int, 1)
		_, err := l.Enqueue(0, func() { done <- len(seen) })
		require.NoError(t, err)
		assert.Empty(t, seen)
		assert.Equal(t, 1, <-done, "before ready")
		assert.Equal(t, resilience.KindPermitted, <-seen)
	})
}
