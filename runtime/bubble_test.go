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

// What a test leaves undone when its bubble ends never happens, and is in
// nobody's way: neither in a later bubble nor outside of one.

func TestAReservationThatOutlivesItsBubbleIsInNobodysWay(t *testing.T) {
	l := newRateLimiter(t, resilience.RateLimiterConfig{Limit: 1, Period: time.Minute, Burst: 1, MaxWait: time.Hour})
	var left *resilience.Reservation
	for hours := range 3 {
		synctest.Test(t, func(t *testing.T) {
			if left != nil {
				assert.False(t, left.Cancel())
			}
			time.Sleep(time.Duration(hours) * time.Hour)
			require.True(t, l.Allow())
			start := time.Now()
			require.NoError(t, l.Wait(t.Context()))
			assert.Equal(t, time.Minute, time.Since(start))
			var err error
			left, err = l.Reserve()
			require.NoError(t, err)
		})
	}
	assert.False(t, left.Cancel())
	assert.True(t, l.Allow())
	again, err := l.Reserve()
	require.NoError(t, err)
	assert.True(t, again.Cancel())
}

func TestCallsThatOutliveTheirBubbleAreInNobodysWay(t *testing.T) {
	never := func(context.Context) *resilience.Future[int] { return resilience.NewPromise[int]().Future() }
	fails := func(context.Context) *resilience.Future[int] { return resilience.Failed[int](errBusy) }
	h := newHouse(t)
	hedge, err := resilience.NewHedge("hedge", resilience.HedgeConfig{Delay: time.Second, MaxAttempts: 2, Budget: 100})
	require.NoError(t, err)
	for _, test := range []struct {
		name     string
		policies []resilience.Policy
		call     func(context.Context) *resilience.Future[int]
		takes    time.Duration // the second call of a bubble
		err      error
	}{
		{"in a timeout", []resilience.Policy{h.timeout}, never, 10 * time.Second, resilience.ErrTimeout},
		{"in a retry's delay", []resilience.Policy{h.retry}, fails, time.Second, errBusy},
		{"in a timeout around the retry", []resilience.Policy{h.retry, h.timeout, resilience.Order{"timeout", "retry"}}, fails, time.Second, errBusy},
		{"in a hedge's delay", []resilience.Policy{hedge, h.timeout}, never, 11 * time.Second, resilience.ErrTimeout},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := resilience.NewPipeline("abandoned", test.policies...)
			require.NoError(t, err)
			for range 3 {
				synctest.Test(t, func(t *testing.T) {
					resilience.DoAsync(context.Background(), p, test.call)
					start := time.Now()
					_, err := resilience.DoAsync(context.Background(), p, test.call).Await(t.Context())
					assert.ErrorIs(t, err, test.err)
					assert.Equal(t, test.takes, time.Since(start))
					time.Sleep(time.Second / 2)
					left := resilience.DoAsync(context.Background(), p, test.call)
					left.OnComplete(func(int, error) { t.Error("the bubble is gone") })
					left.Done()
					resilience.DoAsync(context.Background(), p, test.call).Done()
				})
			}
			f := resilience.DoAsync(context.Background(), p, test.call)
			f.Cancel()
		})
	}
}
