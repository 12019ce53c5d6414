package runtime_test

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// The tests of this file are what broke in other circuit breakers.

func TestClientsThatWalkAwayDoNotOpenAHealthyBreaker(t *testing.T) {
	b := newBreaker(t)
	for _, err := range []error{context.Canceled, errDown, fmt.Errorf("read: %w", context.Canceled)} {
		for range 10 {
			ctx, cancel := context.WithCancel(t.Context())
			require.Equal(t, err, b.Do(ctx, func(context.Context) error {
				cancel()
				return err
			}))
		}
	}
	m := b.Metrics()
	assert.Equal(t, resilience.StateClosed, m.State)
	assert.Zero(t, m.Buffered)
	assert.Equal(t, uint64(30), m.Total.Ignored)
}

func TestAProvidersOwnDeadlineCountsWhileTheCallerStillWaits(t *testing.T) {
	b := newBreaker(t)
	for range 4 {
		_ = b.Do(t.Context(), func(context.Context) error { return context.DeadlineExceeded })
		_ = b.Do(t.Context(), func(context.Context) error { return context.Canceled })
	}
	assert.Equal(t, resilience.StateOpen, b.State())
}

func TestADependencyThatHangsUntilTheCallersDeadlineOpensItsBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker(t)
		for range 4 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			_ = b.Do(ctx, hang)
			cancel()
		}
		assert.Equal(t, resilience.StateOpen, b.State())
	})
}

func TestACallersDeadlineCanBeIgnored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.IgnoreCallerDeadline = true })
		for range 10 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			_ = b.Do(ctx, hang)
			cancel()
		}
		assert.Zero(t, b.Metrics().Buffered)
	})
}

// hang returns the context's error when the context has ended.
func hang(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func TestOurOwnTimeoutIsNotMistakenForTheCallersCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.IgnoreCallerDeadline = true })
		timeout, err := resilience.NewTimeout("carrier", resilience.TimeoutConfig{Duration: time.Second})
		require.NoError(t, err)
		p, err := resilience.NewPipeline("Track", b, timeout)
		require.NoError(t, err)
		for range 4 {
			err := p.Do(t.Context(), func(ctx context.Context) (resilience.Verdict, error) { return 0, hang(ctx) })
			require.ErrorIs(t, err, resilience.ErrTimeout)
		}
		assert.Equal(t, resilience.StateOpen, b.State())
	})
}

func TestTenThousandRejectionsOfPoliciesInsideLeaveTheFailureRateAsItWas(t *testing.T) {
	b := newBreaker(t)
	require.NoError(t, b.Do(t.Context(), succeed))
	require.NoError(t, b.Do(t.Context(), succeed))
	require.Error(t, b.Do(t.Context(), fail))
	before := b.Metrics()

	bulkhead, err := resilience.NewBulkhead("full", resilience.BulkheadConfig{MaxConcurrent: 1})
	require.NoError(t, err)
	require.True(t, bulkhead.TryAcquire())
	inner := newBreaker(t)
	inner.ForceOpen()
	for range 5000 {
		require.ErrorIs(t, b.Do(t.Context(), func(ctx context.Context) error {
			return bulkhead.Do(ctx, succeed)
		}), resilience.ErrBulkheadFull)
		require.ErrorIs(t, b.Do(t.Context(), func(ctx context.Context) error {
			return fmt.Errorf("carrier: %w", inner.Do(ctx, succeed))
		}), resilience.ErrCallNotPermitted)
	}
	after := b.Metrics()
	assert.Equal(t, uint64(10_000), after.Total.Ignored)
	after.Total.Ignored = 0
	assert.Equal(t, before, after)
}

func TestAnIgnoredOutcomeOnTheLastProbeGivesBackExactlyOnePermit(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
		cfg.IgnoreOn = []resilience.Matcher{resilience.ErrorIs(errIgnored)}
	})
	b.Open()
	require.NoError(t, b.HalfOpen())
	first, err := b.Acquire(t.Context())
	require.NoError(t, err)
	require.Equal(t, errIgnored, b.Do(t.Context(), func(context.Context) error { return errIgnored }))

	second, err := b.Acquire(t.Context())
	require.NoError(t, err, "the next call is admitted at once")
	_, err = b.Acquire(t.Context())
	require.ErrorIs(t, err, resilience.ErrCallNotPermitted)
	first.Success()
	second.Success()
	assert.Equal(t, resilience.StateClosed, b.State())
}

