package benchmarks_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/benchmarks/clients"
	"github.com/go-resgen/resgen/benchmarks/peers"
	resilience "github.com/go-resgen/resgen/runtime"
)

// counting fails its first calls and counts them all.
type counting struct {
	failures, calls int
}

func (c *counting) Get(_ context.Context, key string) (string, error) {
	c.calls++
	if c.calls <= c.failures {
		return "", clients.ErrFailed
	}
	return key, nil
}

// A comparison of costs is worth nothing if the contenders do different things.

func TestContendersReturnTheResult(t *testing.T) {
	for name, wrap := range map[string]func(clients.Client) clients.Client{
		"resgen fallback":         protect(t, clients.NewResilientFallback),
		"resgen rate limit":       protect(t, clients.NewResilientRateLimit),
		"resgen timeout":          protect(t, clients.NewResilientTimeout),
		"resgen bulkhead":         protect(t, clients.NewResilientBulkhead),
		"failsafe-go fallback":    peers.FailsafeFallback,
		"failsafe-go rate limit":  peers.FailsafeRateLimit,
		"failsafe-go timeout":     peers.FailsafeTimeout,
		"failsafe-go bulkhead":    peers.FailsafeBulkhead,
		"go-resiliency deadline":  peers.EapacheDeadline,
		"go-resiliency semaphore": peers.EapacheSemaphore,
		"context.WithTimeout":     peers.ContextTimeout,
		"x/sync semaphore":        peers.Weighted,
		"x/time/rate":             peers.RateAllow,
		"hystrix-go":              func(next clients.Client) clients.Client { return peers.Hystrix(next, t.Name()) },
	} {
		t.Run(name, func(t *testing.T) {
			next := &counting{}
			value, err := wrap(next).Get(t.Context(), "key")
			require.NoError(t, err)
			assert.Equal(t, "key", value)
			assert.Equal(t, 1, next.calls)
		})
	}
}

func TestContendersMakeThreeAttempts(t *testing.T) {
	for name, wrap := range map[string]func(clients.Client) clients.Client{
		"resgen":        protect(t, clients.NewResilientRetry),
		"failsafe-go":   peers.FailsafeRetry,
		"backoff":       peers.Backoff,
		"retry-go":      peers.RetryGo,
		"go-resiliency": peers.EapacheRetry,
	} {
		t.Run(name+" until the last succeeds", func(t *testing.T) {
			next := &counting{failures: 2}
			value, err := wrap(next).Get(t.Context(), "key")
			require.NoError(t, err)
			assert.Equal(t, "key", value)
			assert.Equal(t, 3, next.calls)
		})
		t.Run(name+" and return the last error", func(t *testing.T) {
			next := &counting{failures: 3}
			_, err := wrap(next).Get(t.Context(), "key")
			require.ErrorIs(t, err, clients.ErrFailed)
			assert.Equal(t, 3, next.calls)
		})
	}
}

func TestContendersRefuseOnceOpen(t *testing.T) {
	for name, wrap := range map[string]func(clients.Client) clients.Client{
		"resgen":        protect(t, clients.NewResilientBreaker),
		"failsafe-go":   peers.FailsafeBreaker,
		"gobreaker":     peers.Gobreaker,
		"go-resiliency": peers.EapacheBreaker,
	} {
		t.Run(name, func(t *testing.T) {
			next := &counting{failures: 1000}
			c := open(contender{name, wrap(next)})
			reached := next.calls
			_, err := c.client.Get(t.Context(), "key")
			require.Error(t, err)
			assert.NotErrorIs(t, err, clients.ErrFailed)
			assert.Equal(t, reached, next.calls)
		})
	}
}

func TestStacksRetryInsideTheFallback(t *testing.T) {
	for name, wrap := range map[string]func(clients.Client) clients.Client{
		"resgen four":      protect(t, clients.NewResilientFourPolicies),
		"resgen five":      protect(t, clients.NewResilientFivePolicies),
		"resgen six":       protect(t, clients.NewResilientSixPolicies),
		"failsafe-go four": peers.FailsafeFour,
		"failsafe-go five": peers.FailsafeFive,
		"failsafe-go six":  peers.FailsafeSix,
		"by hand four":     peers.ByHandFour,
		"by hand five":     peers.ByHandFive,
		"by hand six":      peers.ByHandSix,
	} {
		t.Run(name, func(t *testing.T) {
			next := &counting{failures: 4}
			value, err := wrap(next).Get(t.Context(), "key")
			require.NoError(t, err)
			assert.Empty(t, value)
			assert.Equal(t, 3, next.calls)
			value, err = wrap(next).Get(t.Context(), "key")
			require.NoError(t, err)
			assert.Equal(t, "key", value)
			assert.Equal(t, 5, next.calls)
		})
	}
}

func TestAsyncContendersDoTheSame(t *testing.T) {
	ready := clients.Ready{Future: resilience.Completed("key")}
	pending := new(clients.Pending)
	for name, client := range map[string]clients.Client{
		"resgen completed":      awaiting{protectAsync(t, clients.NewResilientAsyncFivePolicies, ready)},
		"failsafe-go completed": failsafeAwaiting{peers.FailsafeAsyncFive(), clients.Idle{}},
		"resgen pending":        completing{protectAsync(t, clients.NewResilientAsyncTimeout, pending), pending},
		"failsafe-go pending":   failsafeCompleting{peers.FailsafeAsyncTimeout()},
		"resgen one retry": awaiting{protectAsync(t, clients.NewResilientAsyncRetry, &alternating{
			failed: resilience.Failed[string](clients.ErrFailed), succeeded: ready.Future,
		})},
		"failsafe-go one retry": failsafeAwaiting{peers.FailsafeAsyncRetry(), new(alternatingly)},
	} {
		t.Run(name, func(t *testing.T) {
			for range 3 {
				value, err := client.Get(t.Context(), "key")
				require.NoError(t, err)
				assert.Equal(t, "key", value)
			}
		})
	}
}

func TestAsyncContendersWaitAfterTheFirstFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	failed := clients.Ready{Future: resilience.Failed[string](clients.ErrFailed)}
	future := protectAsync(t, clients.NewResilientAsyncDelay, failed).Get(ctx, "key")
	next := new(countingFailures)
	result := peers.FailsafeAsyncDelay().Start(ctx, next, "key")
	require.Eventually(t, func() bool { return next.calls.Load() == 1 }, time.Second, time.Millisecond)
	_, done := future.Poll()
	assert.False(t, done)
	assert.False(t, result.IsDone())
	cancel()
	_, err := future.Await(t.Context())
	require.ErrorIs(t, err, context.Canceled)
	<-result.Done()
	assert.EqualValues(t, 1, next.calls.Load())
}
