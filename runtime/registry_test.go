package runtime_test

import (
	"context"
	"iter"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// tracking is where most directives of these tests stand.
var tracking = resilience.Origin{Package: "example.com/tracking", Interface: "tracking.Client"}

func newRegistry(t testing.TB, options ...resilience.RegistryOption) *resilience.Registry {
	t.Helper()
	reg, err := resilience.NewRegistry(options...)
	require.NoError(t, err)
	return reg
}

// bindTrack binds an interface whose only method has the given directives.
func bindTrack(reg *resilience.Registry, origin resilience.Origin, specs ...resilience.Spec) (*resilience.Pipeline, error) {
	b := resilience.Bind(reg, origin, "an implementation")
	p := b.Pipeline("Track", specs...)
	return p, b.Commit()
}

func trackRetry(directive string) resilience.RetrySpec {
	return resilience.RetrySpec{Instance: "tracking.Client.Track", Directive: directive}
}

// setting returns the value in force, and what set it.
func setting(t *testing.T, reg *resilience.Registry, policy, name, key string) (value, source string) {
	t.Helper()
	for _, i := range reg.Snapshot().Instances {
		if i.Policy == policy && i.Name == name {
			for _, s := range i.Settings {
				if s.Key == key {
					return s.Value, s.Source
				}
			}
			return "", ""
		}
	}
	t.Fatalf("there is no %s %q", policy, name)
	return "", ""
}

func TestEachSourceOfASettingWinsOverTheOnesBelowIt(t *testing.T) {
	type source struct{ key, value string }
	// From the weakest to the strongest. Each sets what those below it set too.
	sources := []source{
		{"defaults.retry.maxAttempts", "11"},
		{"RESILIENCE_DEFAULTS_RETRY_MAXATTEMPTS", "12"},
		{"configs.patient.retry.maxAttempts", "13"},
		{"RESILIENCE_CONFIGS_PATIENT_RETRY_MAXATTEMPTS", "14"},
		{"configs.hasty.retry.maxAttempts", "15"},
		{"RESILIENCE_CONFIGS_HASTY_RETRY_MAXATTEMPTS", "16"},
		{"directive", "17"},
		{"all.retry.maxAttempts", "18"},
		{"instances.tracking.Client.Track.retry.maxAttempts", "19"},
		{"RESILIENCE_ALL_RETRY_MAXATTEMPTS", "20"},
		{"RESILIENCE_INSTANCES_TRACKING_CLIENT_TRACK_RETRY_MAXATTEMPTS", "21"},
	}
	for i, strongest := range sources {
		t.Run(strongest.key, func(t *testing.T) {
			overrides := map[string]string{
				"configs.hasty.base":          "patient",
				"configs.patient.retry.delay": "1s",
			}
			var environ []string
			directive := "config=hasty"
			for _, s := range sources[:i+1] {
				switch {
				case s.key == "directive":
					directive = "maxAttempts=" + s.value + " config=hasty"
				case s.key[0] == 'R':
					environ = append(environ, s.key+"="+s.value)
				default:
					overrides[s.key] = s.value
				}
			}
			reg := newRegistry(t, resilience.WithOverrides(overrides), resilience.WithEnv(environ))
			_, err := bindTrack(reg, tracking, trackRetry(directive))
			require.NoError(t, err)

			value, from := setting(t, reg, "retry", "tracking.Client.Track", "maxAttempts")
			assert.Equal(t, strongest, source{from, value})
			assert.Empty(t, reg.Unused(), "all of them had a say")
			retry, ok := resilience.Lookup[*resilience.Retry](reg, "tracking.Client.Track")
			require.True(t, ok)
			assert.Equal(t, 11+i, retry.Config().MaxAttempts)
			assert.Equal(t, time.Second, retry.Config().Delay, "from the base of the configuration")
		})
	}
}

func TestWhatNothingSetsIsTheVocabularysDefault(t *testing.T) {
	reg := newRegistry(t)
	_, err := bindTrack(reg, tracking,
		trackRetry(""),
		resilience.BulkheadSpec{Instance: "tracking.Client", Directive: ""},
		resilience.CircuitBreakerSpec{Instance: "tracking.Client", Directive: ""},
		resilience.RateLimitSpec{Instance: "tracking.Client", Directive: "limit=5 period=1s"},
		resilience.AdaptiveLimitSpec{Instance: "tracking.Client"},
	)
	require.NoError(t, err)
	retry, _ := resilience.Lookup[*resilience.Retry](reg, "tracking.Client.Track")
	assert.Equal(t, resilience.DefaultRetryConfig(), retry.Config())
	bulkhead, _ := resilience.Lookup[*resilience.Bulkhead](reg, "tracking.Client")
	assert.Equal(t, resilience.DefaultBulkheadConfig(), bulkhead.Config())
	breaker, _ := resilience.Lookup[*resilience.CircuitBreaker](reg, "tracking.Client")
	assert.Equal(t, resilience.DefaultCircuitBreakerConfig(), breaker.Config())
	limiter, _ := resilience.Lookup[*resilience.RateLimiter](reg, "tracking.Client")
	assert.Equal(t, resilience.DefaultRateLimiterConfig(5, time.Second), limiter.Config())
	adaptive, _ := resilience.Lookup[*resilience.AdaptiveLimiter](reg, "tracking.Client")
	assert.Equal(t, resilience.DefaultAdaptiveLimiterConfig(), adaptive.Config())

	value, source := setting(t, reg, "retry", "tracking.Client.Track", "delay")
	assert.Equal(t, "500ms", value)
	assert.Equal(t, "default", source)
}

func TestEveryKeyReachesTheConfiguration(t *testing.T) {
	reg := newRegistry(t, resilience.WithOverrides(map[string]string{"instances.tracking.Client.bulkhead.queue": "7"}))
	matcher := resilience.ErrorIs(context.Canceled)
	delay := func(int, error) time.Duration { return 0 }
	_, err := bindTrack(reg, tracking,
		resilience.RetrySpec{
			Instance:  "tracking.Client.Track",
			Directive: "maxAttempts=2 delay=1s multiplier=1.5 maxDelay=3s jitter=0.25 maxDuration=10s failAfterMaxAttempts=true budget=12.5",
			RetryOn:   []resilience.Matcher{matcher}, AbortOn: []resilience.Matcher{matcher, matcher}, RetryIf: matcher, DelayFunc: delay,
		},
		resilience.CircuitBreakerSpec{
			Instance:  "tracking.Client",
			Directive: "window=20s failureRate=12.5 minCalls=7 slowCall=2s slowRate=75 openWait=3s openMultiplier=2 maxOpenWait=30s halfOpenCalls=4 maxHalfOpenWait=0s autoHalfOpen=true initial=metricsOnly callerDeadline=ignore group=carriers",
			RecordOn:  []resilience.Matcher{matcher}, IgnoreOn: []resilience.Matcher{matcher, matcher}, RecordIf: matcher, IgnoreIf: matcher,
		},
		resilience.TimeoutSpec{Instance: "tracking.Client", Directive: "duration=2s total=5s"},
		resilience.BulkheadSpec{Instance: "tracking.Client", Directive: "maxConcurrent=3 maxWait=4s group=carriers"},
		resilience.RateLimitSpec{Instance: "tracking.Client", Directive: "limit=5 period=1s burst=2 maxWait=3s group=carriers"},
		resilience.AdaptiveLimitSpec{Instance: "tracking.Client", Directive: "initial=10 min=5 max=50 algorithm=aimd group=carriers"},
	)
	require.NoError(t, err)

	retry, _ := resilience.Lookup[*resilience.Retry](reg, "tracking.Client.Track")
	r := retry.Config()
	assert.Len(t, r.RetryOn, 1)
	assert.Len(t, r.AbortOn, 2)
	assert.NotNil(t, r.RetryIf)
	assert.NotNil(t, r.DelayFunc)
	r.RetryOn, r.AbortOn, r.RetryIf, r.DelayFunc = nil, nil, nil, nil
	assert.Equal(t, resilience.RetryConfig{
		MaxAttempts: 2, Delay: time.Second, Multiplier: 1.5, MaxDelay: 3 * time.Second, Jitter: 0.25,
		MaxDuration: 10 * time.Second, FailAfterMaxAttempts: true, Budget: 12.5,
	}, r)

	breaker, _ := resilience.Lookup[*resilience.CircuitBreaker](reg, "tracking.Client")
	b := breaker.Config()
	assert.Len(t, b.RecordOn, 1)
	assert.Len(t, b.IgnoreOn, 2)
	assert.NotNil(t, b.RecordIf)
	assert.NotNil(t, b.IgnoreIf)
	b.RecordOn, b.IgnoreOn, b.RecordIf, b.IgnoreIf = nil, nil, nil, nil
	assert.Equal(t, resilience.CircuitBreakerConfig{
		WindowTime: 20 * time.Second, FailureRate: 12.5, MinCalls: 7, SlowCall: 2 * time.Second, SlowRate: 75,
		OpenWait: 3 * time.Second, OpenMultiplier: 2, MaxOpenWait: 30 * time.Second, HalfOpenCalls: 4,
		AutoHalfOpen: true, Initial: resilience.StateMetricsOnly, IgnoreCallerDeadline: true, Group: "carriers",
	}, b)

	timeout, _ := resilience.Lookup[*resilience.Timeout](reg, "tracking.Client")
	assert.Equal(t, resilience.TimeoutConfig{Duration: 2 * time.Second, Total: 5 * time.Second}, timeout.Config())
	bulkhead, _ := resilience.Lookup[*resilience.Bulkhead](reg, "tracking.Client")
	assert.Equal(t, resilience.BulkheadConfig{MaxConcurrent: 3, MaxWait: 4 * time.Second, Queue: 7, Group: "carriers"}, bulkhead.Config())
	limiter, _ := resilience.Lookup[*resilience.RateLimiter](reg, "tracking.Client")
	assert.Equal(t, resilience.RateLimiterConfig{Limit: 5, Period: time.Second, Burst: 2, MaxWait: 3 * time.Second, Group: "carriers"}, limiter.Config())
	adaptive, _ := resilience.Lookup[*resilience.AdaptiveLimiter](reg, "tracking.Client")
	assert.Equal(t, resilience.AdaptiveLimiterConfig{Initial: 10, Min: 5, Max: 50, Algorithm: resilience.LimitAIMD, Group: "carriers"}, adaptive.Config())
}

func TestLockedPinsWhatTheDirectiveStates(t *testing.T) {
	reg := newRegistry(t,
		resilience.WithOverrides(map[string]string{
			"all.retry.maxAttempts":                             "9",
			"instances.tracking.Client.Track.retry.maxAttempts": "8",
			"instances.tracking.Client.Track.retry.delay":       "1s",
		}),
		resilience.WithEnv([]string{"RESILIENCE_ALL_RETRY_MAXATTEMPTS=7"}),
	)
	_, err := bindTrack(reg, tracking, trackRetry("maxAttempts=2 locked=true"))
	require.NoError(t, err)

	retry, _ := resilience.Lookup[*resilience.Retry](reg, "tracking.Client.Track")
	assert.Equal(t, 2, retry.Config().MaxAttempts)
	assert.Equal(t, time.Second, retry.Config().Delay, "not stated, so not pinned")
	assert.Equal(t, []resilience.IgnoredOverride{
		{Policy: "retry", Instance: "tracking.Client.Track", Override: "all.retry.maxAttempts"},
		{Policy: "retry", Instance: "tracking.Client.Track", Override: "instances.tracking.Client.Track.retry.maxAttempts"},
		{Policy: "retry", Instance: "tracking.Client.Track", Override: "RESILIENCE_ALL_RETRY_MAXATTEMPTS"},
	}, reg.Ignored())
	assert.Empty(t, reg.Unused())
}

func TestUnusedListsWhatNoInstanceAskedFor(t *testing.T) {
	reg := newRegistry(t,
		resilience.WithOverrides(map[string]string{
			"instances.tracking.Client.Trace.retry.maxAttempts": "9",
			"configs.hasty.retry.delay":                         "1ms",
			"configs.hasty.base":                                "patient",
			"configs.patient.timeout.total":                     "1m",
			"all.retry.maxAttempts":                             "2",
			"all.bulkhead.maxConcurrent":                        "2",
		}),
		resilience.WithEnv([]string{"RESILIENCE_DEFAULTS_TIMEOUT_TOTAL=1m"}),
	)
	_, err := bindTrack(reg, tracking, trackRetry(""))
	require.NoError(t, err)
	assert.Equal(t, []string{
		"all.bulkhead.maxConcurrent",
		"configs.hasty.base",
		"configs.hasty.retry.delay",
		"configs.patient.timeout.total",
		"instances.tracking.Client.Trace.retry.maxAttempts",
		"RESILIENCE_DEFAULTS_TIMEOUT_TOTAL",
	}, reg.Unused())
}

func TestAnInstanceThatIsSwitchedOffIsLeftOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, resilience.WithOverrides(map[string]string{"all.retry.enabled": "false"}))
		p, err := bindTrack(reg, tracking, trackRetry(""))
		require.NoError(t, err)
		assert.Equal(t, 1, attemptsOf(p))
		require.NoError(t, reg.Apply(nil))
		assert.Equal(t, 3, attemptsOf(p))
	})
}

