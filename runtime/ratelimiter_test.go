package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func newRateLimiter(t testing.TB, cfg resilience.RateLimiterConfig) *resilience.RateLimiter {
	t.Helper()
	l, err := resilience.NewRateLimiter("carrier", cfg)
	require.NoError(t, err)
	return l
}

// tenASecond gives a permit every 100 ms and two at once after a pause.
func tenASecond(maxWait time.Duration) resilience.RateLimiterConfig {
	return resilience.RateLimiterConfig{Limit: 10, Period: time.Second, Burst: 2, MaxWait: maxWait}
}

// allowed counts how many permits are there now, by taking them.
func allowed(l *resilience.RateLimiter) (n int) {
	for l.Allow() {
		n++
	}
	return n
}

func TestRateLimiterConfigOutOfBoundsIsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		edit func(*resilience.RateLimiterConfig)
		want string
	}{
		"no limit":         {func(c *resilience.RateLimiterConfig) { c.Limit = 0 }, `ratelimit carrier: limit: "0" is out of bounds: the value is at least 1`},
		"negative limit":   {func(c *resilience.RateLimiterConfig) { c.Limit = -1 }, `ratelimit carrier: limit: "-1" is out of bounds: the value is at least 1`},
		"huge limit":       {func(c *resilience.RateLimiterConfig) { c.Limit = 1_000_000_001 }, `ratelimit carrier: limit: "1000000001" is out of bounds: the value is at most 1000000000`},
		"no period":        {func(c *resilience.RateLimiterConfig) { c.Period = 0 }, `ratelimit carrier: period: "0s" is out of bounds: the value is more than 0s`},
		"no burst":         {func(c *resilience.RateLimiterConfig) { c.Burst = 0 }, `ratelimit carrier: burst: "0" is out of bounds: the value is at least 1`},
		"burst of decades": {func(c *resilience.RateLimiterConfig) { c.Burst = 1_000_000_000 }, `ratelimit carrier: burst=1000000000 is what is allowed in more than a year: lower burst`},
		"limit too fast":   {func(c *resilience.RateLimiterConfig) { c.Period = 9 }, `ratelimit carrier: limit=10 is more than one call a nanosecond: lower limit or raise period`},
		"negative wait":    {func(c *resilience.RateLimiterConfig) { c.MaxWait = -1 }, `ratelimit carrier: maxWait: "-1ns" is out of bounds: the value is at least 0s`},
		"wait of decades":  {func(c *resilience.RateLimiterConfig) { c.MaxWait = math.MaxInt64 }, `ratelimit carrier: maxWait: "2562047h47m16.854775807s" is out of bounds: the value is at most 8760h`},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := resilience.DefaultRateLimiterConfig(10, time.Second)
			test.edit(&cfg)
			l, err := resilience.NewRateLimiter("carrier", cfg)
			assert.Nil(t, l)
			assert.EqualError(t, err, test.want)
		})
	}
}

func TestRateLimiterGivesABurstAndThenEvenlySpreadPermits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(0))
		assert.Equal(t, 2, allowed(l), "the burst is there from the start")
		time.Sleep(100*time.Millisecond - 1)
		assert.Equal(t, 0, allowed(l))
		time.Sleep(time.Nanosecond)
		assert.Equal(t, 1, allowed(l))
		time.Sleep(150 * time.Millisecond)
		assert.Equal(t, 1, allowed(l))
		time.Sleep(50 * time.Millisecond)
		assert.Equal(t, 1, allowed(l), "the half that was left over is not lost")
	})
}

func TestRateLimiterDoesNotAccumulatePastItsBurst(t *testing.T) {
	for _, idle := range []time.Duration{time.Second, time.Hour, 50 * 365 * 24 * time.Hour} {
		t.Run(idle.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newRateLimiter(t, tenASecond(0))
				allowed(l)
				time.Sleep(idle)
				assert.Equal(t, 2, allowed(l))
			})
		})
	}
}

func TestRateLimiterKeepsTheExactRateOfAFractionalInterval(t *testing.T) {
	for name, cfg := range map[string]resilience.RateLimiterConfig{
		"3 a second":         {Limit: 3, Period: time.Second, Burst: 3},
		"7 a minute":         {Limit: 7, Period: time.Minute, Burst: 7},
		"700000 a second":    {Limit: 700_000, Period: time.Second, Burst: 4},
		"7000000 a second":   {Limit: 7_000_000, Period: time.Second, Burst: 4},
		"999983 a second":    {Limit: 999_983, Period: time.Second, Burst: 10},
		"300000007 a second": {Limit: 300_000_007, Period: time.Second, Burst: 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newRateLimiter(t, cfg)
				const ask = 10_000
				interval := float64(cfg.Period) / float64(cfg.Limit)
				start, given := time.Now(), allowed(l)
				assert.Equal(t, cfg.Burst, given)
				for range ask {
					time.Sleep(max(1, time.Duration(interval)/3))
					given += allowed(l)
				}
				elapsed := float64(time.Since(start))
				assert.InDelta(t, float64(cfg.Burst)+elapsed/interval, float64(given), 1+2/interval)
			})
		})
	}
}

