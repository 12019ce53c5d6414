package runtime

import (
	"math"
	"time"
)

// vegas is the congestion avoidance of TCP Vegas (L. Brakmo and L. Peterson, "TCP
// Vegas: End to End Congestion Avoidance on a Global Internet", IEEE Journal on
// Selected Areas in Communications 13(8), 1995) for calls in place of packets,
// with the steps of the VegasLimit of Netflix's concurrency-limits.
//
// With the base latency of a call that meets no queue, the callee's queue is
// limit * (1 - base/latency). The limit grows while that is short, shrinks while
// it is long, and rests between. A failed call shrinks it.
//
// A base that is only ever seen to fall would be wrong for good once the callee
// has become slower. Every measureEvery windows it is measured anew: where the
// limit is in use, under half of it, so that the queue drains first, as BBR does
// (N. Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue
// 14(5), 2016, ProbeRTT). Netflix's takes the next latency, queue and all, and
// under a load that does not let up its limit creeps upwards.
type vegas struct {
	base time.Duration // zero until it has been measured
	age  int           // windows since then
	// measuring counts down the windows under half the limit: in the first calls
	// end that began before it, the last is the measurement.
	measuring int
}

const (
	measureEvery   = 50
	measureWindows = 2
)

func (v *vegas) next(w sampleWindow, limit int) (next int, measure bool) {
	step := max(1, int(math.Log10(float64(limit))))
	if w.failures > 0 {
		limit -= step
	}
	switch {
	case w.latency == 0:
		return limit, v.measuring > 0
	case v.measuring > 0:
		if v.measuring--; v.measuring == 0 {
			v.base, v.age = w.latency, 0
		}
		return limit, v.measuring > 0
	}
	if v.age++; v.base == 0 || v.age > measureEvery {
		if w.busy {
			v.measuring = measureWindows
			return limit, true
		}
		v.base, v.age = w.latency, 0
	}
	v.base = min(v.base, w.latency)
	if w.failures > 0 || !w.busy {
		return limit, false
	}
	queue := int(math.Ceil(float64(limit) * (1 - float64(v.base)/float64(w.latency))))
	switch {
	case queue <= step:
		return limit + 6*step, false
	case queue < 3*step:
		return limit + step, false
	case queue > 6*step:
		return limit - step, false
	}
	return limit, false
}