// attemptsOf is how often the pipeline runs a call that fails.
func attemptsOf(p *resilience.Pipeline) (n int) {
	_ = p.Do(context.Background(), func(context.Context) (resilience.Verdict, error) {
		n++
		return 0, errBroken
	})
	return n
}

func TestPoliciesByHandAreMadeOnceForEachName(t *testing.T) {
	reg := newRegistry(t, resilience.WithOverrides(map[string]string{
		"instances.checkout.retry.maxAttempts": "5",
		"defaults.retry.delay":                 "7ms",
	}))
	config := resilience.DefaultRetryConfig()
	config.MaxDelay = time.Minute
	config.RetryOn = []resilience.Matcher{resilience.ErrorIs(errBroken)}
	retry, err := reg.Retry("checkout", config)
	require.NoError(t, err)
	again, err := reg.Retry("checkout", config)
	require.NoError(t, err)
	assert.Same(t, retry, again)
	assert.Equal(t, 5, retry.Config().MaxAttempts, "overridden")
	assert.Equal(t, 7*time.Millisecond, retry.Config().Delay, "not stated: it had the default")
	assert.Equal(t, time.Minute, retry.Config().MaxDelay)
	assert.Same(t, reg.Events(), retry.Events())

	config.MaxDelay = time.Hour
	_, err = reg.Retry("checkout", config)
	require.EqualError(t, err, `retry "checkout" is configured in two ways: code says "maxDelay=1m retryOn=code", code says "maxDelay=1h retryOn=code"`)
}

