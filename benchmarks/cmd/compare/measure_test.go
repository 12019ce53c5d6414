package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const output = `goos: linux
goarch: amd64
pkg: example.com/benchmarks
cpu: Some CPU
BenchmarkStack/DoneUsed/resgen         	 1000	       100.0 ns/op	      48 B/op	       1 allocs/op
BenchmarkStack/DoneUsed/resgen         	 1000	       300.0 ns/op	      48 B/op	       1 allocs/op
BenchmarkStack/DoneUsed/resgen         	 1000	       120.0 ns/op	      48 B/op	       1 allocs/op
BenchmarkStack/DoneUsed/resgen-2       	 1000	        90.0 ns/op	      48 B/op	       1 allocs/op
BenchmarkStack/DoneUsed/failsafe-go    	 1000	      1200 ns/op	    1688 B/op	      35 allocs/op
BenchmarkStack/DoneUsed/failsafe-go-2  	 1000	      1000 ns/op	    1688 B/op	      35 allocs/op
BenchmarkDelay/resgen                  	    3	     10000 ns/op	         0 goroutines	     233.1 live-B/call	   39000 B/op	     400 allocs/op
PASS
ok  	example.com/benchmarks	1.0s
`

func TestReadTakesTheMedianOfEachSeries(t *testing.T) {
	r, err := read(strings.NewReader(output))
	require.NoError(t, err)
	resgen := series{Case: "Stack/DoneUsed", Contender: "resgen", CPUs: 1}
	failsafe := series{Case: "Stack/DoneUsed", Contender: "failsafe-go", CPUs: 2}
	assert.Len(t, r.order, 5)
	assert.Equal(t, resgen, r.order[0])
	assert.Equal(t, measure{Nanoseconds: 120, Bytes: 48, Allocs: 1}, r.measures[resgen])
	assert.Equal(t, measure{Nanoseconds: 1000, Bytes: 1688, Allocs: 35}, r.measures[failsafe])
}

func TestMeasuresAreComparedWithResgen(t *testing.T) {
	r, err := read(strings.NewReader(output))
	require.NoError(t, err)
	var table strings.Builder
	writeMeasures(&table, r)
	assert.Contains(t, table.String(), "| Stack/DoneUsed | 1 | failsafe-go | 1200.0 | 1688 | 35 | 10.00 |\n")
}

func TestWaitingCallsHaveATableOfTheirOwn(t *testing.T) {
	r, err := read(strings.NewReader(output))
	require.NoError(t, err)
	var table strings.Builder
	writeWaits(&table, r)
	assert.Equal(t, "| case | CPUs | contender | live B a call | goroutines |\n|---|--:|---|--:|--:|\n| Delay | 1 | resgen | 233 | 0 |\n\n", table.String())
	table.Reset()
	writeWaits(&table, results{})
	assert.Empty(t, table.String())
}

func TestAllocationsBeyondAnother(t *testing.T) {
	assert.Equal(t, measure{Nanoseconds: 5, Bytes: 192, Allocs: 1},
		measure{Nanoseconds: 5, Bytes: 320, Allocs: 2}.beyond(measure{Nanoseconds: 1, Bytes: 128, Allocs: 1}))
}

func TestGoalsBoundWhatWaitingCallsHold(t *testing.T) {
	g := goal{Live: 400}
	for name, test := range map[string]struct {
		measure measure
		met     bool
	}{
		"at the bound":   {measure{Live: 400}, true},
		"too many bytes": {measure{Live: 401}, false},
		"on a goroutine": {measure{Live: 100, Goroutines: 1}, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, met := g.met(test.measure, measure{})
			assert.Equal(t, test.met, met)
		})
	}
}

func TestGoalsBoundTimesAndAllocations(t *testing.T) {
	g := goal{Against: "failsafe-go", Ratio: 0.1, Bounded: true, Allocs: 1, Bytes: 64}
	peer := measure{Nanoseconds: 1000}
	for name, test := range map[string]struct {
		measure measure
		ratio   float64
		met     bool
	}{
		"at the bounds":            {measure{Nanoseconds: 100, Bytes: 64, Allocs: 1}, 0.1, true},
		"too slow":                 {measure{Nanoseconds: 101, Bytes: 64, Allocs: 1}, 0.101, false},
		"too many bytes":           {measure{Nanoseconds: 100, Bytes: 65, Allocs: 1}, 0.1, false},
		"too many allocations":     {measure{Nanoseconds: 100, Bytes: 64, Allocs: 2}, 0.1, false},
		"fast, without allocation": {measure{Nanoseconds: 1}, 0.001, true},
	} {
		t.Run(name, func(t *testing.T) {
			ratio, met := g.met(test.measure, peer)
			assert.InDelta(t, test.ratio, ratio, 1e-9)
			assert.Equal(t, test.met, met)
		})
	}
}
