package runtime_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

func TestTheRefusalOfANestedPolicyIsNotRetried(t *testing.T) {
	nestings := []struct {
		name string
		do   func(t *testing.T, h *house, fn func(context.Context) error) error
	}{{
		name: "a pipeline in a pipeline",
		do: func(t *testing.T, h *house, fn func(context.Context) error) error {
			inner, err := resilience.NewPipeline("inner", h.breaker, h.bulkhead)
			require.NoError(t, err)
			outer, err := resilience.NewPipeline("outer", h.retry)
			require.NoError(t, err)
			return outer.Do(t.Context(), func(ctx context.Context) (resilience.Verdict, error) {
				return 0, inner.Do(ctx, func(ctx context.Context) (resilience.Verdict, error) { return 0, fn(ctx) })
			})
		},
	}, {
		name: "policies by hand",
		do: func(t *testing.T, h *house, fn func(context.Context) error) error {
			return h.retry.Do(t.Context(), func(ctx context.Context) error {
				return h.breaker.Do(ctx, func(ctx context.Context) error { return h.bulkhead.Do(ctx, fn) })
			})
		},
	}}
	for _, nesting := range nestings {
		t.Run(nesting.name+", an open breaker", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				h.breaker.Open()
				start := time.Now()
				err := nesting.do(t, h, func(context.Context) error { panic("ran") })
				assert.ErrorIs(t, err, resilience.ErrCallNotPermitted)
				assert.Zero(t, time.Since(start), "it does not sit out the open wait")
				assert.Equal(t, uint64(1), h.retry.Metrics().Refused)
			})
		})
		t.Run(nesting.name+", a full bulkhead that retryOn names", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				config := h.retry.Config()
				config.RetryOn = []resilience.Matcher{resilience.ErrorIs(resilience.ErrBulkheadFull)}
				var err error
				h.retry, err = resilience.NewRetry("retry", config)
				require.NoError(t, err)
				h.bulkhead, err = resilience.NewBulkhead("bulkhead", resilience.BulkheadConfig{MaxConcurrent: 1, Queue: -1})
				require.NoError(t, err)
				require.True(t, h.bulkhead.TryAcquire())
				time.AfterFunc(config.Delay/2, h.bulkhead.Release)
				assert.NoError(t, nesting.do(t, h, func(context.Context) error { return nil }))
				assert.Equal(t, uint64(1), h.retry.Metrics().Recovered)
			})
		})
	}
}

func TestAnImplementationThatCallsItsOwnPipelineKeepsItsResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		p := h.pipeline(t)
		outer, err := resilience.DoValue(t.Context(), p, func(ctx context.Context) (int, error) {
			inner, err := resilience.DoValue(ctx, p, func(context.Context) (int, error) {
				h.breaker.ForceOpen()
				return 3, errBusy
			})
			assert.Zero(t, inner, "its last attempt was refused")
			assert.False(t, p.Reached(err))
			return 5, err
		})
		assert.Equal(t, 5, outer)
		assert.True(t, p.Reached(err))
		assert.ErrorIs(t, err, resilience.ErrCallNotPermitted)
		assert.ErrorIs(t, err, errBusy)
	})
}

func TestABreakerByHandJudgesARetryByItsLastAttemptThatWasNotRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		p := h.pipeline(t)
		outer, err := resilience.NewCircuitBreaker("outer", resilience.DefaultCircuitBreakerConfig())
		require.NoError(t, err)
		err = outer.Do(t.Context(), func(ctx context.Context) error {
			return p.Do(ctx, func(context.Context) (resilience.Verdict, error) { h.breaker.ForceOpen(); return 0, errBusy })
		})
		assert.ErrorIs(t, err, errBusy)
		assert.Equal(t, uint64(1), outer.Metrics().Failed)
	})
}

func TestTheRefusalsOfNestedPoliciesDoNotLowerAnAdaptiveLimit(t *testing.T) {
	cfg := resilience.DefaultAdaptiveLimiterConfig()
	cfg.Algorithm = resilience.LimitAIMD
	l, err := resilience.NewAdaptiveLimiter("adaptive", cfg)
	require.NoError(t, err)
	h := newHouse(t)
	h.breaker.ForceOpen()
	for range 1000 {
		err := l.Do(t.Context(), func(ctx context.Context) error {
			return h.breaker.Do(ctx, func(context.Context) error { return nil })
		})
		require.ErrorIs(t, err, resilience.ErrCallNotPermitted)
	}
	assert.Equal(t, cfg.Initial, l.Metrics().Limit)
}