func TestTheProbePermitComesBackIfAPolicyInsideRejects(t *testing.T) {
	b := newBreaker(t)
	b.Open()
	require.NoError(t, b.HalfOpen())
	bulkhead, err := resilience.NewBulkhead("full", resilience.BulkheadConfig{MaxConcurrent: 1})
	require.NoError(t, err)
	require.True(t, bulkhead.TryAcquire())
	for range 100 {
		require.ErrorIs(t, b.Do(t.Context(), func(ctx context.Context) error {
			return bulkhead.Do(ctx, succeed)
		}), resilience.ErrBulkheadFull)
	}
	require.NoError(t, b.Do(t.Context(), succeed))
	require.NoError(t, b.Do(t.Context(), succeed))
	assert.Equal(t, resilience.StateClosed, b.State())
}

func TestAProbeThatNeverReturnsDoesNotWedgeTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.MaxHalfOpenWait = 10 * time.Second })
		b.Open()
		require.NoError(t, b.HalfOpen())
		lost, err := b.Acquire(t.Context())
		require.NoError(t, err)
		require.NoError(t, b.Do(t.Context(), succeed))

		time.Sleep(10*time.Second - 1)
		require.ErrorIs(t, b.Do(t.Context(), succeed), resilience.ErrCallNotPermitted)
		require.Equal(t, resilience.StateHalfOpen, b.State())
		time.Sleep(time.Nanosecond)
		require.Equal(t, resilience.StateHalfOpen, b.State(), "reading moves nothing")
		require.ErrorIs(t, b.Do(t.Context(), succeed), resilience.ErrCallNotPermitted)
		require.Equal(t, resilience.StateOpen, b.State())

		time.Sleep(time.Minute)
		require.NoError(t, b.Do(t.Context(), succeed))
		lost.Failure(errDown)
		require.NoError(t, b.Do(t.Context(), succeed))
		assert.Equal(t, resilience.StateClosed, b.State(), "the lost probe's result changed nothing")
	})
}

func TestAHalfOpenBreakerWithFewCallsWaitsForThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker(t)
		b.Open()
		for range 2 {
			time.Sleep(time.Hour)
			require.NoError(t, b.Do(t.Context(), succeed))
		}
		assert.Equal(t, resilience.StateClosed, b.State())
	})
}

func TestAProbeThatPanicsOrGoexitsIsAFailureAndUnwindsOn(t *testing.T) {
	for name, end := range map[string]func(){"panics": func() { panic(errDown) }, "goexits": goruntime.Goexit} {
		t.Run(name, func(t *testing.T) {
			b := newBreaker(t)
			b.Open()
			require.NoError(t, b.HalfOpen())
			var reported error
			b.Events().Subscribe(func(ev resilience.Event) { reported = ev.Err }, resilience.KindError)
			for range 2 {
				var recovered any
				returned := false
				var done sync.WaitGroup
				done.Go(func() {
					defer func() { recovered = recover() }()
					_ = b.Do(t.Context(), func(context.Context) error { end(); return nil })
					returned = true
				})
				done.Wait()
				require.False(t, returned)
				if name == "panics" {
					require.Equal(t, errDown, recovered)
				}
			}
			assert.Equal(t, resilience.StateOpen, b.State())
			assert.Error(t, reported)
		})
	}
}

func TestAPredicateThatPanicsLeavesNoPermitBehind(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
		cfg.IgnoreIf = func(error) bool { panic("predicate") }
	})
	b.Open()
	require.NoError(t, b.HalfOpen())
	for range 2 {
		require.PanicsWithValue(t, "predicate", func() { _ = b.Do(t.Context(), fail) })
	}
	assert.Equal(t, resilience.StateOpen, b.State())
}

func TestAPredicateThatPanicsSettlesAPermitByHand(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
		cfg.IgnoreIf = func(error) bool { panic("predicate") }
	})
	permit, err := b.Acquire(t.Context())
	require.NoError(t, err)
	require.PanicsWithValue(t, "predicate", func() { permit.Failure(errBusy) })
	assert.Equal(t, uint64(1), b.Metrics().Failed)
}

