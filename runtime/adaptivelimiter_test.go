package runtime_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func newAdaptiveLimiter(t testing.TB, cfg resilience.AdaptiveLimiterConfig) *resilience.AdaptiveLimiter {
	t.Helper()
	l, err := resilience.NewAdaptiveLimiter("carrier", cfg)
	require.NoError(t, err)
	return l
}

// occupied is a limiter with so many calls under way that never end.
func occupied(t *testing.T, cfg resilience.AdaptiveLimiterConfig, calls int) *resilience.AdaptiveLimiter {
	t.Helper()
	l := newAdaptiveLimiter(t, cfg)
	for range calls {
		_, err := l.Acquire(t.Context())
		require.NoError(t, err)
	}
	return l
}

func TestAdaptiveLimiterConfigOutOfBoundsIsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		edit func(*resilience.AdaptiveLimiterConfig)
		want string
	}{
		"no initial limit":    {func(c *resilience.AdaptiveLimiterConfig) { c.Initial = 0 }, `adaptivelimit carrier: initial: "0" is out of bounds: the value is at least 1`},
		"no lowest limit":     {func(c *resilience.AdaptiveLimiterConfig) { c.Min = 0 }, `adaptivelimit carrier: min: "0" is out of bounds: the value is at least 1`},
		"no highest limit":    {func(c *resilience.AdaptiveLimiterConfig) { c.Max = 0 }, `adaptivelimit carrier: max: "0" is out of bounds: the value is at least 1`},
		"no algorithm":        {func(c *resilience.AdaptiveLimiterConfig) { c.Algorithm = "" }, `adaptivelimit carrier: algorithm: `},
		"begins below lowest": {func(c *resilience.AdaptiveLimiterConfig) { c.Min = 30 }, `min <= initial <= max must hold`},
		"begins above":        {func(c *resilience.AdaptiveLimiterConfig) { c.Max = 10 }, `min <= initial <= max must hold`},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := resilience.DefaultAdaptiveLimiterConfig()
			test.edit(&cfg)
			l, err := resilience.NewAdaptiveLimiter("carrier", cfg)
			assert.Nil(t, l)
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestAdaptiveLimiterAdmitsItsLimitAndNoMore(t *testing.T) {
	cfg := resilience.DefaultAdaptiveLimiterConfig()
	l := occupied(t, cfg, 19)
	last, err := l.Acquire(t.Context())
	require.NoError(t, err)

	_, err = l.Acquire(t.Context())
	require.ErrorIs(t, err, resilience.ErrLimitExceeded)
	require.EqualError(t, err, "adaptivelimit carrier: concurrency limit exceeded")
	require.ErrorIs(t, l.Do(t.Context(), func(context.Context) error { panic("called") }), resilience.ErrLimitExceeded)
	assert.Equal(t, resilience.AdaptiveLimiterMetrics{Limit: 20, InFlight: 20, Rejected: 2}, l.Metrics())

	last.Release()
	require.NoError(t, l.Do(t.Context(), func(context.Context) error { return nil }))
	assert.Equal(t, 19, l.Metrics().InFlight)
}

func TestAdaptiveLimiterPermitIsSettledOnce(t *testing.T) {
	l := newAdaptiveLimiter(t, resilience.DefaultAdaptiveLimiterConfig())
	permit, err := l.Acquire(t.Context())
	require.NoError(t, err)
	permit.Success()
	permit.Failure()
	permit.Release()
	assert.Zero(t, l.Metrics().InFlight)
}

func TestAdaptiveLimiterDoEndsTheCallHoweverItEnds(t *testing.T) {
	l := newAdaptiveLimiter(t, resilience.DefaultAdaptiveLimiterConfig())
	boom := errors.New("boom")
	assert.Equal(t, boom, l.Do(t.Context(), func(context.Context) error { return boom }))
	assert.PanicsWithValue(t, "boom", func() {
		_ = l.Do(t.Context(), func(context.Context) error { panic("boom") })
	})
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = l.Do(t.Context(), func(context.Context) error { runtime.Goexit(); return nil })
	})
	wg.Wait()
	assert.Zero(t, l.Metrics().InFlight)
}

func TestAdaptiveLimiterDeadContextTakesNothing(t *testing.T) {
	l := newAdaptiveLimiter(t, resilience.DefaultAdaptiveLimiterConfig())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := l.Acquire(ctx)
	require.Equal(t, context.Canceled, err)
	require.Equal(t, context.Canceled, l.Do(ctx, func(context.Context) error { panic("called") }))
	assert.Zero(t, l.Metrics().InFlight)
}