func TestRateLimiterWholePeriodRestoresTheWholeBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, limit := range []int{1, 3, 7, 10, 99, 997} {
			l := newRateLimiter(t, resilience.DefaultRateLimiterConfig(limit, time.Second))
			for range 20 {
				assert.Equal(t, limit, allowed(l))
				time.Sleep(time.Second)
			}
		}
	})
}

func TestRateLimiterRefusalConsumesNothingAndSaysWhenToComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(0))
		allowed(l)
		time.Sleep(30 * time.Millisecond)
		for range 1000 {
			err := l.Wait(t.Context())
			rejected, ok := errors.AsType[*resilience.RejectedError](err)
			require.True(t, ok)
			require.ErrorIs(t, err, resilience.ErrRateLimited)
			require.Equal(t, "ratelimit", rejected.Policy)
			require.Equal(t, "carrier", rejected.Instance)
			require.Equal(t, 70*time.Millisecond, rejected.RetryAfter())
		}
		time.Sleep(70 * time.Millisecond)
		assert.True(t, l.Allow())
		assert.EqualValues(t, 1001, l.Metrics().Rejected)
	})
}

func TestRateLimiterWaitsUntilExactlyThePermitIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(time.Second))
		start := time.Now()
		for _, want := range []time.Duration{0, 0, 100, 200, 300} {
			require.NoError(t, l.Wait(t.Context()))
			assert.Equal(t, want*time.Millisecond, time.Since(start))
		}
	})
}

func TestRateLimiterWaitLongerThanMaxWaitFailsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(100*time.Millisecond))
		allowed(l)
		go func() { assert.NoError(t, l.Wait(t.Context()), "a wait of exactly maxWait") }()
		synctest.Wait()
		start := time.Now()
		err := l.Wait(t.Context())
		assert.Zero(t, time.Since(start))
		require.ErrorIs(t, err, resilience.ErrRateLimited)
		require.NotErrorIs(t, err, context.DeadlineExceeded)
		rejected, _ := errors.AsType[*resilience.RejectedError](err)
		assert.Equal(t, 200*time.Millisecond, rejected.RetryAfter())
		time.Sleep(time.Second)
	})
}

func TestRateLimiterWaitThatCannotFitBeforeTheDeadlineFailsAtOnce(t *testing.T) {
	for name, test := range map[string]struct {
		deadline time.Duration
		fits     bool
	}{
		"deadline after the permit":           {101 * time.Millisecond, true},
		"deadline in the permit's instant":    {100 * time.Millisecond, false},
		"deadline before the permit":          {99 * time.Millisecond, false},
		"deadline further than the clock can": {math.MaxInt64, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newRateLimiter(t, tenASecond(time.Second))
				allowed(l)
				ctx, cancel := context.WithTimeout(t.Context(), test.deadline)
				defer cancel()
				start := time.Now()
				err := l.Wait(ctx)
				if test.fits {
					require.NoError(t, err)
					assert.Equal(t, 100*time.Millisecond, time.Since(start))
					return
				}
				assert.Zero(t, time.Since(start))
				require.ErrorIs(t, err, resilience.ErrRateLimited)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				time.Sleep(100 * time.Millisecond)
				assert.True(t, l.Allow(), "it consumed nothing")
			})
		})
	}
}

func TestRateLimiterDeadContextTakesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(time.Hour))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for range 1000 {
			require.Equal(t, context.Canceled, l.Wait(ctx))
			require.Equal(t, context.Canceled, l.Do(ctx, func(context.Context) error { panic("called") }))
		}
		assert.Equal(t, 2, l.Metrics().Available)
	})
}