func TestAHundredGoroutinesThatArriveAsTheOpenWaitEndsAreAdmittedByNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.HalfOpenCalls, cfg.MinCalls = 7, 7 })
		b.Open()
		var moves atomic.Int32
		b.Events().Subscribe(func(ev resilience.Event) { moves.Add(1) }, resilience.KindTransition)
		var ran, refused atomic.Int32
		release := make(chan struct{})
		var done sync.WaitGroup
		for range 100 {
			done.Go(func() {
				time.Sleep(time.Minute)
				err := b.Do(t.Context(), func(context.Context) error {
					ran.Add(1)
					<-release
					return nil
				})
				if err != nil {
					assert.ErrorIs(t, err, resilience.ErrCallNotPermitted)
					refused.Add(1)
				}
			})
		}
		time.Sleep(time.Minute + 1)
		synctest.Wait()
		assert.Equal(t, int32(7), ran.Load())
		assert.Equal(t, int32(93), refused.Load())
		assert.Equal(t, int32(1), moves.Load())
		close(release)
		done.Wait()
		assert.Equal(t, resilience.StateClosed, b.State())
	})
}

func TestResultsOfCallsThatBeganInAnEarlierStateChangeNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, ctx := newBreaker(t), t.Context()
		var early []*resilience.CircuitBreakerPermit
		for range 10 {
			p, err := b.Acquire(ctx)
			require.NoError(t, err)
			early = append(early, p)
		}
		for range 4 {
			require.Error(t, b.Do(ctx, fail))
		}
		require.Equal(t, resilience.StateOpen, b.State())
		var ignored, moves int
		b.Events().Subscribe(func(resilience.Event) { ignored++ }, resilience.KindIgnored)
		b.Events().Subscribe(func(resilience.Event) { moves++ }, resilience.KindTransition)

		time.Sleep(30 * time.Second)
		opened := b.Metrics()
		early[0].Failure(errDown)
		early[1].Success()
		now := b.Metrics()
		require.Equal(t, uint64(2), now.Total.Ignored)
		now.Total.Ignored = 0
		require.Equal(t, opened, now, "no second opening")

		time.Sleep(30 * time.Second)
		require.NoError(t, b.Do(ctx, succeed), "no longer wait")
		early[2].Success()
		early[3].Failure(errDown)
		early[4].Release()
		require.Equal(t, resilience.StateHalfOpen, b.State(), "no quota used, none given back")
		require.NoError(t, b.Do(ctx, succeed))
		require.Equal(t, resilience.StateClosed, b.State())
		for _, p := range early[5:] {
			p.Failure(errDown)
		}
		require.Zero(t, b.Metrics().Buffered)
		assert.Equal(t, 10, ignored)
		assert.Equal(t, 2, moves)
	})
}

func TestAskingHasNoSideEffectAndTakesNoPermit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, ctx := newBreaker(t), t.Context()
		b.Open()
		time.Sleep(time.Hour)
		for range 10 {
			require.Equal(t, resilience.StateOpen, b.State())
			require.Equal(t, resilience.StateOpen, b.Metrics().State)
		}
		require.NoError(t, b.Do(ctx, succeed))
		for range 10 {
			require.Equal(t, resilience.StateHalfOpen, b.State())
			require.Equal(t, uint64(1), b.Metrics().Buffered)
		}
		require.NoError(t, b.Do(ctx, succeed))
		assert.Equal(t, resilience.StateClosed, b.State())
	})
}

func TestAManualTransitionCancelsTheTimerThatWouldMoveTheBreaker(t *testing.T) {
	for _, to := range []struct {
		state resilience.State
		move  func(*resilience.CircuitBreaker)
	}{
		{resilience.StateForcedOpen, (*resilience.CircuitBreaker).ForceOpen},
		{resilience.StateDisabled, (*resilience.CircuitBreaker).Disable},
		{resilience.StateMetricsOnly, (*resilience.CircuitBreaker).MetricsOnly},
		{resilience.StateClosed, (*resilience.CircuitBreaker).Reset},
	} {
		t.Run(to.state.String()+" stays", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.AutoHalfOpen = true })
				b.Open()
				time.Sleep(30 * time.Second)
				to.move(b)
				time.Sleep(time.Hour)
				assert.Equal(t, to.state, b.State())
			})
		})
	}
}

