package runtime

import (
	"math"
	"time"
)

// clock reads the wall clock and the instant at which it did.
func clock() (time.Time, instant) {
	wall := time.Now()
	return wall, wall.Sub(base)
}

// timeOf returns the time of an instant, for users: its wall clock is that of
// today, not that of base, and its monotonic reading is the same at every call.
func timeOf(at instant) time.Time {
	wall, reading := clock()
	return wall.Add(at - reading)
}

// instantOf is the reverse of timeOf. It reads the clock only if t is a date
// without a monotonic reading, such as one that was parsed: the wall clock may
// have been set since base was read.
func instantOf(t time.Time) instant {
	if t == t.Round(0) {
		return after(now(), time.Until(t))
	}
	return t.Sub(base)
}

// after returns the instant that lies d after start, or the last one that there
// is on that side.
func after(start instant, d time.Duration) instant {
	switch at := start + d; {
	case d > 0 && at < start:
		return math.MaxInt64
	case d < 0 && at > start:
		return math.MinInt64
	default:
		return at
	}
}