func TestConfigurationsByHandSurviveTheWayThroughSettings(t *testing.T) {
	reg := newRegistry(t)
	breaker := resilience.DefaultCircuitBreakerConfig()
	breaker.WindowCalls, breaker.WindowTime = 0, time.Minute
	breaker.FailureRate = 33.3333
	breaker.MaxHalfOpenWait = 0
	breaker.Initial = resilience.StateDisabled
	breaker.Group = "carriers"
	b, err := reg.CircuitBreaker("a", breaker)
	require.NoError(t, err)
	assert.Equal(t, breaker, b.Config())

	bulkhead := resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Second, Queue: 4}
	h, err := reg.Bulkhead("a", bulkhead)
	require.NoError(t, err)
	assert.Equal(t, bulkhead, h.Config())

	timeout := resilience.TimeoutConfig{Total: time.Second}
	o, err := reg.Timeout("a", timeout)
	require.NoError(t, err)
	assert.Equal(t, timeout, o.Config())

	rate := resilience.RateLimiterConfig{Limit: 3, Period: time.Second, Burst: 1}
	l, err := reg.RateLimiter("a", rate)
	require.NoError(t, err)
	assert.Equal(t, rate, l.Config())

	hedge := resilience.HedgeConfig{Delay: 0, MaxAttempts: 3, Budget: 12.5}
	e, err := reg.Hedge("a", hedge)
	require.NoError(t, err)
	assert.Equal(t, hedge, e.Config())

	adaptive := resilience.AdaptiveLimiterConfig{Initial: 2, Min: 2, Max: 3, Algorithm: resilience.LimitAIMD, Group: "carriers"}
	d, err := reg.AdaptiveLimiter("a", adaptive)
	require.NoError(t, err)
	assert.Equal(t, adaptive, d.Config())

	retry := resilience.RetryConfig{MaxAttempts: 9, Multiplier: 1.5, Jitter: 0.25, MaxDuration: time.Hour, Budget: 0.0001}
	r, err := reg.Retry("a", retry)
	require.NoError(t, err)
	assert.Equal(t, retry, r.Config())

	all := slices.Collect(resilience.Policies[resilience.Policy](reg))
	for _, policy := range all {
		assert.Equal(t, "a", policy.(interface{ Name() string }).Name())
	}
	assert.Equal(t, []resilience.Policy{d, h, b, e, l, r, o}, all)
}