func TestAdaptiveLimiterLimitFollowsWhatCallsShow(t *testing.T) {
	const window = 80 // at a limit of 20
	fast, slow := time.Millisecond, 3*time.Millisecond
	for name, test := range map[string]struct {
		algorithm resilience.LimitAlgorithm
		underWay  int
		feed      func(*resilience.AdaptiveLimiter)
		want      int
	}{
		"vegas: less than a window moves nothing": {resilience.LimitVegas, 0, func(l *resilience.AdaptiveLimiter) {
			l.Feed(window-1, true, fast)
		}, 20},
		"vegas: a busy limiter begins with a measurement under half the limit": {resilience.LimitVegas, 15, func(l *resilience.AdaptiveLimiter) {
			l.Feed(window, false, fast)
		}, 10},
		"vegas: a limit that is not in use does not grow": {resilience.LimitVegas, 2, func(l *resilience.AdaptiveLimiter) {
			l.Feed(10*window, false, fast)
		}, 20},
		"vegas: a failure in a window takes a step": {resilience.LimitVegas, 2, func(l *resilience.AdaptiveLimiter) {
			l.Feed(1, true, fast)
			l.Feed(window-1, false, fast)
		}, 19},
		"vegas: nothing but failures takes a step": {resilience.LimitVegas, 2, func(l *resilience.AdaptiveLimiter) {
			l.Feed(window, true, fast)
		}, 19},
		"vegas: without a queue it grows by six steps": {resilience.LimitVegas, 8, func(l *resilience.AdaptiveLimiter) {
			l.Feed(window, false, fast) // not busy: its latency is the base
			hold(l, 5)
			l.Feed(window, false, fast)
		}, 26},
		"vegas: with a long queue it shrinks by a step": {resilience.LimitVegas, 8, func(l *resilience.AdaptiveLimiter) {
			l.Feed(window, false, fast)
			hold(l, 5)
			l.Feed(window, false, slow)
		}, 19},
		"vegas: a faster window lowers the base": {resilience.LimitVegas, 8, func(l *resilience.AdaptiveLimiter) {
			l.Feed(window, false, slow)
			hold(l, 5)
			l.Feed(window, false, fast) // grows to 26
			l.Feed(4*26, false, slow)
		}, 25},
		"aimd: without a failure it grows by one": {resilience.LimitAIMD, 10, func(l *resilience.AdaptiveLimiter) {
			l.Feed(window, false, slow)
		}, 21},
		"aimd: a limit that is not in use does not grow": {resilience.LimitAIMD, 2, func(l *resilience.AdaptiveLimiter) {
			l.Feed(window, false, fast)
		}, 20},
		"aimd: a failure takes a tenth": {resilience.LimitAIMD, 10, func(l *resilience.AdaptiveLimiter) {
			l.Feed(1, true, fast)
			l.Feed(window-1, false, fast)
		}, 18},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := resilience.DefaultAdaptiveLimiterConfig()
			cfg.Algorithm = test.algorithm
			l := occupied(t, cfg, test.underWay)
			test.feed(l)
			assert.Equal(t, test.want, l.Metrics().Limit)
		})
	}
}

// hold admits n more calls that never end.
func hold(l *resilience.AdaptiveLimiter, n int) {
	for range n {
		_, _ = l.Acquire(context.Background())
	}
}

func TestAdaptiveLimiterNeutralCallsLeaveNoTrace(t *testing.T) {
	cfg := resilience.DefaultAdaptiveLimiterConfig()
	cfg.Algorithm = resilience.LimitAIMD
	l := occupied(t, cfg, 15)
	for range 10_000 {
		permit, err := l.Acquire(t.Context())
		require.NoError(t, err)
		permit.Release()
	}
	ctx, cancel := context.WithCancel(t.Context())
	for range 10_000 {
		err := l.Do(ctx, func(context.Context) error { cancel(); return errors.New("gave up") })
		require.Error(t, err)
		ctx, cancel = context.WithCancel(t.Context())
	}
	cancel()
	assert.Equal(t, resilience.AdaptiveLimiterMetrics{Limit: 20, InFlight: 15}, l.Metrics())
}

func TestAdaptiveLimiterStaysWithinItsBounds(t *testing.T) {
	cfg := resilience.AdaptiveLimiterConfig{Initial: 12, Min: 10, Max: 14, Algorithm: resilience.LimitAIMD}
	l := occupied(t, cfg, 9)
	l.Feed(1000, true, time.Millisecond)
	assert.Equal(t, 10, l.Metrics().Limit)
	l.Feed(1000, false, time.Millisecond)
	assert.Equal(t, 14, l.Metrics().Limit)
}