func TestRatesAreComparedExactly(t *testing.T) {
	for _, c := range []struct {
		name          string
		rate          float64
		failed, calls int
		opens         bool
	}{
		{"99 of 200 does not reach 50 percent", 50, 99, 200, false},
		{"100 of 200 reaches 50 percent", 50, 100, 200, true},
		{"3 of 1000 does not reach 0.4 percent", 0.4, 3, 1000, false},
		{"4 of 1000 reaches 0.4 percent", 0.4, 4, 1000, true},
		{"1 of 3 reaches 33.3333 percent", 33.3333, 1, 3, true},
		{"1 of 3 does not reach 33.3334 percent", 33.3334, 1, 3, false},
		{"1 of 1000000 reaches 0.0001 percent", 0.0001, 1, 1_000_000, true},
		{"9999 of 10000 does not reach 100 percent", 100, 9999, 10_000, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
				cfg.WindowCalls, cfg.MinCalls, cfg.FailureRate = c.calls, c.calls, c.rate
			})
			for i := range c.calls {
				if i < c.failed {
					_ = b.Do(t.Context(), fail)
				} else {
					_ = b.Do(t.Context(), succeed)
				}
			}
			assert.Equal(t, c.opens, b.State() == resilience.StateOpen)
			assert.InDelta(t, 100*float64(c.failed)/float64(c.calls), b.Metrics().FailureRate, 1e-9)
		})
	}
}

func timed(span time.Duration) func(*resilience.CircuitBreakerConfig) {
	return func(cfg *resilience.CircuitBreakerConfig) {
		cfg.WindowCalls, cfg.WindowTime, cfg.MinCalls = 0, span, 1000
	}
}

func TestAfterAnIdleGapEveryCounterIsZeroAndBurstsAreCountedExactly(t *testing.T) {
	for _, span := range []time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond, 10 * time.Second, 11 * time.Second, time.Hour} {
		t.Run(span.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBreaker(t, timed(span), func(cfg *resilience.CircuitBreakerConfig) { cfg.SlowCall = time.Nanosecond })
				slowly := func(err error) func(context.Context) error {
					return func(context.Context) error { time.Sleep(2 * time.Nanosecond); return err }
				}
				for gap := range 4 {
					for range 3 {
						_ = b.Do(t.Context(), succeed)
						_ = b.Do(t.Context(), fail)
						_ = b.Do(t.Context(), slowly(nil))
						_ = b.Do(t.Context(), slowly(errDown))
					}
					m := b.Metrics()
					m.Total = resilience.CircuitBreakerTotals{}
					require.Equal(t, resilience.CircuitBreakerMetrics{
						State: resilience.StateClosed, FailureRate: -1, SlowRate: -1,
						Buffered: 12, Failed: 6, Successful: 6, Slow: 6, SlowFailed: 3, SlowSuccessful: 3,
					}, m, "burst %d", gap)
					time.Sleep(span + time.Duration(gap)*span/3)
					m = b.Metrics()
					m.Total = resilience.CircuitBreakerTotals{}
					require.Equal(t, resilience.CircuitBreakerMetrics{
						State: resilience.StateClosed, FailureRate: -1, SlowRate: -1,
					}, m, "gap %d", gap)
				}
			})
		})
	}
}

func TestATimeWindowForgetsBucketByBucket(t *testing.T) {
	for _, c := range []struct{ span, bucket time.Duration }{
		{9900 * time.Millisecond, 100 * time.Millisecond},
		{10 * time.Second, time.Second},
	} {
		t.Run(c.span.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBreaker(t, timed(c.span))
				time.Sleep(c.bucket - 1)
				_ = b.Do(t.Context(), fail)
				time.Sleep(time.Nanosecond)
				_ = b.Do(t.Context(), fail)
				time.Sleep(c.span - c.bucket - 1)
				require.Equal(t, uint64(2), b.Metrics().Failed)
				time.Sleep(time.Nanosecond)
				require.Equal(t, uint64(1), b.Metrics().Failed, "the first bucket left")
				time.Sleep(c.bucket - 1)
				require.Equal(t, uint64(1), b.Metrics().Failed)
				time.Sleep(time.Nanosecond)
				require.Zero(t, b.Metrics().Failed)
			})
		})
	}
}