func TestWrongConfigurationsByHandNameTheField(t *testing.T) {
	reg := newRegistry(t)
	_, err := reg.Retry("a", resilience.RetryConfig{})
	require.EqualError(t, err, "retry \"a\": maxAttempts: \"0\" is out of bounds: the value is at least 1\nmultiplier: \"0\" is out of bounds: the value is at least 1")
	_, err = reg.Timeout("a", resilience.TimeoutConfig{})
	require.ErrorContains(t, err, `timeout "a": timeout has no duration`)
	_, err = reg.RateLimiter("a", resilience.RateLimiterConfig{Limit: 1, Period: time.Second})
	require.EqualError(t, err, `ratelimit "a": burst: "0" is out of bounds: the value is at least 1`)
	_, err = reg.Bulkhead("", resilience.DefaultBulkheadConfig())
	require.EqualError(t, err, `bulkhead "": the name is empty`)
	breaker := resilience.DefaultCircuitBreakerConfig()
	breaker.WindowTime = time.Second
	_, err = reg.CircuitBreaker("a", breaker)
	require.EqualError(t, err, `circuitbreaker "a": window: WindowCalls and WindowTime are both set`)
	assert.Empty(t, reg.Snapshot().Instances, "nothing is left behind")
}

func TestPipelinesByHandFollowTheRegistry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		retry, err := reg.Retry("checkout", resilience.DefaultRetryConfig())
		require.NoError(t, err)
		own, err := resilience.NewTimeout("own", resilience.TimeoutConfig{Duration: time.Second})
		require.NoError(t, err)
		order := resilience.Order{"timeout", "retry"}
		p, err := reg.Pipeline("checkout", retry, own, order)
		require.NoError(t, err)
		again, err := reg.Pipeline("checkout", retry, own, slices.Clone(order))
		require.NoError(t, err)
		assert.Same(t, p, again)

		assert.Equal(t, 2, attemptsOf(p), "one timeout around all attempts, as ordered")
		require.NoError(t, reg.Apply(map[string]string{"instances.checkout.retry.delay": "10ms"}))
		assert.Equal(t, 3, attemptsOf(p))
		require.NoError(t, reg.Apply(map[string]string{"instances.checkout.retry.enabled": "false"}))
		assert.Equal(t, 1, attemptsOf(p))

		_, err = reg.Pipeline("checkout", retry)
		require.EqualError(t, err, `pipeline "checkout" is already bound by code, with other policies or by other code`)
		_, err = reg.Pipeline("other", retry, nil)
		require.ErrorContains(t, err, "policy is nil")
		_, err = reg.Pipeline("other", (*resilience.Retry)(nil))
		require.ErrorContains(t, err, "retry policy is nil")
	})
}

