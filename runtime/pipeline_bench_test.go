package runtime_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

func BenchmarkPipeline(b *testing.B) {
	next := func(ctx context.Context, args ...string) (string, int, error) { return args[0], len(args), nil }
	failing := func(ctx context.Context, args ...string) (string, int, error) { return "", 0, errBusy }
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	h := newHouse(b)
	config := resilience.DefaultRetryConfig()
	config.Delay = 0
	retry, err := resilience.NewRetry("retry", config)
	require.NoError(b, err)
	benchmarks := []struct {
		name     string
		policies []resilience.Policy
		next     func(ctx context.Context, args ...string) (string, int, error)
	}{
		{"none", nil, next},
		{"retry", []resilience.Policy{h.retry}, next},
		{"breaker", []resilience.Policy{h.breaker}, next},
		{"bulkhead", []resilience.Policy{h.bulkhead}, next},
		{"timeout", []resilience.Policy{h.timeout}, next},
		{"retry+breaker+bulkhead", []resilience.Policy{h.retry, h.breaker, h.bulkhead}, next},
		{"retry+breaker+timeout+bulkhead", []resilience.Policy{h.retry, h.breaker, h.bulkhead, h.timeout}, next},
		{"order circuitbreaker,retry", []resilience.Policy{h.retry, h.breaker, h.bulkhead, resilience.Order{"circuitbreaker", "retry"}}, next},
		{"three failing attempts", []resilience.Policy{retry}, failing},
	}
	args := []string{"a", "b"}
	b.Run("direct", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _, _ = next(ctx, args...)
		}
	})
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			p, err := resilience.NewPipeline("house", bench.policies...)
			require.NoError(b, err)
			m := three{p, bench.next}
			b.ReportAllocs()
			for b.Loop() {
				_, _, _ = m.call(ctx, args...)
			}
		})
	}
}
