package resilienceotel_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

var errBroken = errors.New("broken")

// A program has a pipeline with an instance of almost every policy.
type program struct {
	registry *resilience.Registry
	breaker  *resilience.CircuitBreaker
	pipeline *resilience.Pipeline
}

func newProgram(t *testing.T) program {
	t.Helper()
	reg, err := resilience.NewRegistry()
	require.NoError(t, err)
	retry, err := reg.Retry("carrier", resilience.RetryConfig{MaxAttempts: 3, Multiplier: 1})
	require.NoError(t, err)
	cfg := resilience.DefaultCircuitBreakerConfig()
	cfg.Group, cfg.WindowCalls, cfg.MinCalls, cfg.SlowCall = "partners", 2, 2, time.Hour
	breaker, err := reg.CircuitBreaker("carrier", cfg)
	require.NoError(t, err)
	_, err = reg.Hedge("carrier", resilience.DefaultHedgeConfig())
	require.NoError(t, err)
	limiter, err := reg.RateLimiter("carrier", resilience.DefaultRateLimiterConfig(10, time.Hour))
	require.NoError(t, err)
	adaptive, err := reg.AdaptiveLimiter("carrier", resilience.DefaultAdaptiveLimiterConfig())
	require.NoError(t, err)
	timeout, err := reg.Timeout("carrier", resilience.TimeoutConfig{Duration: time.Minute})
	require.NoError(t, err)
	bulkhead, err := reg.Bulkhead("carrier", resilience.DefaultBulkheadConfig())
	require.NoError(t, err)
	pipeline, err := reg.Pipeline("carrier.Track", retry, breaker, limiter, adaptive, timeout, bulkhead)
	require.NoError(t, err)
	return program{reg, breaker, pipeline}
}

// fail makes a call whose attempts fail until the breaker opens.
func (p program) fail(ctx context.Context) error {
	return p.pipeline.Do(ctx, func(context.Context) (resilience.Verdict, error) { return 0, errBroken })
}