func TestLookupFindsByTypeAndName(t *testing.T) {
	reg := newRegistry(t)
	bulkhead, err := reg.Bulkhead("a", resilience.DefaultBulkheadConfig())
	require.NoError(t, err)
	found, ok := resilience.Lookup[*resilience.Bulkhead](reg, "a")
	assert.True(t, ok)
	assert.Same(t, bulkhead, found)
	_, ok = resilience.Lookup[*resilience.Bulkhead](reg, "b")
	assert.False(t, ok)
	_, ok = resilience.Lookup[*resilience.Retry](reg, "a")
	assert.False(t, ok)
	_, ok = resilience.Lookup[resilience.Policy](reg, "a")
	assert.False(t, ok, "no policy has that type")
}

func TestPoliciesAreSortedAndMayUseTheRegistry(t *testing.T) {
	reg := newRegistry(t)
	for _, name := range []string{"c", "a", "b"} {
		_, err := reg.Bulkhead(name, resilience.DefaultBulkheadConfig())
		require.NoError(t, err)
	}
	var names []string
	for bulkhead := range resilience.Policies[*resilience.Bulkhead](reg) {
		names = append(names, bulkhead.Name())
		reg.Remove("bulkhead", bulkhead.Name())
		if len(names) == 2 {
			break
		}
	}
	assert.Equal(t, []string{"a", "b"}, names)
	assert.Len(t, reg.Snapshot().Instances, 1)
}