func TestAdaptiveLimiterReconfiguredKeepsItsLimitAsFarAsTheBoundsAllow(t *testing.T) {
	cfg := resilience.DefaultAdaptiveLimiterConfig()
	l := newAdaptiveLimiter(t, cfg)
	cfg.Initial, cfg.Max = 5, 15
	require.NoError(t, l.Reconfigure(cfg))
	assert.Equal(t, 15, l.Metrics().Limit)
	cfg.Min, cfg.Initial = 12, 12
	cfg.Algorithm = resilience.LimitAIMD
	require.NoError(t, l.Reconfigure(cfg))
	assert.Equal(t, 15, l.Metrics().Limit)
	assert.Equal(t, cfg, l.Config())
	cfg.Min = 0
	require.Error(t, l.Reconfigure(cfg))
	assert.Equal(t, 12, l.Config().Min)
}

func TestAdaptiveLimiterPublishesEvents(t *testing.T) {
	cfg := resilience.AdaptiveLimiterConfig{Initial: 1, Min: 1, Max: 2, Algorithm: resilience.LimitAIMD, Group: "carriers"}
	l := newAdaptiveLimiter(t, cfg)
	var seen []resilience.Event
	l.Events().Subscribe(func(ev resilience.Event) {
		ev.Time = time.Time{}
		seen = append(seen, ev)
	})
	ctx := t.Context()
	permit, err := l.Acquire(ctx)
	require.NoError(t, err)
	_, err = l.Acquire(ctx)
	require.Error(t, err)
	permit.Release()
	l.Feed(20, false, time.Millisecond)
	require.Len(t, seen, 2+20+1)
	event := resilience.Event{Policy: "adaptivelimit", Instance: "carrier", Group: "carriers", Context: ctx}
	event.Kind = resilience.KindPermitted
	assert.Equal(t, event, seen[0])
	event.Kind, event.Err = resilience.KindRejected, err
	assert.Equal(t, event, seen[1])
	last := seen[len(seen)-1]
	assert.Equal(t, resilience.KindLimitChanged, last.Kind)
	assert.Equal(t, 2, last.Limit)
}

func TestAdaptiveLimiterUnderFireNeverExceedsItsHighestLimit(t *testing.T) {
	const workers, rounds, most = 64, 500, 30
	l := newAdaptiveLimiter(t, resilience.AdaptiveLimiterConfig{Initial: 20, Min: 2, Max: most, Algorithm: resilience.LimitVegas})
	var running, peak atomic.Int32
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range rounds {
				func() {
					defer func() { _ = recover() }()
					_ = l.Do(t.Context(), func(context.Context) error {
						n := running.Add(1)
						defer running.Add(-1)
						for old := peak.Load(); n > old && !peak.CompareAndSwap(old, n); old = peak.Load() {
						}
						switch rand.IntN(50) {
						case 0:
							panic("boom")
						case 1:
							return errors.New("boom")
						default:
							runtime.Gosched()
							return nil
						}
					})
				}()
			}
		})
	}
	wg.Wait()
	m := l.Metrics()
	assert.Zero(t, m.InFlight)
	assert.LessOrEqual(t, peak.Load(), int32(most))
	assert.GreaterOrEqual(t, m.Limit, 2)
	assert.LessOrEqual(t, m.Limit, most)
}

func TestAdaptiveLimiterAllocatesNothing(t *testing.T) {
	l := newAdaptiveLimiter(t, resilience.DefaultAdaptiveLimiterConfig())
	ctx := t.Context()
	assert.Zero(t, testing.AllocsPerRun(1000, func() {
		_ = l.Do(ctx, func(context.Context) error { return nil })
	}), "Do")
	full := occupied(t, resilience.AdaptiveLimiterConfig{Initial: 1, Min: 1, Max: 1, Algorithm: resilience.LimitVegas}, 1)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		_ = full.Do(ctx, func(context.Context) error { return nil })
	}), "a refusal")
}

func BenchmarkAdaptiveLimiterDo(b *testing.B) {
	l := newAdaptiveLimiter(b, resilience.DefaultAdaptiveLimiterConfig())
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		_ = l.Do(ctx, func(context.Context) error { return nil })
	}
}

func BenchmarkAdaptiveLimiterParallel(b *testing.B) {
	l := newAdaptiveLimiter(b, resilience.AdaptiveLimiterConfig{Initial: 1000, Min: 1000, Max: 1000, Algorithm: resilience.LimitVegas})
	ctx := b.Context()
	b.SetParallelism(64)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_ = l.Do(ctx, func(context.Context) error { return nil })
		}
	})
}
