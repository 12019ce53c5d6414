package tracking_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/examples/tracking/carrier"
	resilience "github.com/go-resgen/resgen/runtime"
)

func TestBusyCarrierIsAskedAgainLater(t *testing.T) {
	server, client, retries := startResilient(t, map[string]string{
		"instances.tracking.Client.ETA.retry.delay": "100ms",
	}, resilience.KindRetry)
	server.Enter(carrier.Busy)

	eta := client.ETA(t.Context(), "p-3")

	require.Eventually(t, func() bool { return len(retries.list()) == 1 }, time.Second, time.Millisecond)
	server.Enter(carrier.Healthy)
	delivery, err := eta.Await(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 2, delivery.Day())
	assert.Equal(t, 1, server.Requests())
}

func TestCallsInADelayNeedNoGoroutines(t *testing.T) {
	const calls = 500
	server, client, retries := startResilient(t, map[string]string{
		"instances.tracking.Client.ETA.retry.delay":   "1m",
		"instances.tracking.Client.ETA.timeout.total": "1h",
	}, resilience.KindRetry)
	server.Enter(carrier.Busy)
	first := client.ETA(t.Context(), "p-1") // opens a connection
	require.Eventually(t, func() bool { return len(retries.list()) == 1 }, 5*time.Second, time.Millisecond)
	before := runtime.NumGoroutine()

	futures := []*resilience.Future[time.Time]{first}
	for range calls {
		futures = append(futures, client.ETA(t.Context(), "p-1"))
	}

	require.Eventually(t, func() bool { return len(retries.list()) == 1+calls }, 5*time.Second, time.Millisecond)
	assert.Less(t, runtime.NumGoroutine()-before, 100, "those of the connections")
	for _, eta := range futures {
		eta.Cancel()
		_, err := eta.Await(t.Context())
		require.ErrorIs(t, err, context.Canceled)
	}
	assert.Equal(t, 1+calls, server.Requests())
}

func TestSlowFuturesAreCutOff(t *testing.T) {
	server, client, timeouts := startResilient(t, map[string]string{
		"instances.tracking.Client.ETA.timeout.duration": "20ms",
		"instances.tracking.Client.ETA.retry.delay":      "0s",
	}, resilience.KindTimeout)
	server.Enter(carrier.Slow)

	_, err := client.ETA(t.Context(), "p-1").Await(t.Context())

	require.ErrorIs(t, err, resilience.ErrTimeout)
	assert.Len(t, timeouts.list(), 5)
	assert.Equal(t, 5, server.Requests())
}

func TestCancelReachesTheRequest(t *testing.T) {
	server, client, transitions := startResilient(t, nil, resilience.KindTransition)
	server.Enter(carrier.Slow)
	for range 15 {
		eta := client.ETA(t.Context(), "p-1")
		eta.Cancel()
		_, err := eta.Await(t.Context())
		require.ErrorIs(t, err, context.Canceled)
	}
	assert.Empty(t, transitions.list(), "callers who leave do not open the breaker")
}

func TestBreakerRefusesFutures(t *testing.T) {
	server, client, transitions := startResilient(t, nil, resilience.KindTransition)
	server.Enter(carrier.Failing)
	for range 4 {
		_, err := client.Track(t.Context(), "p-1")
		require.NoError(t, err)
	}
	require.Equal(t, []resilience.State{resilience.StateOpen}, transitions.states())
	requests := server.Requests()

	_, err := client.ETA(t.Context(), "p-1").Await(t.Context())
	require.ErrorIs(t, err, resilience.ErrCallNotPermitted)
	place := <-client.Locate(t.Context(), "p-1")

	assert.Equal(t, resilience.Result[string]{Value: "somewhere"}, place)
	assert.Equal(t, requests, server.Requests())
}

func TestFallbackAnswersForAChannel(t *testing.T) {
	server, client, fallbacks := startResilient(t, nil, resilience.KindFallback)
	assert.Equal(t, resilience.Result[string]{Value: "van 7"}, <-client.Locate(t.Context(), "p-2"))
	server.Enter(carrier.Failing)
	assert.Equal(t, resilience.Result[string]{Value: "somewhere"}, <-client.Locate(t.Context(), "p-2"))
	assert.Len(t, fallbacks.list(), 1)
}
