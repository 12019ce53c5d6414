package runtime_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	resilience "github.com/go-resgen/resgen/runtime"
)

func TestCallsAllocateNothing(t *testing.T) {
	for _, c := range []struct {
		name string
		b    *resilience.CircuitBreaker
		call func(b *resilience.CircuitBreaker)
	}{
		{"a success", newBreaker(t), func(b *resilience.CircuitBreaker) { _ = b.Do(t.Context(), succeed) }},
		{
			"a timed success", newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.SlowCall = time.Hour }),
			func(b *resilience.CircuitBreaker) { _ = b.Do(t.Context(), succeed) },
		},
		{
			"a success in a time window", newBreaker(t, timed(time.Minute)),
			func(b *resilience.CircuitBreaker) { _ = b.Do(t.Context(), succeed) },
		},
		{"a failure", newBreaker(t, metricsOnly), func(b *resilience.CircuitBreaker) { _ = b.Do(t.Context(), fail) }},
		{
			"a refusal", newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) { cfg.Initial = resilience.StateOpen }),
			func(b *resilience.CircuitBreaker) { _ = b.Do(t.Context(), succeed) },
		},
		{"a look at the metrics", newBreaker(t), func(b *resilience.CircuitBreaker) { _ = b.Metrics() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Zero(t, testing.AllocsPerRun(1000, func() { c.call(c.b) }))
		})
	}
}

func BenchmarkCircuitBreaker(b *testing.B) {
	for _, c := range []struct {
		name string
		edit func(*resilience.CircuitBreakerConfig)
	}{
		{"success", func(*resilience.CircuitBreakerConfig) {}},
		{"success with slow-call timing", func(cfg *resilience.CircuitBreakerConfig) { cfg.SlowCall = time.Minute }},
		{"success in a time window", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls, cfg.WindowTime = 0, time.Minute }},
		{"refusal", func(cfg *resilience.CircuitBreakerConfig) { cfg.Initial = resilience.StateOpen }},
	} {
		b.Run(c.name, func(b *testing.B) {
			breaker := benchmarkBreaker(b, c.edit)
			ctx := context.Background()
			b.ReportAllocs()
			for b.Loop() {
				_ = breaker.Do(ctx, succeed)
			}
		})
	}
	b.Run("failure", func(b *testing.B) {
		breaker := benchmarkBreaker(b, metricsOnly)
		ctx := context.Background()
		b.ReportAllocs()
		for b.Loop() {
			_ = breaker.Do(ctx, fail)
		}
	})
	b.Run("success, 64 goroutines a processor", func(b *testing.B) {
		breaker := benchmarkBreaker(b, func(*resilience.CircuitBreakerConfig) {})
		ctx := context.Background()
		b.SetParallelism(64)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				_ = breaker.Do(ctx, succeed)
			}
		})
	})
	b.Run("a tenth failures, 64 goroutines a processor", func(b *testing.B) {
		breaker := benchmarkBreaker(b, metricsOnly)
		ctx := context.Background()
		b.SetParallelism(64)
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				if i%10 == 0 {
					_ = breaker.Do(ctx, fail)
				} else {
					_ = breaker.Do(ctx, succeed)
				}
			}
		})
	})
}

func benchmarkBreaker(b *testing.B, edit func(*resilience.CircuitBreakerConfig)) *resilience.CircuitBreaker {
	cfg := resilience.DefaultCircuitBreakerConfig()
	edit(&cfg)
	breaker, err := resilience.NewCircuitBreaker("carrier", cfg)
	if err != nil {
		b.Fatal(err)
	}
	return breaker
}
