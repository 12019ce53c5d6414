package quotes_test

import (
	"context"
	"errors"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/examples/quotes"
	"github.com/go-resgen/resgen/examples/quotes/exchange"
	resilience "github.com/go-resgen/resgen/runtime"
)

// polite is the shared configuration that quotes.Client needs.
var polite = map[string]string{"configs.polite.retry.delay": "1ms"}

// with returns polite and further overrides.
func with(overrides map[string]string) map[string]string {
	all := maps.Clone(polite)
	maps.Copy(all, overrides)
	return all
}

// startResilient runs an exchange and a protected client of it, configured as its
// directives say but for the overrides.
func startResilient(t *testing.T, overrides map[string]string, environ ...string) (*exchange.Server, quotes.Client, *resilience.Registry) {
	t.Helper()
	server, plain := start(t)
	reg, err := resilience.NewRegistry(resilience.WithOverrides(with(overrides)), resilience.WithEnv(environ))
	require.NoError(t, err)
	client, err := quotes.NewResilientClient(plain, reg)
	require.NoError(t, err)
	return server, client, reg
}

// crowd makes calls at the same time and returns the errors of those that failed.
func crowd(callers int, call func() error) (failed []error) {
	var mu sync.Mutex
	var calls sync.WaitGroup
	for range callers {
		calls.Go(func() {
			if err := call(); err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = append(failed, err)
			}
		})
	}
	calls.Wait()
	return failed
}

func TestRateLimitAdmitsItsBurstAndTellsTheRestWhenToComeBack(t *testing.T) {
	server, client, _ := startResilient(t, map[string]string{
		"instances.quotes.Client.History.ratelimit.limit":  "1",
		"instances.quotes.Client.History.ratelimit.period": "1h",
		"instances.quotes.Client.History.ratelimit.burst":  "4",
	})

	refused := crowd(14, func() error { _, err := client.History(t.Context(), "ACME"); return err })

	assert.Equal(t, 4, server.Requests(exchange.History))
	require.Len(t, refused, 10)
	for _, err := range refused {
		require.ErrorIs(t, err, resilience.ErrRateLimited)
		rejection, ok := errors.AsType[*resilience.RejectedError](err)
		require.True(t, ok)
		assert.Positive(t, rejection.RetryAfter())
		assert.LessOrEqual(t, rejection.RetryAfter(), time.Hour)
	}
}

func TestRateLimitMakesCallersWaitForTheirTurn(t *testing.T) {
	server, client, _ := startResilient(t, map[string]string{
		"instances.quotes.Client.History.ratelimit.burst":   "1",
		"instances.quotes.Client.History.ratelimit.maxWait": "1m",
	})
	began := time.Now()

	refused := crowd(5, func() error { _, err := client.History(t.Context(), "ACME"); return err })

	assert.Empty(t, refused)
	assert.Equal(t, 5, server.Requests(exchange.History))
	assert.GreaterOrEqual(t, time.Since(began), 200*time.Millisecond, "four waits of 50ms")
}

func TestRateLimitIsLoweredWhileCallsRun(t *testing.T) {
	server, client, reg := startResilient(t, map[string]string{
		"instances.quotes.Client.History.ratelimit.limit": "1000000",
	})
	ctx, cancel := context.WithCancel(t.Context())
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for ctx.Err() == nil {
				_, err := client.History(ctx, "ACME")
				if err != nil && ctx.Err() == nil {
					assert.ErrorIs(t, err, resilience.ErrRateLimited)
				}
			}
		})
	}
	require.Eventually(t, func() bool { return server.Requests(exchange.History) > 20 }, 10*time.Second, time.Millisecond)

	require.NoError(t, reg.Apply(with(map[string]string{
		"instances.quotes.Client.History.ratelimit.limit":   "1",
		"instances.quotes.Client.History.ratelimit.period":  "1h",
		"instances.quotes.Client.History.ratelimit.burst":   "1",
		"instances.quotes.Client.History.ratelimit.maxWait": "0s",
	})))

	limiter, ok := resilience.Lookup[*resilience.RateLimiter](reg, "quotes.Client.History")
	require.True(t, ok)
	refusals := func() uint64 { return limiter.Metrics().Rejected }
	require.Eventually(t, func() bool { return refusals() > 100 }, 10*time.Second, time.Millisecond)
	before := server.Requests(exchange.History)
	seen := refusals()
	require.Eventually(t, func() bool { return refusals() >= seen+100 }, 10*time.Second, time.Millisecond)
	cancel()
	callers.Wait()
	// One permit, and a call of each caller that was under way.
	assert.LessOrEqual(t, server.Requests(exchange.History), before+1+4)
}

