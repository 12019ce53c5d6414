package runtime_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/annotations/worstcase"
	resilience "github.com/go-resgen/resgen/runtime"
)

func trackTimeout(directive string) resilience.TimeoutSpec {
	return resilience.TimeoutSpec{Instance: "tracking.Client.Track", Directive: directive}
}

func TestTheWorstCaseIsCheckedAtConstruction(t *testing.T) {
	for name, test := range map[string]struct {
		specs     []resilience.Spec
		overrides map[string]string
		want      string // "" for no error
	}{
		"what the directives say is within the limits": {
			specs: []resilience.Spec{trackRetry("maxAttempts=3 delay=50ms"), trackTimeout("duration=2s"), resilience.WorstCaseSpec{Directive: "duration=6.1s attempts=3"}},
		},
		"an override is above them": {
			specs:     []resilience.Spec{trackRetry("maxAttempts=3 delay=50ms"), trackTimeout("duration=2s"), resilience.WorstCaseSpec{Directive: "duration=6.1s attempts=3"}},
			overrides: map[string]string{"all.retry.maxAttempts": "4"},
			want: "pipeline tracking.Client.Track can take 8.15s, and worstcase allows 6.1s:\n" +
				"3 x 50ms  retry delay\n  4 x 2s  timeout\n   8.15s  in all\noverridden: all.retry.maxAttempts=4\n" +
				"pipeline tracking.Client.Track can make 4 attempts, and worstcase allows 3: lower maxAttempts\noverridden: all.retry.maxAttempts=4",
		},
		"what is switched off bounds nothing": {
			specs:     []resilience.Spec{trackTimeout("duration=2s"), resilience.WorstCaseSpec{Directive: "duration=2s"}},
			overrides: map[string]string{"instances.tracking.Client.Track.timeout.enabled": "false"},
			want: "pipeline tracking.Client.Track can take any time, and worstcase allows 2s: nothing ends an attempt: give it a timeout\n" +
				"overridden: instances.tracking.Client.Track.timeout.enabled=false",
		},
		"the order counts": {
			specs: []resilience.Spec{trackRetry("maxAttempts=3 delay=50ms"), trackTimeout("duration=2s"), resilience.Order{"timeout", "retry"}, resilience.WorstCaseSpec{Directive: "duration=2s"}},
		},
		"an override that adds a total timeout helps": {
			specs:     []resilience.Spec{trackTimeout("duration=2s"), trackRetry(""), resilience.WorstCaseSpec{Directive: "duration=3s"}},
			overrides: map[string]string{"all.timeout.total": "3s"},
		},
		"limits that are none": {
			specs: []resilience.Spec{resilience.WorstCaseSpec{Directive: "hours=3"}},
			want:  `pipeline tracking.Client.Track: worstcase has no key "hours"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := bindTrack(newRegistry(t, resilience.WithOverrides(test.overrides)), tracking, test.specs...)
			if test.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.EqualError(t, err, "resilience for tracking.Client: "+test.want)
		})
	}
}

func TestApplyKeepsTheWorstCase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		p, err := bindTrack(reg, tracking, trackRetry("maxAttempts=2 delay=0s"), trackTimeout("duration=2s"), resilience.WorstCaseSpec{Directive: "attempts=3"})
		require.NoError(t, err)
		require.NoError(t, reg.Apply(map[string]string{"all.retry.maxAttempts": "3"}))
		assert.ErrorContains(t, reg.Apply(map[string]string{"all.retry.maxAttempts": "4"}), "can make 4 attempts, and worstcase allows 3")
		assert.Equal(t, 3, attemptsOf(p), "nothing was applied")
	})
}

func TestABindingKeepsTheWorstCaseOfOthers(t *testing.T) {
	reg := newRegistry(t, resilience.WithOverrides(map[string]string{"instances.shared.retry.enabled": "true"}))
	reference := resilience.RetrySpec{Instance: "shared", Named: true, Directive: "name=shared"}
	_, err := bindTrack(reg, tracking, reference, resilience.WorstCaseSpec{Directive: "attempts=3"})
	require.NoError(t, err)
	definition := resilience.RetrySpec{Instance: "shared", Named: true, Directive: "name=shared maxAttempts=4"}
	other := resilience.Bind(reg, resilience.Origin{Package: "example.com/other", Interface: "other.Client"}, "an implementation")
	other.Pipeline("Get", definition)
	assert.ErrorContains(t, other.Commit(), "pipeline tracking.Client.Track can make 4 attempts, and worstcase allows 3")
}

// TestNoCallExceedsItsWorstCase runs calls whose implementation fails at once, as
// late as its context allows, or long after, through random policies in random
// orders.
func TestNoCallExceedsItsWorstCase(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		draw := func(name string, directives ...string) string { return rapid.SampledFrom(directives).Draw(r, name) }
		execution := draw("execution", "on the caller's goroutine", "detached", "asynchronous")
		fails := draw("the implementation fails", "at once", "when its context ends", "long after")
		stated := map[string]string{
			"timeout":   draw("timeout", "duration=100ms", "duration=100ms total=250ms", "total=200ms", "duration=30ms total=1s"),
			"bulkhead":  draw("bulkhead", "maxConcurrent=1", "maxConcurrent=1 maxWait=20ms", "maxConcurrent=1 maxWait=500ms"),
			"ratelimit": draw("ratelimit", "limit=1000 period=1s", "limit=3 period=1s burst=1 maxWait=400ms", "limit=1 period=1h"),
		}
		repeats, specs := "retry", []resilience.Spec{
			trackTimeout(stated["timeout"]),
			resilience.BulkheadSpec{Instance: "tracking.Client.Track", Directive: stated["bulkhead"]},
			resilience.RateLimitSpec{Instance: "tracking.Client.Track", Directive: stated["ratelimit"]},
		}
		switch execution {
		case "asynchronous":
			repeats = draw("repeats", "retry", "hedge")
		case "on the caller's goroutine":
			if fails == "long after" {
				fails = "when its context ends"
			}
		}
		if repeats == "retry" {
			// Delays that fit into what the totals leave: no attempt follows one that does
			// not, and then the call is shorter than its bound.
			stated["retry"] = draw("retry",
				"maxAttempts=1", "maxAttempts=3 delay=20ms", "maxAttempts=9 delay=10ms multiplier=2 maxDelay=60ms",
				"maxAttempts=6 delay=100ms maxDuration=150ms", "maxAttempts=5 delay=70ms jitter=0.4", "maxAttempts=4 delay=0s")
			specs = append(specs, trackRetry(stated["retry"]))
		} else {
			stated["hedge"] = draw("hedge", "delay=20ms idempotent=true", "delay=20ms maxAttempts=5 budget=100 idempotent=true", "delay=150ms idempotent=true")
			specs = append(specs, resilience.HedgeSpec{Instance: "tracking.Client.Track", Directive: stated["hedge"]})
		}
		order := rapid.SampledFrom([]resilience.Order{
			nil,
			{"timeout", repeats},
			{"bulkhead", repeats},
			{"bulkhead", "timeout"},
			{"ratelimit", repeats},
			{"circuitbreaker", "totaltimeout", repeats},
		}).Draw(r, "order")
		busy := time.Duration(rapid.IntRange(0, 600).Draw(r, "ms that the slot is taken")) * time.Millisecond
		bound := worstcase.Of(layersOf(stated, order), execution != "on the caller's goroutine")
		require.Empty(r, bound.Endless)

		var attempts atomic.Int64
		var took time.Duration
		synctest.Test(t, func(t *testing.T) {
			reg := newRegistry(t)
			p, err := bindTrack(reg, tracking, append(specs, order)...)
			require.NoError(t, err)
			bulkhead, _ := resilience.Lookup[*resilience.Bulkhead](reg, "tracking.Client.Track")
			if busy > 0 {
				require.True(t, bulkhead.TryAcquire())
				time.AfterFunc(busy, bulkhead.Release)
			}
			implementation := func(ctx context.Context) (int, error) {
				attempts.Add(1)
				switch fails {
				case "when its context ends":
					<-ctx.Done()
				case "long after":
					time.Sleep(30 * time.Second)
				}
				return 0, errBusy
			}
			start := time.Now()
			switch execution {
			case "detached":
				_, _ = resilience.DoDetached(t.Context(), p, func(ctx context.Context) (int, resilience.Verdict, error) {
					n, err := implementation(ctx)
					return n, 0, err
				})
			case "asynchronous":
				future := resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] { return resilience.Go(ctx, implementation) })
				_, _ = future.Await(t.Context())
			default:
				_, _ = resilience.DoValue(t.Context(), p, implementation)
			}
			took = time.Since(start)
			time.Sleep(time.Hour) // what was left behind ends
		})
		assert.LessOrEqual(r, took, bound.Time)
		assert.LessOrEqual(r, int(attempts.Load()), bound.Attempts)
		if repeats == "hedge" || busy > 0 || stated["ratelimit"] != "limit=1000 period=1s" || stated["retry"] == "maxAttempts=5 delay=70ms jitter=0.4" {
			return
		}
		switch {
		case fails == "at once":
			assert.Equal(r, bound.Attempts, int(attempts.Load()), "the bound is not too high")
		case execution != "on the caller's goroutine" && stated["retry"] == "maxAttempts=4 delay=0s":
			// The next attempt may come before the last one has given its slot back.
		case fails == "when its context ends" && stated["bulkhead"] == "maxConcurrent=1" && stated["retry"] != "maxAttempts=6 delay=100ms maxDuration=150ms":
			assert.Equal(r, bound.Time, took, "the bound is not too high")
		}
	})
}

// layersOf is what directives put around a call, outermost first.
func layersOf(stated map[string]string, listed []string) []worstcase.Layer {
	var all []worstcase.Layer
	for _, name := range annotations.Reorder(listed) {
		key, policy := "", name
		switch name {
		case "totaltimeout":
			key, policy = "total", "timeout"
		case "timeout":
			key = "duration"
		}
		text, ok := stated[policy]
		if !ok {
			continue
		}
		directive := annotations.Lookup(policy)
		settings, err := annotations.ParseSettings(directive, text)
		if err != nil {
			panic(err)
		}
		if key == "" || settings.Has(key) {
			all = append(all, worstcase.Layer{Name: name, Settings: directive.Complete(settings)})
		}
	}
	return all
}