func TestRateLimiterCancelledWaiterGivesItsPlaceBackAndThoseBehindMoveUp(t *testing.T) {
	for name, test := range map[string]struct {
		cancelled int
		want      []time.Duration // when those that are left are served
	}{
		"the first":  {0, []time.Duration{100, 200, 300}},
		"a middle":   {1, []time.Duration{100, 200, 300}},
		"the last":   {3, []time.Duration{100, 200, 300}},
		"nobody yet": {-1, []time.Duration{100, 200, 300, 400}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newRateLimiter(t, tenASecond(time.Second))
				allowed(l)
				start := time.Now()
				served := make(chan time.Duration, 8)
				ctx, cancel := context.WithCancel(t.Context())
				for i := range 4 {
					go func() {
						ctx := ctx
						if i != test.cancelled {
							ctx = t.Context()
						}
						err := l.Wait(ctx)
						if i == test.cancelled {
							assert.ErrorIs(t, err, context.Canceled)
							assert.ErrorIs(t, err, resilience.ErrRateLimited)
							return
						}
						assert.NoError(t, err)
						served <- time.Since(start) / time.Millisecond
					}()
					synctest.Wait()
				}
				time.Sleep(50 * time.Millisecond)
				cancel()
				synctest.Wait()
				require.NoError(t, l.Wait(t.Context()))
				last := time.Since(start) / time.Millisecond
				assert.Equal(t, time.Duration(100*(len(test.want)+1)), last, "a newcomer comes right behind them")
				synctest.Wait()
				close(served)
				var got []time.Duration
				for at := range served {
					got = append(got, at)
				}
				assert.Equal(t, test.want, got)
				assert.False(t, l.Allow())
			})
		})
	}
}

func TestRateLimiterPermitThatCameInTheInstantOfTheCancelIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(time.Second))
		for range 1000 {
			allowed(l)
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(100*time.Millisecond, cancel)
			err := l.Wait(ctx)
			synctest.Wait()
			if err != nil {
				require.True(t, l.Allow(), "the permit was lost")
			}
			require.False(t, l.Allow())
			time.Sleep(time.Second)
		}
	})
}

func TestRateLimiterChangedLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, resilience.DefaultRateLimiterConfig(10, time.Second))
		require.True(t, l.AllowN(4))
		require.NoError(t, l.SetLimit(20, time.Second, 20))
		assert.Equal(t, 16, l.Metrics().Available, "what was used stays used")
		require.NoError(t, l.SetLimit(5, time.Second, 5))
		assert.Equal(t, 1, allowed(l))
		time.Sleep(200 * time.Millisecond)
		assert.Equal(t, 1, allowed(l))
		require.NoError(t, l.SetLimit(1, time.Hour, 1))
		assert.Equal(t, 0, allowed(l))
		require.NoError(t, l.SetLimit(1000, time.Second, 5))
		assert.Equal(t, 4, allowed(l), "a debt counts in permits, not in time")

		require.EqualError(t, l.SetLimit(0, time.Second, 1), `ratelimit carrier: limit: "0" is out of bounds: the value is at least 1`)
		assert.Equal(t, 1000, l.Config().Limit)
	})
}

func TestRateLimiterChangedLiveKeepsThePromisesMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(time.Second))
		allowed(l)
		start := time.Now()
		first, err := l.Reserve()
		require.NoError(t, err)
		second, err := l.Reserve()
		require.NoError(t, err)
		require.NoError(t, l.Reconfigure(resilience.RateLimiterConfig{Limit: 2, Period: time.Second, Burst: 1, MaxWait: time.Hour}))
		assert.Equal(t, 100*time.Millisecond, first.Delay())
		assert.Equal(t, 200*time.Millisecond, second.Delay())
		require.NoError(t, l.Wait(t.Context()))
		assert.Equal(t, 700*time.Millisecond, time.Since(start), "the new rate begins behind them")
	})
}

func TestRateLimiterChangedLiveToAHigherRateNeverExceedsItWhereAPlaceComesFree(t *testing.T) {
	for _, burst := range []int{1, 5} {
		t.Run(fmt.Sprintf("for whole bursts of %d", burst), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newRateLimiter(t, resilience.RateLimiterConfig{Limit: 1, Period: time.Minute, Burst: 1, MaxWait: time.Hour})
				require.True(t, l.Allow())
				slow, err := l.Reserve()
				require.NoError(t, err)
				time.Sleep(50 * time.Second)
				require.NoError(t, l.SetLimit(10, time.Second, burst))
				start := time.Now()
				served := make(chan time.Duration)
				for range 3 {
					go func() {
						assert.NoError(t, l.WaitN(t.Context(), burst))
						served <- time.Since(start)
					}()
				}
				synctest.Wait()
				require.True(t, slow.Cancel())
				for i := range 3 {
					assert.Equal(t, time.Duration(i*burst)*100*time.Millisecond, <-served)
				}
			})
		})
	}
}

