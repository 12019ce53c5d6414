package runtime_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	resilience "github.com/go-resgen/resgen/runtime"
)

func TestRecentEventsAreTheLastOnesInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, resilience.WithRecentEvents(3, resilience.KindRetry, resilience.KindRetryGaveUp))
		p, err := bindTrack(reg, tracking, trackRetry("maxAttempts=5"))
		require.NoError(t, err)
		assert.Empty(t, reg.RecentEvents())
		attemptsOf(p)
		var seen []string
		for _, ev := range reg.RecentEvents() {
			assert.Nil(t, ev.Context, "it could keep a whole request alive")
			assert.Equal(t, errBroken, ev.Err)
			assert.Equal(t, "tracking.Client.Track", ev.Method)
			seen = append(seen, ev.Kind.String())
		}
		assert.Equal(t, []string{"retry", "retry", "retry gave up"}, seen)
	})
}

func TestNoEventsAreKeptUnasked(t *testing.T) {
	reg := newRegistry(t)
	_, err := bindTrack(reg, tracking, trackRetry(""))
	require.NoError(t, err)
	assert.Nil(t, reg.RecentEvents())
}

func TestRecentTransitionsOfBreakersThatFollowOneAnotherUnderOneNameAreInOrder(t *testing.T) {
	reg := newRegistry(t, resilience.WithRecentEvents(10, resilience.KindTransition))
	made := func() *resilience.CircuitBreaker {
		b, err := reg.CircuitBreaker("carrier", resilience.DefaultCircuitBreakerConfig())
		require.NoError(t, err)
		return b
	}
	former := made()
	former.Open()
	former.Close()
	require.True(t, reg.Remove("circuitbreaker", "carrier"))
	made().ForceOpen()
	former.Disable() // by somebody who still has it

	var to []resilience.State
	last := uint64(0)
	for _, ev := range reg.RecentEvents() {
		to = append(to, ev.To)
		assert.Greater(t, ev.Sequence, last)
		last = ev.Sequence
	}
	assert.Equal(t, []resilience.State{resilience.StateOpen, resilience.StateClosed, resilience.StateForcedOpen, resilience.StateDisabled}, to)
	assert.Equal(t, uint64(3), former.Metrics().Total.Transitions, "its own are still counted apart")
}

// TestRing compares the ring with a slice that keeps everything, for transitions
// that several breakers publish in any order.
func TestRing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 8).Draw(t, "size")
		ring := resilience.NewRing(size)
		var all []resilience.Event
		for range rapid.IntRange(0, 30).Draw(t, "events") {
			ev := resilience.Event{
				Kind:     rapid.SampledFrom([]resilience.Kind{resilience.KindTransition, resilience.KindSuccess}).Draw(t, "kind"),
				Instance: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "instance"),
				Sequence: rapid.Uint64Range(0, 9).Draw(t, "sequence"),
			}
			all = append(all, ev)
			ev.Context = context.Background()
			ring.Add(ev)
		}
		want := slices.Clone(all[max(0, len(all)-size):])
		// Swap neighbours, among the transitions of one breaker, until none is
		// out of order.
		for swapped := true; swapped; {
			swapped = false
			for i := range want {
				for j := i + 1; j < len(want); j++ {
					if want[i].Kind == resilience.KindTransition && want[j].Kind == resilience.KindTransition &&
						want[i].Instance == want[j].Instance && want[i].Sequence > want[j].Sequence {
						want[i], want[j] = want[j], want[i]
						swapped = true
					}
				}
			}
		}
		got := ring.List()
		if len(want) == 0 {
			assert.Empty(t, got)
			return
		}
		assert.Equal(t, want, got)
	})
}
