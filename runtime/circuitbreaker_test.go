package runtime_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

var errDown = errors.New("dependency down")

func succeed(context.Context) error { return nil }

func fail(context.Context) error { return errDown }

// newBreaker makes a breaker over the last four calls that opens at half of them
// for a minute, and then admits two probes.
func newBreaker(t *testing.T, edit ...func(*resilience.CircuitBreakerConfig)) *resilience.CircuitBreaker {
	t.Helper()
	cfg := resilience.DefaultCircuitBreakerConfig()
	cfg.WindowCalls, cfg.MinCalls, cfg.HalfOpenCalls = 4, 4, 2
	for _, e := range edit {
		e(&cfg)
	}
	b, err := resilience.NewCircuitBreaker("carrier", cfg)
	require.NoError(t, err)
	return b
}

func TestTheDefaultConfigurationIsValid(t *testing.T) {
	b, err := resilience.NewCircuitBreaker("carrier", resilience.DefaultCircuitBreakerConfig())
	require.NoError(t, err)
	assert.Equal(t, "carrier", b.Name())
	assert.Equal(t, resilience.StateClosed, b.State())
}

func TestABreakerOpensAtTheThresholdAndClosesAfterItsProbes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, ctx := newBreaker(t), t.Context()
		for range 2 {
			require.NoError(t, b.Do(ctx, succeed))
			require.Equal(t, errDown, b.Do(ctx, fail))
		}
		require.Equal(t, resilience.StateOpen, b.State())

		err := b.Do(ctx, succeed)
		require.ErrorIs(t, err, resilience.ErrCallNotPermitted)
		var rejected *resilience.RejectedError
		require.ErrorAs(t, err, &rejected)
		assert.Equal(t, time.Minute, rejected.RetryAfter())

		time.Sleep(time.Minute)
		require.NoError(t, b.Do(ctx, succeed))
		require.Equal(t, resilience.StateHalfOpen, b.State())
		require.NoError(t, b.Do(ctx, succeed))
		require.Equal(t, resilience.StateClosed, b.State())
	})
}

func TestASlowCallIsStrictlyLongerThanTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.SlowCall, cfg.SlowRate = time.Second, 50 })
		taking := func(d time.Duration) func(context.Context) error {
			return func(context.Context) error { time.Sleep(d); return nil }
		}
		for range 3 {
			require.NoError(t, b.Do(t.Context(), taking(time.Second)))
		}
		require.Zero(t, b.Metrics().Slow)
		require.NoError(t, b.Do(t.Context(), taking(time.Second+1)))
		require.Equal(t, uint64(1), b.Metrics().SlowSuccessful)
		require.NoError(t, b.Do(t.Context(), taking(time.Second+1)))
		assert.Equal(t, resilience.StateOpen, b.State(), "two of four are slow")
		assert.InDelta(t, 50, b.Metrics().SlowRate, 0)
	})
}

func TestRatesAreNotComputedBelowTheMinimumOfCalls(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls, cfg.MinCalls = 10, 3 })
	require.Error(t, b.Do(t.Context(), fail))
	require.Error(t, b.Do(t.Context(), fail))
	m := b.Metrics()
	assert.Equal(t, resilience.StateClosed, m.State)
	assert.InDelta(t, -1, m.FailureRate, 0)
	assert.InDelta(t, -1, m.SlowRate, 0)
	require.NoError(t, b.Do(t.Context(), succeed), "a success completes the minimum")
	m = b.Metrics()
	assert.Equal(t, resilience.StateOpen, m.State)
	assert.InDelta(t, 100*2.0/3, m.FailureRate, 1e-9)
}

func TestTheOpenWaitGrowsUntilTheBreakerCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
			cfg.OpenWait, cfg.OpenMultiplier, cfg.MaxOpenWait = 10*time.Second, 2, 35*time.Second
		})
		opensFor := func(wait time.Duration) {
			t.Helper()
			var rejected *resilience.RejectedError
			require.ErrorAs(t, b.Do(t.Context(), succeed), &rejected)
			require.Equal(t, wait, rejected.RetryAfter())
			time.Sleep(wait)
		}
		for range 4 {
			_ = b.Do(t.Context(), fail)
		}
		for _, wait := range []time.Duration{10e9, 20e9, 35e9, 35e9} {
			opensFor(wait)
			require.Error(t, b.Do(t.Context(), fail))
			require.Error(t, b.Do(t.Context(), fail))
		}
		time.Sleep(35 * time.Second)
		require.NoError(t, b.Do(t.Context(), succeed))
		require.NoError(t, b.Do(t.Context(), succeed))
		require.Equal(t, resilience.StateClosed, b.State())
		b.Open()
		opensFor(10 * time.Second)
	})
}

func TestAWaitThatGrowsWithoutACapNeverOverflows(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
		cfg.OpenWait, cfg.OpenMultiplier = 8760*time.Hour, 1000
	})
	for range 1000 {
		b.Open()
		var rejected *resilience.RejectedError
		require.ErrorAs(t, b.Do(t.Context(), succeed), &rejected)
		require.Greater(t, rejected.RetryAfter(), 8759*time.Hour)
		require.NoError(t, b.HalfOpen())
	}
}

