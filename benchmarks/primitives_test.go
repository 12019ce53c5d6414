package benchmarks_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"github.com/go-resgen/resgen/benchmarks/clients"
	"github.com/go-resgen/resgen/benchmarks/peers"
	resilience "github.com/go-resgen/resgen/runtime"
)

// A primitive by itself, used by hand as its peer is, around a function that does
// nothing.

func nothing(context.Context) error { return nil }

func failing(context.Context) error { return clients.ErrFailed }

func BenchmarkPrimitiveBreaker(b *testing.B) {
	raceBreakers(b, 0, nothing)
}

// The peer does not look at how long calls take.
func BenchmarkPrimitiveTimedBreaker(b *testing.B) {
	raceBreakers(b, time.Second, nothing)
}

func BenchmarkPrimitiveRefusal(b *testing.B) {
	raceBreakers(b, 0, failing)
}

// raceBreakers measures calls of fn. They are made before as well, as often as
// opens a breaker if fn fails.
func raceBreakers(b *testing.B, slowCall time.Duration, fn func(context.Context) error) {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.Run("resgen", func(b *testing.B) {
		cfg := resilience.DefaultCircuitBreakerConfig()
		cfg.OpenWait, cfg.SlowCall = 10*time.Minute, slowCall
		breaker, err := resilience.NewCircuitBreaker("client", cfg)
		require.NoError(b, err)
		for range openingCalls {
			_ = breaker.Do(ctx, fn)
		}
		b.ReportAllocs()
		for b.Loop() {
			_ = breaker.Do(ctx, fn)
		}
	})
	b.Run("gobreaker", func(b *testing.B) {
		breaker := peers.NewGobreaker()
		call := func() (string, error) { return "", fn(ctx) }
		for range openingCalls {
			_, _ = breaker.Execute(call)
		}
		b.ReportAllocs()
		for b.Loop() {
			_, _ = breaker.Execute(call)
		}
	})
}

func BenchmarkPrimitiveRateLimit(b *testing.B) {
	const limit = 1_000_000_000
	b.Run("resgen", func(b *testing.B) {
		limiter, err := resilience.NewRateLimiter("client", resilience.DefaultRateLimiterConfig(limit, time.Second))
		require.NoError(b, err)
		b.ReportAllocs()
		for b.Loop() {
			limiter.Allow()
		}
	})
	b.Run("x-time-rate", func(b *testing.B) {
		limiter := rate.NewLimiter(limit, limit)
		b.ReportAllocs()
		for b.Loop() {
			limiter.Allow()
		}
	})
}

func BenchmarkPrimitiveBulkhead(b *testing.B) {
	const concurrency = 1000
	b.Run("resgen", func(b *testing.B) {
		cfg := resilience.DefaultBulkheadConfig()
		cfg.MaxConcurrent = concurrency
		bulkhead, err := resilience.NewBulkhead("client", cfg)
		require.NoError(b, err)
		b.ReportAllocs()
		for b.Loop() {
			if bulkhead.TryAcquire() {
				bulkhead.Release()
			}
		}
	})
	b.Run("x-sync-semaphore", func(b *testing.B) {
		weighted := semaphore.NewWeighted(concurrency)
		b.ReportAllocs()
		for b.Loop() {
			if weighted.TryAcquire(1) {
				weighted.Release(1)
			}
		}
	})
}