func TestWindowsOfOneTwoAndThreeWork(t *testing.T) {
	for size := 1; size <= 3; size++ {
		t.Run(fmt.Sprintf("the last %d calls", size), func(t *testing.T) {
			b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls, cfg.FailureRate = size, 100 })
			for range 10 {
				for range size - 1 {
					require.Error(t, b.Do(t.Context(), fail))
				}
				require.NoError(t, b.Do(t.Context(), succeed))
			}
			for range size {
				require.Equal(t, resilience.StateClosed, b.State())
				require.Error(t, b.Do(t.Context(), fail))
			}
			require.Equal(t, resilience.StateOpen, b.State())
		})
	}
}

func TestListenersRunWithNoLockHeldAndMayCallAnything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, ctx := newBreaker(t), t.Context()
		var kinds []resilience.Kind
		b.Events().Subscribe(func(ev resilience.Event) {
			_, _ = b.State(), b.Metrics()
			kinds = append(kinds, ev.Kind)
			switch {
			case ev.To == resilience.StateOpen:
				_ = b.Do(ctx, succeed)
			case ev.To == resilience.StateHalfOpen:
				_ = b.Do(ctx, succeed)
			case ev.To == resilience.StateClosed:
				b.ForceOpen()
			}
			panic("a listener's own mistake")
		}, resilience.KindTransition, resilience.KindNotPermitted)
		for range 4 {
			_ = b.Do(ctx, fail)
		}
		time.Sleep(time.Minute)
		_ = b.Do(ctx, succeed)
		assert.Equal(t, resilience.StateForcedOpen, b.State())
		assert.Equal(t, []resilience.Kind{
			resilience.KindTransition, resilience.KindNotPermitted, // opened, and the listener's call refused
			resilience.KindTransition, // half-open, and the listener's call a probe
			resilience.KindTransition, // closed
			resilience.KindTransition, // forced open by the listener
		}, kinds)
		assert.Equal(t, uint64(len(kinds)), b.Events().ListenerPanics())
	})
}

func TestTransitionsOfOneBreakerAlternateStrictly(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
		cfg.OpenWait, cfg.WindowCalls, cfg.HalfOpenCalls = time.Nanosecond, 2, 1
	})
	var mu sync.Mutex
	seen := map[uint64]resilience.Event{}
	b.Events().Subscribe(func(ev resilience.Event) {
		mu.Lock()
		defer mu.Unlock()
		seen[ev.Sequence] = ev
	}, resilience.KindTransition)
	var done sync.WaitGroup
	for i := range 16 {
		done.Go(func() {
			for j := range 500 {
				if (i+j)%3 == 0 {
					_ = b.Do(t.Context(), succeed)
				} else {
					_ = b.Do(t.Context(), fail)
				}
			}
		})
	}
	done.Wait()
	require.NotEmpty(t, seen)
	state := resilience.StateClosed
	for n := uint64(1); n <= uint64(len(seen)); n++ {
		ev, there := seen[n]
		require.True(t, there, "transition %d", n)
		require.Equal(t, state, ev.From)
		state = ev.To
	}
	assert.Equal(t, state, b.State())
	assert.Equal(t, uint64(len(seen)), b.Metrics().Total.Transitions)
}

