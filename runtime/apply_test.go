package runtime_test

import (
	"context"
	goruntime "runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

func TestApplyReplacesAllOverridesOfBefore(t *testing.T) {
	reg := newRegistry(t,
		resilience.WithOverrides(map[string]string{"all.retry.maxAttempts": "7"}),
		resilience.WithEnv([]string{"RESILIENCE_ALL_RETRY_JITTER=0.5"}),
	)
	_, err := bindTrack(reg, tracking, trackRetry("maxAttempts=2"))
	require.NoError(t, err)
	require.NoError(t, reg.Apply(map[string]string{"all.retry.delay": "1ms", "all.retry.jitter": "0.1"}))

	retry, _ := resilience.Lookup[*resilience.Retry](reg, "tracking.Client.Track")
	assert.Equal(t, 2, retry.Config().MaxAttempts, "not overridden any more")
	assert.Equal(t, time.Millisecond, retry.Config().Delay)
	assert.Equal(t, 0.5, retry.Config().Jitter, "the environment stays")

	_, err = bindTrack(reg, resilience.Origin{Package: "example.com/mail", Interface: "mail.Client"}, resilience.RetrySpec{Instance: "mail.Client.Track"})
	require.NoError(t, err)
	retry, _ = resilience.Lookup[*resilience.Retry](reg, "mail.Client.Track")
	assert.Equal(t, time.Millisecond, retry.Config().Delay, "it holds for what comes later")
}

func TestApplyChangesNothingIfAnythingIsWrong(t *testing.T) {
	good := map[string]string{"all.retry.maxAttempts": "9", "all.bulkhead.maxConcurrent": "9"}
	for name, test := range map[string]struct{ key, value, want string }{
		"syntax":                         {"all.retry", "1", "override all.retry: want all.<policy>.<key>"},
		"unknown key":                    {"all.retry.maxattempts", "1", `unknown key "maxattempts": did you mean maxAttempts?`},
		"bad value":                      {"all.retry.multiplier", "0", "is out of bounds"},
		"contradiction":                  {"instances.tracking.Client.Track.retry.maxDelay", "1ms", `retry "tracking.Client.Track": maxDelay=1ms is less than delay=500ms`},
		"a policy the method lacks":      {"instances.tracking.Client.Track.timeout.total", "1s", "there is no timeout"},
		"a base that is missing":         {"configs.hasty.base", "patient", `unknown shared configuration "patient"`},
		"what the policy itself refuses": {"instances.tracking.Client.bulkhead.maxConcurrent", "-1", "is out of bounds"},
	} {
		t.Run(name, func(t *testing.T) {
			reg := newRegistry(t)
			p, err := bindTrack(reg, tracking, trackRetry(""), resilience.BulkheadSpec{Instance: "tracking.Client"})
			require.NoError(t, err)
			before := reg.Snapshot()
			overrides := map[string]string{test.key: test.value}
			for key, value := range good {
				overrides[key] = value
			}
			require.ErrorContains(t, reg.Apply(overrides), "resilience registry: nothing applied: ")
			require.ErrorContains(t, reg.Apply(overrides), test.want)
			assert.Equal(t, before, reg.Snapshot())
			assert.Equal(t, "tracking.Client.Track", p.Name())

			require.NoError(t, reg.Apply(good))
			value, source := setting(t, reg, "bulkhead", "tracking.Client", "maxConcurrent")
			assert.Equal(t, "9", value)
			assert.Equal(t, "all.bulkhead.maxConcurrent", source)
		})
	}
}

func TestApplyKeepsWhatAPolicyHasCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		p, err := bindTrack(reg, tracking, trackRetry(""), resilience.CircuitBreakerSpec{Instance: "tracking.Client", Directive: "window=20 minCalls=4"})
		require.NoError(t, err)
		assert.Equal(t, 3, attemptsOf(p))
		require.NoError(t, reg.Apply(map[string]string{"all.retry.maxAttempts": "2", "all.circuitbreaker.openWait": "1s"}))
		breaker, _ := resilience.Lookup[*resilience.CircuitBreaker](reg, "tracking.Client")
		assert.Equal(t, uint64(3), uint64(breaker.Metrics().Failed))
		assert.Equal(t, 1, attemptsOf(p), "the fourth failure opens it")
		assert.Equal(t, resilience.StateOpen, breaker.State())
	})
}

func TestApplyKeepsWhatARetryBudgetHasBanked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		p, err := bindTrack(reg, tracking, trackRetry("delay=0s budget=100"))
		require.NoError(t, err)
		for range 5 {
			require.NoError(t, p.Do(t.Context(), func(context.Context) (resilience.Verdict, error) { return 0, nil }))
		}
		require.NoError(t, reg.Apply(map[string]string{"all.retry.maxAttempts": "20"}))
		assert.Equal(t, 8, attemptsOf(p), "the first, one for each of six calls, and the one that is free")
	})
}