func TestRateLimiterChangedLiveToALongerBurstIsNotTakenForAnotherEra(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(10*time.Second))
		allowed(l)
		for range 50 {
			_, err := l.Reserve()
			require.NoError(t, err)
		}
		require.NoError(t, l.Reconfigure(resilience.RateLimiterConfig{Limit: 1, Period: 20 * time.Second, Burst: 1}))
		assert.False(t, l.Allow(), "five seconds are promised to others")
		time.Sleep(5 * time.Second)
	})
}

func TestRateLimiterReservationMovesUpWithTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(time.Hour))
		require.Equal(t, 2, allowed(l))
		front, err := l.ReserveN(2)
		require.NoError(t, err)
		behind, err := l.Reserve()
		require.NoError(t, err)
		assert.Equal(t, 300*time.Millisecond, behind.Delay())
		require.True(t, front.Cancel())
		assert.Equal(t, 100*time.Millisecond, behind.Delay())
		assert.Zero(t, front.Delay(), "it waits for nothing any more")
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		assert.Zero(t, behind.Delay())
		assert.False(t, behind.Cancel(), "it is there")
	})
}

func TestRateLimiterWeightedRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, resilience.RateLimiterConfig{Limit: 10, Period: time.Second, Burst: 5, MaxWait: time.Second})
		assert.True(t, l.AllowN(5))
		assert.False(t, l.AllowN(1))
		assert.True(t, l.AllowN(0))
		assert.True(t, l.AllowN(-3))
		assert.Equal(t, 0, l.Metrics().Available, "less than one permit is none")

		start := time.Now()
		require.NoError(t, l.WaitN(t.Context(), 3))
		assert.Equal(t, 300*time.Millisecond, time.Since(start))
		require.NoError(t, l.WaitN(t.Context(), 0))

		err := l.WaitN(t.Context(), 6)
		require.ErrorIs(t, err, resilience.ErrRateLimited)
		rejected, _ := errors.AsType[*resilience.RejectedError](err)
		assert.Zero(t, rejected.RetryAfter(), "more than the burst will never be there")
		assert.False(t, l.AllowN(math.MaxInt))
		_, err = l.ReserveN(6)
		require.ErrorIs(t, err, resilience.ErrRateLimited)
		time.Sleep(time.Second)
		assert.Equal(t, 5, allowed(l))
	})
}

func TestRateLimiterReservation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(time.Second))
		now, err := l.ReserveN(2)
		require.NoError(t, err)
		assert.Zero(t, now.Delay())
		assert.False(t, now.Cancel(), "it is there already")

		none, err := l.ReserveN(0)
		require.NoError(t, err)
		assert.Zero(t, none.Delay())
		assert.False(t, none.Cancel())

		later, err := l.Reserve()
		require.NoError(t, err)
		assert.Equal(t, 100*time.Millisecond, later.Delay())
		time.Sleep(40 * time.Millisecond)
		assert.Equal(t, 60*time.Millisecond, later.Delay())
		assert.True(t, later.Cancel())
		assert.False(t, later.Cancel(), "once")
		time.Sleep(60 * time.Millisecond)
		assert.Equal(t, 1, allowed(l))

		later, err = l.Reserve()
		require.NoError(t, err)
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		assert.Zero(t, later.Delay())
		assert.False(t, later.Cancel(), "it is there")
		assert.Equal(t, 0, allowed(l))
	})
}

func TestRateLimiterExtremesDoNotOverflow(t *testing.T) {
	const year = 8760 * time.Hour
	for name, test := range map[string]struct {
		cfg  resilience.RateLimiterConfig
		want int // of a hundred permits asked for at once
	}{
		"the fastest":            {resilience.DefaultRateLimiterConfig(1_000_000_000, time.Second), 100},
		"a nanosecond each":      {resilience.DefaultRateLimiterConfig(1, 1), 1},
		"three nanoseconds each": {resilience.RateLimiterConfig{Limit: 300_000_007, Period: time.Second, Burst: 1}, 1},
		"the slowest":            {resilience.DefaultRateLimiterConfig(1, year), 1},
		"the longest fraction":   {resilience.DefaultRateLimiterConfig(999_999_937, year), 100},
		"the largest burst":      {resilience.RateLimiterConfig{Limit: 1_000_000_000, Period: time.Second, Burst: 1_000_000_000}, 100},
		"the longest burst":      {resilience.RateLimiterConfig{Limit: 1, Period: time.Second, Burst: 31_536_000}, 100},
		"the longest wait":       {resilience.RateLimiterConfig{Limit: 1, Period: year, Burst: 1, MaxWait: year}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newRateLimiter(t, test.cfg)
				for range 3 {
					assert.Equal(t, test.cfg.Burst, l.Metrics().Available)
					given := 0
					for range 100 {
						if l.Allow() {
							given++
						}
					}
					assert.Equal(t, test.want, given)
					assert.GreaterOrEqual(t, l.Metrics().Available, 0)
					assert.LessOrEqual(t, l.Metrics().Available, test.cfg.Burst)
					time.Sleep(50 * year)
				}
			})
		})
	}
}

