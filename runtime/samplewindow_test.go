package runtime_test

import (
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSampleWindowFieldsHoldTheirLargestValues(t *testing.T) {
	for name, test := range map[string]struct {
		failed  bool
		latency time.Duration
		want    resilience.SampleWindow
	}{
		"the longest calls":    {false, math.MaxInt64, resilience.SampleWindow{Calls: resilience.MaxWindow, Latency: resilience.MaxLatency, Busy: true}},
		"nothing but failures": {true, math.MaxInt64, resilience.SampleWindow{Calls: resilience.MaxWindow, Failures: resilience.MaxWindow, Busy: true}},
		"a clock gone back":    {false, math.MinInt64, resilience.SampleWindow{Calls: resilience.MaxWindow, Busy: true}},
	} {
		t.Run(name, func(t *testing.T) {
			var s resilience.Samples
			for range 2 { // the second window begins empty
				for range resilience.MaxWindow - 1 {
					_, full := s.Add(resilience.MaxWindow, test.failed, true, test.latency)
					require.False(t, full)
				}
				got, full := s.Add(resilience.MaxWindow, test.failed, true, test.latency)
				require.True(t, full)
				assert.Equal(t, test.want, got)
			}
		})
	}
}

func TestSampleWindowAgreesWithAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s resilience.Samples
		var latencies time.Duration
		var want resilience.SampleWindow
		for range rapid.IntRange(1, 500).Draw(t, "calls") {
			size := rapid.IntRange(1, 50).Draw(t, "size")
			failed := rapid.Bool().Draw(t, "failed")
			busy := rapid.IntRange(0, 9).Draw(t, "busy") == 0
			latency := time.Duration(rapid.Int64Range(0, 1_000_000).Draw(t, "latency")) * resilience.LatencyUnit
			want.Calls++
			want.Busy = want.Busy || busy
			if failed {
				want.Failures++
			} else {
				latencies += latency
			}
			got, full := s.Add(size, failed, busy, latency)
			if full != (want.Calls >= size) {
				t.Fatalf("full after %d of %d: %v", want.Calls, size, full)
			}
			if !full {
				continue
			}
			if succeeded := want.Calls - want.Failures; succeeded > 0 {
				want.Latency = latencies / time.Duration(succeeded)
			}
			if got != want {
				t.Fatalf("%+v, want %+v", got, want)
			}
			want, latencies = resilience.SampleWindow{}, 0
		}
	})
}

func TestSampleWindowLosesNoCallUnderFire(t *testing.T) {
	const workers, rounds, size = 64, 1000, 100
	var s resilience.Samples
	var windows, failures atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range rounds {
				if w, full := s.Add(size, i%10 == 0, false, time.Millisecond); full {
					windows.Add(1)
					failures.Add(int64(w.Failures))
					assert.Equal(t, size, w.Calls)
					assert.InDelta(t, time.Millisecond, w.Latency, float64(resilience.LatencyUnit))
				}
			}
		})
	}
	wg.Wait()
	assert.EqualValues(t, workers*rounds/size, windows.Load())
	assert.EqualValues(t, workers*rounds/10, failures.Load())
}