func TestACallInFlightKeepsTheConfigurationItStartedWith(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		p, err := bindTrack(reg, tracking, trackRetry("maxAttempts=3 delay=1s"))
		require.NoError(t, err)
		calls := 0
		err = p.Do(t.Context(), func(context.Context) (resilience.Verdict, error) {
			calls++
			if calls == 1 {
				assert.NoError(t, reg.Apply(map[string]string{"all.retry.maxAttempts": "1"}))
			}
			return 0, errBroken
		})
		require.ErrorIs(t, err, errBroken)
		assert.Equal(t, 3, calls)
		assert.Equal(t, 1, attemptsOf(p))
	})
}

// TestApplyIsSeenWholeByEachCall swaps two settings that belong together while
// calls are running: none may see one of each.
func TestApplyIsSeenWholeByEachCall(t *testing.T) {
	reg := newRegistry(t)
	p, err := bindTrack(reg, tracking, trackRetry("maxAttempts=2 delay=0s"), resilience.TimeoutSpec{Instance: "tracking.Client", Directive: "duration=1h"})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for ctx.Err() == nil {
				n, first, last := 0, time.Duration(0), time.Duration(0)
				_ = p.Do(context.Background(), func(ctx context.Context) (resilience.Verdict, error) {
					deadline, _ := ctx.Deadline()
					last = time.Until(deadline).Round(time.Hour)
					if n++; n == 1 {
						first = last
					}
					return 0, errBroken
				})
				switch {
				case first != last:
					assert.Fail(t, "one call saw two timeouts")
				case n == 2:
					assert.Equal(t, time.Hour, first)
				default:
					assert.Equal(t, 3, n)
					assert.Equal(t, 2*time.Hour, first)
				}
			}
		})
	}
	for i := range 200 {
		overrides := map[string]string{"all.retry.maxAttempts": "3", "all.timeout.duration": "2h"}
		if i%2 == 0 {
			overrides = nil
		}
		require.NoError(t, reg.Apply(overrides))
	}
	cancel()
	wg.Wait()
}

func TestApplySetsWaitersFreeAlthoughAListenerEndsTheGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		var bulkheads []*resilience.Bulkhead
		for _, name := range []string{"a", "b"} {
			bulkhead, err := reg.Bulkhead(name, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
			require.NoError(t, err)
			require.True(t, bulkhead.TryAcquire())
			bulkheads = append(bulkheads, bulkhead)
		}
		done := make(chan error)
		for _, bulkhead := range bulkheads {
			go func() { done <- bulkhead.Acquire(t.Context()) }()
		}
		synctest.Wait()
		reg.Events().Subscribe(func(resilience.Event) { goruntime.Goexit() }, resilience.KindInstanceReplaced)
		go func() { _ = reg.Apply(map[string]string{"all.bulkhead.maxConcurrent": "2"}) }()
		require.NoError(t, <-done)
		require.NoError(t, <-done)
	})
}

func TestABreakerIsTimedAsItSaysInPipelinesThatDoNotFollowApply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		breaker, err := reg.CircuitBreaker("a", resilience.DefaultCircuitBreakerConfig())
		require.NoError(t, err)
		p, err := resilience.NewPipeline("apart", breaker)
		require.NoError(t, err)
		require.NoError(t, reg.Apply(map[string]string{
			"all.circuitbreaker.slowCall": "1s", "all.circuitbreaker.window": "10s",
		}))
		slow := func(context.Context) (resilience.Verdict, error) { time.Sleep(2 * time.Second); return 0, nil }
		require.NoError(t, p.Do(t.Context(), slow))
		_, err = resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
			time.Sleep(2 * time.Second)
			return resilience.Completed(1)
		}).Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, uint64(2), breaker.Metrics().Slow)
		assert.Equal(t, uint64(2), breaker.Metrics().Successful)
		time.Sleep(10 * time.Second)
		assert.Zero(t, breaker.Metrics().Buffered, "the outcomes were recorded when they happened")
	})
}

func TestApplyMaySetFreeWaitersThatUseTheRegistry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		bulkhead, err := reg.Bulkhead("a", resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
		require.NoError(t, err)
		require.True(t, bulkhead.TryAcquire())
		done := make(chan error)
		go func() { done <- bulkhead.Acquire(t.Context()) }()
		synctest.Wait()
		reg.Events().Subscribe(func(resilience.Event) { reg.Snapshot() }, resilience.KindPermitted)
		require.NoError(t, reg.Apply(map[string]string{"all.bulkhead.maxConcurrent": "2"}))
		require.NoError(t, <-done)
	})
}