func TestRateLimiterMadeOutsideABubbleWorksInEachAndAfter(t *testing.T) {
	l := newRateLimiter(t, resilience.RateLimiterConfig{Limit: 1, Period: time.Minute, Burst: 2, MaxWait: time.Minute})
	assert.Equal(t, 2, allowed(l))
	inBubble := func(t *testing.T) {
		assert.Equal(t, 2, allowed(l), "a jump of the clock, forwards or backwards, is a pause")
		start := time.Now()
		require.NoError(t, l.Wait(t.Context()))
		assert.Equal(t, time.Minute, time.Since(start))
		time.Sleep(time.Hour)
		assert.Equal(t, 2, allowed(l))
	}
	for range 3 {
		synctest.Test(t, inBubble) // each begins an hour before the end of the last one
	}
	assert.Equal(t, 2, allowed(l))
}

func TestRateLimiterDoRunsWhatIsAdmittedOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newRateLimiter(t, tenASecond(0))
		boom := errors.New("boom")
		assert.Equal(t, boom, l.Do(t.Context(), func(context.Context) error { return boom }))
		allowed(l)
		assert.ErrorIs(t, l.Do(t.Context(), func(context.Context) error { panic("called") }), resilience.ErrRateLimited)
	})
}

func TestRateLimiterPublishesEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := resilience.RateLimiterConfig{Limit: 1, Period: time.Second, Burst: 1, Group: "carriers"}
		l := newRateLimiter(t, cfg)
		var seen []resilience.Event
		l.Events().Subscribe(func(ev resilience.Event) {
			ev.Time = time.Time{}
			seen = append(seen, ev)
		})
		ctx := t.Context()
		require.NoError(t, l.Wait(ctx))
		err := l.Wait(ctx)
		require.False(t, l.Allow())
		require.Len(t, seen, 3)
		assert.Equal(t, resilience.Event{Kind: resilience.KindPermitted, Policy: "ratelimit", Instance: "carrier", Group: "carriers", Context: ctx}, seen[0])
		assert.Equal(t, resilience.Event{Kind: resilience.KindRejected, Policy: "ratelimit", Instance: "carrier", Group: "carriers", Context: ctx, Err: err}, seen[1])
		assert.Equal(t, resilience.KindRejected, seen[2].Kind)
		assert.ErrorIs(t, seen[2].Err, resilience.ErrRateLimited)
	})
}

func TestRateLimiterAllocatesNothing(t *testing.T) {
	l := newRateLimiter(t, resilience.DefaultRateLimiterConfig(1_000_000_000, time.Second))
	ctx := t.Context()
	assert.Zero(t, testing.AllocsPerRun(100, func() { l.Allow() }), "Allow")
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = l.Wait(ctx) }), "Wait")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		_ = l.Do(ctx, func(context.Context) error { return nil })
	}), "Do")

	l = newRateLimiter(t, resilience.DefaultRateLimiterConfig(1, time.Hour))
	l.Allow()
	assert.Zero(t, testing.AllocsPerRun(100, func() { l.Allow() }), "a refusal of Allow")
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _ = l.Wait(ctx) }), 1.0, "a refusal with its error")
}

func BenchmarkRateLimiterAllow(b *testing.B) {
	l := newRateLimiter(b, resilience.DefaultRateLimiterConfig(1_000_000_000, time.Second))
	b.ReportAllocs()
	for b.Loop() {
		l.Allow()
	}
}

func BenchmarkRateLimiterAllowFractionalInterval(b *testing.B) {
	l := newRateLimiter(b, resilience.DefaultRateLimiterConfig(700_000_001, time.Second))
	b.ReportAllocs()
	for b.Loop() {
		l.Allow()
	}
}

func BenchmarkRateLimiterAllowRefused(b *testing.B) {
	l := newRateLimiter(b, resilience.DefaultRateLimiterConfig(1, time.Hour))
	b.ReportAllocs()
	for b.Loop() {
		l.Allow()
	}
}

func BenchmarkRateLimiterParallel(b *testing.B) {
	l := newRateLimiter(b, resilience.DefaultRateLimiterConfig(1_000_000_000, time.Second))
	b.SetParallelism(64)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			l.Allow()
		}
	})
}