func TestAConfigurationSwapWhileCallsAreInFlightIsSafe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		old := resilience.DefaultCircuitBreakerConfig()
		old.WindowCalls, old.SlowCall, old.IgnoreOn = 4, time.Second, []resilience.Matcher{resilience.ErrorIs(errIgnored)}
		b, err := resilience.NewCircuitBreaker("carrier", old)
		require.NoError(t, err)
		early, err := b.Acquire(t.Context())
		require.NoError(t, err)
		alsoEarly, err := b.Acquire(t.Context())
		require.NoError(t, err)
		require.Error(t, b.Do(t.Context(), fail))

		cfg := old
		cfg.SlowCall, cfg.IgnoreOn, cfg.FailureRate = time.Hour, nil, 100
		require.NoError(t, b.Reconfigure(cfg))
		time.Sleep(2 * time.Second)
		early.Success()
		alsoEarly.Failure(errIgnored)
		m := b.Metrics()
		assert.Equal(t, uint64(2), m.Buffered, "the window is kept")
		assert.Equal(t, uint64(1), m.Slow, "as the configuration that the call started with says")
		assert.Equal(t, uint64(1), m.Total.Ignored, "as the configuration that the call started with says")

		cfg.OpenWait = 0
		require.Error(t, b.Reconfigure(cfg))
		assert.Equal(t, time.Minute, b.Config().OpenWait)
	})
}

var errAbsent = errors.New("absent")

func TestWhichErrorsCount(t *testing.T) {
	is := func(target error) resilience.Matcher { return resilience.ErrorIs(target) }
	for _, c := range []struct {
		name    string
		edit    func(*resilience.CircuitBreakerConfig)
		verdict resilience.Verdict
		err     error
		failed  uint64
		counted uint64
	}{
		{"no error is a success", func(*resilience.CircuitBreakerConfig) {}, 0, nil, 0, 1},
		{"any error is a failure", func(*resilience.CircuitBreakerConfig) {}, 0, errDown, 1, 1},
		{"a recorded result is a failure", func(*resilience.CircuitBreakerConfig) {}, resilience.RecordResult, nil, 1, 1},
		{"an ignored error does not count, wrapped or joined", func(cfg *resilience.CircuitBreakerConfig) {
			cfg.IgnoreOn = []resilience.Matcher{is(errAbsent)}
		}, 0, errors.Join(errDown, fmt.Errorf("no parcel: %w", errAbsent)), 0, 0},
		{"the ignore predicate does so too", func(cfg *resilience.CircuitBreakerConfig) { cfg.IgnoreIf = is(errAbsent) }, 0, errAbsent, 0, 0},
		{"ignore beats record", func(cfg *resilience.CircuitBreakerConfig) {
			cfg.IgnoreIf, cfg.RecordOn = is(errAbsent), []resilience.Matcher{is(errAbsent)}
		}, 0, errAbsent, 0, 0},
		{"a recorded error is a failure", func(cfg *resilience.CircuitBreakerConfig) {
			cfg.RecordOn = []resilience.Matcher{is(errAbsent), is(errDown)}
		}, 0, errDown, 1, 1},
		{"one that matches no record list is a success", func(cfg *resilience.CircuitBreakerConfig) {
			cfg.RecordOn = []resilience.Matcher{is(errAbsent)}
		}, 0, errDown, 0, 1},
		{"one that matches no record predicate is a success", func(cfg *resilience.CircuitBreakerConfig) { cfg.RecordIf = is(errAbsent) }, 0, errDown, 0, 1},
		{"the record predicate adds to the list", func(cfg *resilience.CircuitBreakerConfig) {
			cfg.RecordOn, cfg.RecordIf = []resilience.Matcher{is(errAbsent)}, is(errDown)
		}, 0, errDown, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBreaker(t, c.edit)
			require.Equal(t, c.err, b.DoVerdict(t.Context(), c.verdict, c.err))
			m := b.Metrics()
			assert.Equal(t, c.failed, m.Failed)
			assert.Equal(t, c.counted, m.Buffered)
			assert.Equal(t, 1-c.counted, m.Total.Ignored)
		})
	}
}

func TestALoweredThresholdIsJudgedAtTheNextOutcome(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls = 8 })
	require.NoError(t, b.Do(t.Context(), succeed))
	require.Error(t, b.Do(t.Context(), fail))
	for range 6 {
		require.NoError(t, b.Do(t.Context(), succeed))
	}
	cfg := b.Config()
	cfg.FailureRate = 12.5
	require.NoError(t, b.Reconfigure(cfg))
	require.Equal(t, resilience.StateClosed, b.State())
	require.NoError(t, b.Do(t.Context(), succeed), "one of eight failed, with this success too")
	assert.Equal(t, resilience.StateOpen, b.State())
}