func TestLimitFollowsTheNumberOfBrokers(t *testing.T) {
	server, client, reg := startResilient(t, nil)
	server.Employ(16)
	limiter, ok := resilience.Lookup[*resilience.AdaptiveLimiter](reg, "quotes.Client.Price")
	require.True(t, ok)
	limit := func() int { return limiter.Metrics().Limit }
	ctx, cancel := context.WithCancel(t.Context())
	var callers sync.WaitGroup
	served := make(chan struct{})
	for range 40 {
		callers.Go(func() {
			for ctx.Err() == nil {
				if _, err := client.Price(ctx, "ACME"); err == nil {
					select {
					case served <- struct{}{}:
					default:
					}
					continue
				}
				select { // who is refused tries again when somebody has been served
				case <-served:
				case <-ctx.Done():
				}
			}
		})
	}

	require.Eventually(t, func() bool { return limit() >= 12 }, 30*time.Second, time.Millisecond, "up while answers are quick")
	server.Employ(2)
	require.Eventually(t, func() bool { return limit() <= 10 }, 30*time.Second, time.Millisecond, "down when they queue")
	cancel()
	callers.Wait()
	assert.Zero(t, limiter.Metrics().InFlight)
	assert.Positive(t, limiter.Metrics().Rejected)
}

func TestBudgetKeepsRetriesFromAFailingDesk(t *testing.T) {
	const calls = 60
	server, client, reg := startResilient(t, nil)
	requests := func() int {
		server.Script(exchange.News, exchange.Failure)
		failed := crowd(calls, func() error { _, err := client.News(t.Context(), "ACME"); return err })
		require.Len(t, failed, calls)
		for _, err := range failed {
			require.Equal(t, &quotes.StatusError{Code: 503}, err, "the desk's own, whatever the budget says")
		}
		return server.Requests(exchange.News)
	}
	require.Equal(t, 3*calls, requests(), "three attempts each")

	// The directive names the shared configuration, and so this reaches it.
	require.NoError(t, reg.Apply(with(map[string]string{"configs.polite.retry.budget": "10"})))

	got := requests()
	assert.GreaterOrEqual(t, got, calls+calls/10)
	assert.Less(t, got, 2*calls, "one retry a second is free")
}

func TestBreakerCountsCallsOfADeskThatStutters(t *testing.T) {
	server, client, reg := startResilient(t, nil)
	server.Script(exchange.Rates, exchange.Failure, exchange.Failure, exchange.Well)
	for range 10 {
		rate, err := client.Rate(t.Context(), "EUR", "USD")
		require.NoError(t, err)
		assert.InDelta(t, 1.25, rate, 0)
	}
	assert.Equal(t, 30, server.Requests(exchange.Rates))
	breaker, ok := resilience.Lookup[*resilience.CircuitBreaker](reg, "quotes.Client.Rate")
	require.True(t, ok)
	assert.Equal(t, resilience.StateClosed, breaker.State())
	assert.EqualValues(t, 10, breaker.Metrics().Total.Successful)

	server.Script(exchange.Rates, exchange.Failure)
	var err error
	for range 6 {
		_, err = client.Rate(t.Context(), "EUR", "USD")
	}
	require.ErrorIs(t, err, resilience.ErrCallNotPermitted)
	assert.Equal(t, 15, server.Requests(exchange.Rates), "five calls of three attempts make half of the last ten")
}