func TestAddedReplacedAndRemovedArePublished(t *testing.T) {
	reg := newRegistry(t, resilience.WithRecentEvents(10, resilience.KindInstanceAdded, resilience.KindInstanceReplaced, resilience.KindInstanceRemoved))
	var seen []string
	reg.Events().Subscribe(func(ev resilience.Event) {
		reg.Snapshot() // the registry is not locked
		assert.NotNil(t, ev.Context)
		seen = append(seen, ev.Kind.String()+" "+ev.Policy+" "+ev.Instance+" "+ev.Group)
	})
	config := resilience.DefaultBulkheadConfig()
	config.Group = "carriers"
	_, err := reg.Bulkhead("a", config)
	require.NoError(t, err)
	_, err = reg.Bulkhead("a", config)
	require.NoError(t, err)
	require.NoError(t, reg.Apply(map[string]string{"all.bulkhead.maxWait": "0"}))
	require.NoError(t, reg.Apply(map[string]string{"all.bulkhead.maxConcurrent": "1"}))
	assert.True(t, reg.Remove("bulkhead", "a"))
	assert.False(t, reg.Remove("bulkhead", "a"))
	assert.Equal(t, []string{
		"instance added bulkhead a carriers",
		"instance replaced bulkhead a carriers",
		"instance removed bulkhead a carriers",
	}, seen)
	recent := reg.RecentEvents()
	assert.Len(t, recent, 3)
	assert.Equal(t, resilience.KindInstanceAdded, recent[0].Kind)
	assert.Nil(t, recent[0].Context)
}

func TestARemovedInstanceGoesOnWorkingWhereItIsUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		p, err := bindTrack(reg, tracking, trackRetry(""))
		require.NoError(t, err)
		require.True(t, reg.Remove("retry", "tracking.Client.Track"))
		require.NoError(t, reg.Apply(map[string]string{"all.retry.maxAttempts": "1"}))
		assert.Equal(t, 3, attemptsOf(p))
		assert.Empty(t, reg.Snapshot().Pipelines)

		fresh, err := bindTrack(reg, tracking, trackRetry("maxAttempts=2"))
		require.NoError(t, err)
		assert.NotSame(t, p, fresh)
		assert.Equal(t, 1, attemptsOf(fresh))
	})
}

