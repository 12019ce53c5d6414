package tracking_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/examples/tracking"
	"github.com/go-resgen/resgen/examples/tracking/carrier"
	resilience "github.com/go-resgen/resgen/runtime"
)

// startResilient runs a carrier and a protected client of it, configured as its
// directives say but for the overrides, and records the events of some kinds.
func startResilient(t *testing.T, overrides map[string]string, kinds ...resilience.Kind) (*carrier.Server, tracking.Client, *events) {
	t.Helper()
	server, plain := start(t)
	reg, err := resilience.NewRegistry(resilience.WithOverrides(overrides))
	require.NoError(t, err)
	client, err := tracking.NewResilientClient(plain, reg)
	require.NoError(t, err)
	seen := new(events)
	t.Cleanup(reg.Events().Subscribe(seen.add, kinds...))
	return server, client, seen
}

// events are those that a test has seen.
type events struct {
	mu  sync.Mutex
	all []resilience.Event
}

func (s *events) add(e resilience.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, e)
}

func (s *events) list() []resilience.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// states are what the breaker went through, from the first transition on.
func (s *events) states() []resilience.State {
	var states []resilience.State
	for _, e := range s.list() {
		states = append(states, e.To)
	}
	return states
}

func TestFlakyCarrierIsAskedAgain(t *testing.T) {
	server, client, retries := startResilient(t, nil, resilience.KindRetry)
	server.Enter(carrier.Flaky)

	status, err := client.Track(t.Context(), "p-1")

	require.NoError(t, err)
	assert.Equal(t, "in transit", status)
	assert.Equal(t, 2, server.Requests())
	require.Len(t, retries.list(), 1)
	assert.Equal(t, 50*time.Millisecond, retries.list()[0].Delay)
}

func TestFallbackAnswersAfterThreeFailures(t *testing.T) {
	server, client, fallbacks := startResilient(t, nil, resilience.KindFallback)
	server.Enter(carrier.Failing)

	status, err := client.Track(t.Context(), "p-1")

	require.NoError(t, err)
	assert.Equal(t, "unknown", status)
	assert.Equal(t, 3, server.Requests())
	assert.Len(t, fallbacks.list(), 1)
}

func TestUnknownParcelIsAnAnswer(t *testing.T) {
	server, client, transitions := startResilient(t, nil, resilience.KindTransition)
	for range 20 {
		_, err := client.Track(t.Context(), "p-9")
		require.ErrorIs(t, err, tracking.ErrUnknownParcel)
	}
	assert.Equal(t, 20, server.Requests(), "none is retried")
	assert.Empty(t, transitions.list())
}

func TestBreakerOpensAndTheCarrierIsLeftAlone(t *testing.T) {
	server, client, transitions := startResilient(t, nil, resilience.KindTransition)
	server.Enter(carrier.Failing)
	for range 3 {
		status, err := client.Track(t.Context(), "p-1")
		require.NoError(t, err)
		require.Equal(t, "unknown", status)
	}
	require.Empty(t, transitions.list(), "nine calls are fewer than minCalls")

	for range 5 {
		status, err := client.Track(t.Context(), "p-1")
		require.NoError(t, err)
		assert.Equal(t, "not available at the moment", status)
	}

	assert.Equal(t, 10, server.Requests(), "the tenth failure opens the breaker")
	assert.Equal(t, []resilience.State{resilience.StateOpen}, transitions.states())
	_, err := client.Label(t.Context(), "p-1")
	require.ErrorIs(t, err, resilience.ErrCallNotPermitted, "the methods share the breaker")
}

func TestBreakerClosesWhenTheCarrierIsWellAgain(t *testing.T) {
	server, client, transitions := startResilient(t, map[string]string{
		"instances.tracking.Client.circuitbreaker.openWait":        "200ms",
		"instances.tracking.Client.circuitbreaker.autoHalfOpen":    "true",
		"instances.tracking.Client.circuitbreaker.maxHalfOpenWait": "1m",
		"instances.tracking.Client.Track.retry.delay":              "0s",
	}, resilience.KindTransition)
	server.Enter(carrier.Failing)
	for range 4 {
		_, err := client.Track(t.Context(), "p-1")
		require.NoError(t, err)
	}
	server.Enter(carrier.Healthy)
	require.Eventually(t, func() bool { return len(transitions.list()) == 2 }, 10*time.Second, time.Millisecond, "open, and then half-open")

	for range 3 {
		status, err := client.Track(t.Context(), "p-1")
		require.NoError(t, err)
		assert.Equal(t, "in transit", status)
	}

	assert.Equal(t, []resilience.State{
		resilience.StateOpen, resilience.StateHalfOpen, resilience.StateClosed,
	}, transitions.states())
}

func TestSlowAttemptsAreCutOff(t *testing.T) {
	server, client, _ := startResilient(t, map[string]string{
		"instances.tracking.Client.timeout.duration": "20ms",
	})
	server.Enter(carrier.Slow)

	_, err := client.Track(t.Context(), "p-1")

	require.ErrorIs(t, err, resilience.ErrTimeout)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Equal(t, 3, server.Requests())
}

func TestCallersWhoLeaveDoNotOpenTheBreaker(t *testing.T) {
	server, client, transitions := startResilient(t, nil, resilience.KindTransition)
	server.Enter(carrier.Slow)
	for range 15 {
		ctx, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(5*time.Millisecond, cancel)
		_, err := client.Track(ctx, "p-1")
		require.ErrorIs(t, err, context.Canceled)
		timer.Stop()
	}
	server.Enter(carrier.Healthy)

	status, err := client.Track(t.Context(), "p-1")

	require.NoError(t, err)
	assert.Equal(t, "in transit", status)
	assert.Empty(t, transitions.list())
}

func TestBulkheadLetsTwoLabelsPass(t *testing.T) {
	server, client, _ := startResilient(t, nil)
	var calls sync.WaitGroup
	errs := make(chan error, 5)
	for range cap(errs) {
		calls.Go(func() {
			_, err := client.Label(t.Context(), "p-1")
			errs <- err
		})
	}
	calls.Wait()
	close(errs)

	refused := 0
	for err := range errs {
		if err != nil {
			require.ErrorIs(t, err, resilience.ErrBulkheadFull)
			refused++
		}
	}
	assert.Equal(t, 3, refused)
	assert.Equal(t, 2, server.Requests())
}