func TestOneTimeoutIsAroundAllAttempts(t *testing.T) {
	server, client, reg := startResilient(t, map[string]string{
		"instances.quotes.Client.Open.timeout.duration": "100ms",
	})
	server.Script(exchange.Markets, exchange.Late(time.Minute))

	_, err := client.Open(t.Context(), "London")

	require.ErrorIs(t, err, resilience.ErrTimeout)
	assert.LessOrEqual(t, server.Requests(exchange.Markets), 1, "the attempt that runs out of time is the last")
	timeout, ok := resilience.Lookup[*resilience.Timeout](reg, "quotes.Client.Open")
	require.True(t, ok)
	assert.EqualValues(t, 1, timeout.Metrics().Attempts)
}

func TestWorstCaseHoldsForOverridesToo(t *testing.T) {
	_, client, reg := startResilient(t, nil)
	err := reg.Apply(with(map[string]string{"instances.quotes.Client.Rate.retry.maxAttempts": "4"}))
	require.ErrorContains(t, err, "worstcase")
	err = reg.Apply(with(map[string]string{"instances.quotes.Client.Open.timeout.duration": "1s"}))
	require.ErrorContains(t, err, "worstcase")
	_, err = client.Open(t.Context(), "London")
	require.NoError(t, err)
}

func TestCallersLeaveWorkersAlone(t *testing.T) {
	server, client, reg := startResilient(t, map[string]string{
		"instances.quotes.Client.Chart.timeout.duration": "2s",
	})
	server.Script(exchange.Charts, exchange.Late(time.Hour))
	workers, ok := resilience.Lookup[*resilience.Bulkhead](reg, "quotes.Client.Chart")
	require.True(t, ok)
	draw := func() error { _, err := client.Chart("ACME"); return err }
	waiting := make(chan []error)
	go func() { waiting <- crowd(4, draw) }()
	require.Eventually(t, func() bool { return server.Requests(exchange.Charts) == 2 && workers.Metrics().Waiting == 2 }, 10*time.Second, time.Millisecond)

	err := draw()
	require.ErrorIs(t, err, resilience.ErrBulkheadFull)
	require.NotErrorIs(t, err, context.DeadlineExceeded, "refused at once")

	underWay, inQueue := 0, 0
	for _, err := range <-waiting {
		switch {
		case errors.Is(err, resilience.ErrTimeout):
			underWay++
		case errors.Is(err, resilience.ErrBulkheadFull) && errors.Is(err, context.DeadlineExceeded):
			inQueue++
		}
	}
	assert.Equal(t, 2, underWay)
	assert.Equal(t, 2, inQueue)
	assert.Equal(t, 2, workers.Metrics().InUse, "the desk still draws")
	assert.Equal(t, 2, server.Requests(exchange.Charts), "who left the queue never asked")
	require.NoError(t, server.Close())
	require.Eventually(t, func() bool { return workers.Metrics().InUse == 0 }, 10*time.Second, time.Millisecond)
}

func TestConfigurationComesFromOutside(t *testing.T) {
	_, plain := start(t)
	reg, err := resilience.NewRegistry()
	require.NoError(t, err)
	_, err = quotes.NewResilientClient(plain, reg)
	require.ErrorContains(t, err, `"polite"`, "the program has to say what that is")

	server, client, reg := startResilient(t,
		map[string]string{"instances.quotes.Client.News.retry.maxAttempts": "4"},
		"RESILIENCE_INSTANCES_QUOTES_CLIENT_NEWS_RETRY_MAXATTEMPTS=2", "HOME=/")
	server.Script(exchange.News, exchange.Failure)
	_, err = client.News(t.Context(), "ACME")
	require.Error(t, err)
	assert.Equal(t, 2, server.Requests(exchange.News), "the environment wins")
	for _, instance := range reg.Snapshot().Instances {
		if instance.Policy == "retry" && instance.Name == "quotes.Client.News" {
			assert.Subset(t, instance.Settings, []resilience.SettingSnapshot{
				{Key: "maxAttempts", Value: "2", Source: "RESILIENCE_INSTANCES_QUOTES_CLIENT_NEWS_RETRY_MAXATTEMPTS"},
				{Key: "delay", Value: "1ms", Source: "configs.polite.retry.delay"},
			})
		}
	}
}
