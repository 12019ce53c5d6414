package runtime_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A synctest bubble has a clock of its own, which starts in the year 2000. A
// breaker that is shared by several clocks must not take one's readings for
// another's.

func TestABreakerMadeOutsideABubbleWorksInIt(t *testing.T) {
	for _, window := range []struct {
		name string
		edit func(*resilience.CircuitBreakerConfig)
	}{
		{"count window", func(*resilience.CircuitBreakerConfig) {}},
		{"time window", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls, cfg.WindowTime = 0, time.Second }},
	} {
		t.Run(window.name, func(t *testing.T) {
			b := newBreaker(t, window.edit)
			for range 3 { // one bubble after the other, each from the same time on
				synctest.Test(t, func(t *testing.T) {
					ctx := t.Context()
					for range 2 {
						require.NoError(t, b.Do(ctx, succeed))
						require.Error(t, b.Do(ctx, fail))
					}
					require.Equal(t, resilience.StateOpen, b.State())
					time.Sleep(time.Minute - 1)
					require.ErrorIs(t, b.Do(ctx, succeed), resilience.ErrCallNotPermitted)
					time.Sleep(time.Nanosecond)
					require.NoError(t, b.Do(ctx, succeed))
					require.NoError(t, b.Do(ctx, succeed))
					require.Equal(t, resilience.StateClosed, b.State())
				})
			}
		})
	}
}

func TestATimeWindowStartsAfreshWithAnotherClock(t *testing.T) {
	b := newBreaker(t, timed(10*time.Second))
	require.Error(t, b.Do(t.Context(), fail))
	require.Equal(t, uint64(1), b.Metrics().Buffered)
	for range 2 {
		synctest.Test(t, func(t *testing.T) {
			require.Zero(t, b.Metrics().Buffered)
			require.Error(t, b.Do(t.Context(), fail))
			require.Error(t, b.Do(t.Context(), fail))
			require.Equal(t, uint64(2), b.Metrics().Buffered)
			time.Sleep(10 * time.Second)
			require.Zero(t, b.Metrics().Buffered)
			require.NoError(t, b.Do(t.Context(), succeed))
			require.Equal(t, uint64(1), b.Metrics().Buffered)
		})
	}
	assert.Zero(t, b.Metrics().Buffered)
}

func TestTheWaitOfABreakerOpenedOutsideABubbleStartsInIt(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.Initial = resilience.StateOpen })
	synctest.Test(t, func(t *testing.T) {
		require.ErrorIs(t, b.Do(t.Context(), succeed), resilience.ErrCallNotPermitted)
		time.Sleep(time.Minute - 1)
		require.ErrorIs(t, b.Do(t.Context(), succeed), resilience.ErrCallNotPermitted)
		time.Sleep(time.Nanosecond)
		require.NoError(t, b.Do(t.Context(), succeed))
		assert.Equal(t, uint64(2), b.Metrics().Total.NotPermitted)
	})
}

func TestAutoHalfOpenMovesTheBreakerWithoutACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.AutoHalfOpen = true })
		moves := make(chan resilience.Event, 2)
		b.Events().Subscribe(func(ev resilience.Event) { moves <- ev }, resilience.KindTransition)
		b.Open()
		time.Sleep(time.Minute - 1)
		synctest.Wait()
		require.Equal(t, resilience.StateOpen, b.State())
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		require.Equal(t, resilience.StateHalfOpen, b.State())
		assert.Equal(t, resilience.StateOpen, (<-moves).To)
		byTimer := <-moves
		assert.Equal(t, resilience.StateHalfOpen, byTimer.To)
		assert.NotNil(t, byTimer.Context)
	})
}

func TestATimerThatOutlivesItsBubbleHarmsNobody(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.AutoHalfOpen = true })
	for range 2 {
		synctest.Test(t, func(t *testing.T) {
			b.Close()
			time.Sleep(time.Second)
			b.Open()
		})
	}
	b.Close()
	b.Open()
	synctest.Test(t, func(*testing.T) { b.Close() })
	b.Open()
	b.Close()
	assert.Equal(t, resilience.StateClosed, b.State())
}
