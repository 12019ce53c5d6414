package benchmarks_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/benchmarks/clients"
	resilience "github.com/go-resgen/resgen/runtime"
)

// protect gives a client a wrapper that resgen wrote, as the functions of
// package peers give it a peer.
func protect[I any, W clients.Client](
	tb testing.TB, construct func(I, *resilience.Registry, ...resilience.Option) (W, error),
) func(clients.Client) clients.Client {
	return func(next clients.Client) clients.Client {
		tb.Helper()
		client, err := construct(any(next).(I), registry(tb))
		require.NoError(tb, err)
		return client
	}
}

// generated is the contender that protect makes of next.
func generated[I any, W clients.Client](
	tb testing.TB, construct func(I, *resilience.Registry, ...resilience.Option) (W, error), next clients.Client,
) contender {
	tb.Helper()
	return contender{"resgen", protect(tb, construct)(next)}
}

func registry(tb testing.TB) *resilience.Registry {
	tb.Helper()
	reg, err := resilience.NewRegistry()
	require.NoError(tb, err)
	return reg
}

// Contenders called resgen-primitive use one type of the runtime by hand, as
// the peers are used.

type breakerByHand struct {
	next    clients.Client
	breaker *resilience.CircuitBreaker
}

func breaker(tb testing.TB, next clients.Client, slowCall time.Duration) contender {
	tb.Helper()
	cfg := resilience.DefaultCircuitBreakerConfig()
	cfg.OpenWait, cfg.SlowCall = 10*time.Minute, slowCall
	b, err := resilience.NewCircuitBreaker("client", cfg)
	require.NoError(tb, err)
	return contender{"resgen-primitive", &breakerByHand{next, b}}
}

func (c *breakerByHand) Get(ctx context.Context, key string) (value string, err error) {
	err = c.breaker.Do(ctx, func(ctx context.Context) error {
		value, err = c.next.Get(ctx, key)
		return err
	})
	return value, err
}

type bulkheadByHand struct {
	next     clients.Client
	bulkhead *resilience.Bulkhead
}

func bulkhead(tb testing.TB, next clients.Client) contender {
	tb.Helper()
	cfg := resilience.DefaultBulkheadConfig()
	cfg.MaxConcurrent = 1000
	b, err := resilience.NewBulkhead("client", cfg)
	require.NoError(tb, err)
	return contender{"resgen-primitive", &bulkheadByHand{next, b}}
}

func (c *bulkheadByHand) Get(ctx context.Context, key string) (string, error) {
	if !c.bulkhead.TryAcquire() {
		return "", resilience.ErrBulkheadFull
	}
	defer c.bulkhead.Release()
	return c.next.Get(ctx, key)
}

type rateLimiterByHand struct {
	next    clients.Client
	limiter *resilience.RateLimiter
}

func rateLimiter(tb testing.TB, next clients.Client) contender {
	tb.Helper()
	l, err := resilience.NewRateLimiter("client", resilience.DefaultRateLimiterConfig(1_000_000_000, time.Second))
	require.NoError(tb, err)
	return contender{"resgen-primitive", &rateLimiterByHand{next, l}}
}

func (c *rateLimiterByHand) Get(ctx context.Context, key string) (string, error) {
	if !c.limiter.Allow() {
		return "", resilience.ErrRateLimited
	}
	return c.next.Get(ctx, key)
}