func TestABreakerBeginsInItsInitialState(t *testing.T) {
	for _, c := range []struct {
		state   resilience.State
		admits  bool
		records bool
		refuses uint64
	}{
		{resilience.StateClosed, true, true, 0},
		{resilience.StateOpen, false, false, 1},
		{resilience.StateDisabled, true, false, 0},
		{resilience.StateForcedOpen, false, false, 0},
		{resilience.StateMetricsOnly, true, true, 0},
	} {
		t.Run(c.state.String(), func(t *testing.T) {
			b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.Initial = c.state })
			var published []resilience.Kind
			b.Events().Subscribe(func(ev resilience.Event) { published = append(published, ev.Kind) })
			err := b.Do(t.Context(), succeed)
			m := b.Metrics()
			assert.Equal(t, c.state, m.State)
			assert.Equal(t, c.admits, err == nil)
			assert.Equal(t, c.records, m.Buffered == 1)
			assert.Equal(t, c.refuses, m.NotPermitted)
			var expected []resilience.Kind
			switch {
			case c.records:
				expected = []resilience.Kind{resilience.KindSuccess}
			case c.refuses > 0:
				expected = []resilience.Kind{resilience.KindNotPermitted}
			}
			assert.Equal(t, expected, published)
			if !c.admits {
				var rejected *resilience.RejectedError
				require.ErrorAs(t, err, &rejected)
				assert.Equal(t, "circuitbreaker", rejected.Policy)
				assert.Equal(t, "carrier", rejected.Instance)
				assert.Equal(t, c.state, rejected.State)
			}
		})
	}
}

func TestDisabledAndForcedOpenPublishNothingButTransitions(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
		cfg.IgnoreOn = []resilience.Matcher{resilience.ErrorIs(errIgnored)}
	})
	early, err := b.Acquire(t.Context())
	require.NoError(t, err)
	alsoEarly, err := b.Acquire(t.Context())
	require.NoError(t, err)
	var published []string
	b.Events().Subscribe(func(ev resilience.Event) { published = append(published, ev.Kind.String()+" "+ev.To.String()) })
	b.Disable()
	_ = b.Do(t.Context(), succeed)
	_ = b.Do(t.Context(), fail)
	_ = b.Do(t.Context(), func(context.Context) error { return errIgnored })
	early.Release()
	b.ForceOpen()
	_ = b.Do(t.Context(), succeed)
	alsoEarly.Failure(errDown)
	assert.Equal(t, []string{"transition disabled", "transition forcedOpen"}, published)
}

func TestAReachedThresholdIsPublishedOnceUntilTheRateHasFallen(t *testing.T) {
	b := newBreaker(t, metricsOnly)
	var rates []float64
	b.Events().Subscribe(func(ev resilience.Event) {
		assert.False(t, ev.Slow)
		rates = append(rates, ev.Rate)
	}, resilience.KindRateExceeded)
	for range 10 {
		_ = b.Do(t.Context(), fail)
	}
	require.Equal(t, []float64{50}, rates)
	for range 3 {
		_ = b.Do(t.Context(), succeed)
	}
	for range 3 {
		_ = b.Do(t.Context(), fail)
	}
	assert.Equal(t, []float64{50, 50}, rates)
	assert.Equal(t, resilience.StateMetricsOnly, b.State())
}

func TestEventsSayWhatHappenedInTheOrderInWhichItDid(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
		cfg.WindowCalls, cfg.Group = 1, "carriers"
	})
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, "caller")
	var published []resilience.Event
	b.Events().Subscribe(func(ev resilience.Event) {
		assert.Equal(t, "circuitbreaker", ev.Policy)
		assert.Equal(t, "carrier", ev.Instance)
		assert.Equal(t, "carriers", ev.Group)
		assert.False(t, ev.Time.IsZero())
		published = append(published, resilience.Event{Kind: ev.Kind, Err: ev.Err, From: ev.From, To: ev.To, Sequence: ev.Sequence})
		if ev.Kind != resilience.KindReset && ev.To != resilience.StateClosed {
			assert.Equal(t, "caller", ev.Context.Value(key{}))
		}
	})
	_ = b.Do(ctx, succeed)
	_ = b.Do(ctx, fail)
	rejection := b.Do(ctx, succeed)
	b.Reset()
	b.Reset()
	assert.Equal(t, []resilience.Event{
		{Kind: resilience.KindSuccess},
		{Kind: resilience.KindError, Err: errDown},
		{Kind: resilience.KindRateExceeded},
		{Kind: resilience.KindTransition, From: resilience.StateClosed, To: resilience.StateOpen, Sequence: 1},
		{Kind: resilience.KindNotPermitted, Err: rejection},
		{Kind: resilience.KindTransition, From: resilience.StateOpen, To: resilience.StateClosed, Sequence: 2},
		{Kind: resilience.KindReset},
		{Kind: resilience.KindReset},
	}, published)
}

