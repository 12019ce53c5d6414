package main

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// A series is a benchmark of one contender: Benchmark<Case>/<Contender>.
type series struct {
	Case      string // such as "FivePolicies/DoneUsed"
	Contender string // such as "failsafe-go"
	CPUs      int
}

// A measure is what one operation of a series costs, each figure the median of
// its runs.
type measure struct {
	Nanoseconds, Bytes, Allocs float64
	// Live and Goroutines are what calls that wait hold: bytes a call, and
	// goroutines of all of them. Waits says that they were measured.
	Waits            bool
	Live, Goroutines float64
}

// beyond is what m allocates more than other.
func (m measure) beyond(other measure) measure {
	m.Bytes -= other.Bytes
	m.Allocs -= other.Allocs
	return m
}

// results are the measures of one run of all benchmarks.
type results struct {
	order    []series // as they were run
	measures map[series]measure
}

// read parses the output of go test -bench -benchmem.
func read(r io.Reader) (results, error) {
	samples := make(map[series]map[string][]float64)
	var order []series
	reader := benchfmt.NewReader(r, "go test")
	for reader.Scan() {
		result, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		s := seriesOf(result.Name)
		if samples[s] == nil {
			samples[s] = make(map[string][]float64)
			order = append(order, s)
		}
		for _, v := range result.Values {
			value, unit := v.Value, v.Unit
			if v.OrigUnit != "" {
				value, unit = v.OrigValue, v.OrigUnit
			}
			samples[s][unit] = append(samples[s][unit], value)
		}
	}
	if err := reader.Err(); err != nil {
		return results{}, err
	}
	measures := make(map[series]measure)
	for s, units := range samples {
		measures[s] = measure{
			Nanoseconds: median(units["ns/op"]),
			Bytes:       median(units["B/op"]),
			Allocs:      median(units["allocs/op"]),
			Waits:       len(units["goroutines"]) > 0,
			Live:        median(units["live-B/call"]),
			Goroutines:  median(units["goroutines"]),
		}
	}
	return results{order: order, measures: measures}, nil
}

func seriesOf(name benchfmt.Name) series {
	s := series{CPUs: 1}
	base, parts := name.Parts()
	path := []string{string(base)}
	for _, part := range parts {
		text := string(part)
		if cpus, isCPUs := strings.CutPrefix(text, "-"); isCPUs {
			if n, err := strconv.Atoi(cpus); err == nil {
				s.CPUs = n
				continue
			}
		}
		path = append(path, strings.TrimPrefix(text, "/"))
	}
	s.Case, s.Contender = strings.Join(path[:len(path)-1], "/"), path[len(path)-1]
	return s
}

func median(samples []float64) float64 {
	if len(samples) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(samples))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
