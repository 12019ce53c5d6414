package runtime_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

var errDown = errors.New("dependency down")

func succeed(context.Context) error { return nil }

func fail(context.Context) error { return errDown }

// newBreaker makes a breaker over the last four calls that opens at half of them
// for a minute, and then admits two probes.
func newBreaker(t *testing.T, edit ...func(*resilience.CircuitBreakerConfig)) *resilience.CircuitBreaker {
	t.Helper()
	cfg := resilience.DefaultCircuitBreakerConfig()
	cfg.WindowCalls, cfg.MinCalls, cfg.HalfOpenCalls = 4, 4, 2
	for _, e := range edit {
		e(&cfg)
	}
	b, err := resilience.NewCircuitBreaker("carrier", cfg)
	require.NoError(t, err)
	return b
}

func TestTheDefaultConfigurationIsValid(t *testing.T) {
	b, err := resilience.NewCircuitBreaker("carrier", resilience.DefaultCircuitBreakerConfig())
	require.NoError(t, err)
	assert.Equal(t, "carrier", b.Name())
	assert.Equal(t, resilience.StateClosed, b.State())
}

func TestABreakerOpensAtTheThresholdAndClosesAfterItsProbes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, ctx := newBreaker(t), t.Context()
		for range 2 {
			require.NoError(t, b.Do(ctx, succeed))
			require.Equal(t, errDown, b.Do(ctx, fail))
		}
		require.Equal(t, resilience.StateOpen, b.State())

		err := b.Do(ctx, succeed)
		require.ErrorIs(t, err, resilience.ErrCallNotPermitted)
		var rejected *resilience.RejectedError
		require.ErrorAs(t, err, &rejected)
		assert.Equal(t, time.Minute, rejected.RetryAfter())

		time.Sleep(time.Minute)
		require.NoError(t, b.Do(ctx, succeed))
		require.Equal(t, resilience.StateHalfOpen, b.State())
		require.NoError(t, b.Do(ctx, succeed))
		require.Equal(t, resilience.StateClosed, b.State())
	})
}