func TestADeadContextRunsNothingAndConsumesNothing(t *testing.T) {
	b := newBreaker(t)
	b.Open()
	require.NoError(t, b.HalfOpen())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 10 {
		require.Equal(t, context.Canceled, b.Do(ctx, func(context.Context) error {
			t.Error("called")
			return nil
		}))
		_, err := b.Acquire(ctx)
		require.Equal(t, context.Canceled, err)
	}
	m := b.Metrics()
	assert.Zero(t, m.NotPermitted)
	assert.Zero(t, m.Total.Ignored)
	require.NoError(t, b.Do(t.Context(), succeed))
}

func TestAPermitIsSettledOnce(t *testing.T) {
	b := newBreaker(t)
	p, err := b.Acquire(t.Context())
	require.NoError(t, err)
	p.Failure(nil)
	p.Failure(errDown)
	p.Success()
	p.Release()
	m := b.Metrics()
	assert.Equal(t, uint64(1), m.Failed)
	assert.Equal(t, uint64(1), m.Buffered)
	assert.Zero(t, m.Total.Ignored)
}

func TestClosedToHalfOpenIsRefused(t *testing.T) {
	b := newBreaker(t)
	require.Error(t, b.Do(t.Context(), fail))
	require.ErrorIs(t, b.HalfOpen(), resilience.ErrIllegalTransition)
	m := b.Metrics()
	assert.Equal(t, resilience.StateClosed, m.State)
	assert.Equal(t, uint64(1), m.Failed)
}

func TestConfigurationsOutOfBoundsAreRefused(t *testing.T) {
	for _, c := range []struct {
		key  string
		edit func(*resilience.CircuitBreakerConfig)
	}{
		{"window", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls = 0 }},
		{"window", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls = -1 }},
		{"window", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls = 1_000_001 }},
		{"window", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowTime = time.Second }},
		{"window", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls, cfg.WindowTime = 0, -time.Second }},
		{"window", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls, cfg.WindowTime = 0, 150*time.Millisecond }},
		{"window", func(cfg *resilience.CircuitBreakerConfig) {
			cfg.WindowCalls, cfg.WindowTime = 0, 10500*time.Millisecond
		}},
		{"window", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls, cfg.WindowTime = 0, 2*time.Hour }},
		{"failureRate", func(cfg *resilience.CircuitBreakerConfig) { cfg.FailureRate = 0 }},
		{"failureRate", func(cfg *resilience.CircuitBreakerConfig) { cfg.FailureRate = 100.1 }},
		{"failureRate", func(cfg *resilience.CircuitBreakerConfig) { cfg.FailureRate = 0.00001 }},
		{"failureRate", func(cfg *resilience.CircuitBreakerConfig) { cfg.FailureRate = math.NaN() }},
		{"slowRate", func(cfg *resilience.CircuitBreakerConfig) { cfg.SlowRate = -1 }},
		{"minCalls", func(cfg *resilience.CircuitBreakerConfig) { cfg.MinCalls = 0 }},
		{"slowCall", func(cfg *resilience.CircuitBreakerConfig) { cfg.SlowCall = -1 }},
		{"openWait", func(cfg *resilience.CircuitBreakerConfig) { cfg.OpenWait = 0 }},
		{"openMultiplier", func(cfg *resilience.CircuitBreakerConfig) { cfg.OpenMultiplier = 0.5 }},
		{"openMultiplier", func(cfg *resilience.CircuitBreakerConfig) { cfg.OpenMultiplier = math.Inf(1) }},
		{"maxOpenWait", func(cfg *resilience.CircuitBreakerConfig) { cfg.MaxOpenWait = time.Second }},
		{"halfOpenCalls", func(cfg *resilience.CircuitBreakerConfig) { cfg.HalfOpenCalls = 0 }},
		{"maxHalfOpenWait", func(cfg *resilience.CircuitBreakerConfig) { cfg.MaxHalfOpenWait = -1 }},
		{"initial", func(cfg *resilience.CircuitBreakerConfig) { cfg.Initial = 0 }},
		{"initial", func(cfg *resilience.CircuitBreakerConfig) { cfg.Initial = resilience.StateHalfOpen }},
	} {
		cfg := resilience.DefaultCircuitBreakerConfig()
		c.edit(&cfg)
		_, err := resilience.NewCircuitBreaker("carrier", cfg)
		assert.ErrorContains(t, err, "circuitbreaker carrier: "+c.key, "%+v", cfg)
	}
}

func TestAStateIsWrittenAndReadAsText(t *testing.T) {
	for s := resilience.State(0); s <= resilience.StateMetricsOnly; s++ {
		text, err := s.MarshalText()
		require.NoError(t, err)
		var read resilience.State
		require.NoError(t, read.UnmarshalText(text))
		assert.Equal(t, s, read)
	}
	var s resilience.State
	require.EqualError(t, s.UnmarshalText([]byte("ajar")), `unknown circuit breaker state "ajar"`)
	assert.Equal(t, "none", resilience.State(99).String())
}