// latest is a store that keeps the last instance only.
type latest struct{ entry *resilience.Entry }

func (s *latest) Get(policy, name string) *resilience.Entry {
	if s.entry != nil && s.entry.Policy() == policy && s.entry.Name() == name {
		return s.entry
	}
	return nil
}
func (s *latest) Put(e *resilience.Entry) { s.entry = e }
func (s *latest) Delete(_, _ string)      { s.entry = nil }
func (s *latest) All() iter.Seq[*resilience.Entry] {
	return func(yield func(*resilience.Entry) bool) {
		if s.entry != nil {
			yield(s.entry)
		}
	}
}

func TestAStoreMayDropInstances(t *testing.T) {
	reg := newRegistry(t, resilience.WithStore(new(latest)))
	first, err := reg.Bulkhead("a", resilience.DefaultBulkheadConfig())
	require.NoError(t, err)
	kept, err := reg.Retry("kept", resilience.DefaultRetryConfig())
	require.NoError(t, err)
	_, err = reg.Pipeline("p", kept)
	require.NoError(t, err)
	second, err := reg.Bulkhead("a", resilience.DefaultBulkheadConfig())
	require.NoError(t, err)
	assert.NotSame(t, first, second, "it was dropped")
	again, err := reg.Retry("kept", resilience.DefaultRetryConfig())
	require.NoError(t, err)
	assert.Same(t, kept, again, "a pipeline uses it")
	require.NoError(t, reg.Apply(map[string]string{"all.retry.maxAttempts": "7"}))
	assert.Equal(t, 7, kept.Config().MaxAttempts)

	store := new(latest)
	reg = newRegistry(t, resilience.WithStore(store))
	bulkhead, err := reg.Bulkhead("a", resilience.DefaultBulkheadConfig())
	require.NoError(t, err)
	assert.Same(t, bulkhead, store.entry.Value())
}

func TestARateLimitStandsInThePipeline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		p, err := bindTrack(reg, tracking,
			trackRetry("maxAttempts=3 delay=1ms"),
			resilience.RateLimitSpec{Instance: "tracking.Client", Directive: "limit=1 period=1s maxWait=1m"},
			resilience.TimeoutSpec{Instance: "tracking.Client", Directive: "duration=10ms"},
		)
		require.NoError(t, err)
		start := time.Now()
		var at []time.Duration
		_ = p.Do(t.Context(), func(ctx context.Context) (resilience.Verdict, error) {
			at = append(at, time.Since(start))
			deadline, _ := ctx.Deadline()
			assert.Equal(t, 10*time.Millisecond, time.Until(deadline), "the wait is not the attempt's")
			return 0, errBroken
		})
		assert.Equal(t, []time.Duration{0, time.Second, 2 * time.Second}, at)

		require.NoError(t, reg.Apply(map[string]string{"all.ratelimit.maxWait": "0"}))
		err = p.Do(t.Context(), func(context.Context) (resilience.Verdict, error) {
			assert.Fail(t, "there is no permit")
			return 0, nil
		})
		require.ErrorIs(t, err, resilience.ErrRateLimited)
	})
}

func TestTimeoutsAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		p, err := bindTrack(reg, tracking,
			trackRetry("maxAttempts=3 delay=1s"),
			resilience.TimeoutSpec{Instance: "tracking.Client", Directive: "duration=1s total=4s"},
		)
		require.NoError(t, err)
		err = p.Do(t.Context(), func(ctx context.Context) (resilience.Verdict, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		})
		require.ErrorIs(t, err, resilience.ErrTimeout)
		timeout, _ := resilience.Lookup[*resilience.Timeout](reg, "tracking.Client")
		assert.Equal(t, resilience.TimeoutMetrics{Attempts: 2, Calls: 0}, timeout.Metrics())
		assert.Equal(t, timeout.Metrics(), *reg.Snapshot().Instances[1].Timeout)
	})
}
