package runtime

import (
	"math/bits"
	"time"
)

// A gcra is the arithmetic of the generic cell rate algorithm, in its virtual
// scheduling form (ITU-T Recommendation I.371, annex A): each permit moves a
// theoretical arrival time on by the emission interval, and is given as long as
// that time is not further ahead of the clock than the burst tolerance.
//
// The emission interval is period/limit nanoseconds, a fraction. Arrival times are
// whole nanoseconds and still keep the exact rate: see step.
type gcra struct {
	period, limit uint64 // in lowest terms
	tolerance     instant
}

// first is the first instant there is. All rounding counts from it, so that there
// is no seam at 0.
const first instant = -1 << 63

// newGCRA wants what RateLimiterConfig allows: an interval of 1 ns or more, and a
// burst that is worth a year or less.
func newGCRA(limit int, period time.Duration, burst int) gcra {
	divisor := gcd(uint64(period), uint64(limit))
	g := gcra{period: uint64(period) / divisor, limit: uint64(limit) / divisor}
	g.tolerance = g.step(first, burst)
	if g.limit > 1 {
		g.tolerance++ // what the steps of a burst can add up to beyond one step of its size
	}
	return g
}

// step returns how far n permits, at most a burst, move the arrival time t on:
// n*period/limit nanoseconds, rounded up or down so that the steps from any t on
// add up to within 2 ns of the exact sum, however many there are.
//
// A steady stream of permits from the first instant on comes at k*period/limit,
// rounded up. A step keeps its distance from them: from t in one gap of that
// stream to the same distance into the gap n further on. What is to be rounded
// follows from t alone, and needs no fraction to be stored.
func (g *gcra) step(t instant, n int) instant {
	hi, lo := bits.Mul64(uint64(n), g.period)
	if g.limit == 1 {
		return instant(lo)
	}
	lo, carry := bits.Add64(lo, g.limit-1-g.phase(t), 0)
	quotient, _ := bits.Div64(hi+carry, lo, g.limit)
	return instant(quotient)
}

// phase is the fraction of a nanosecond, in units of 1/limit, by which the exact
// start of t's gap lies before the whole nanosecond that stands for it.
func (g *gcra) phase(t instant) uint64 {
	hi, lo := bits.Mul64(uint64(t)-uint64(1<<63), g.limit) // t - first
	return bits.Rem64(hi, lo, g.period) % g.limit
}

// permits returns how many whole permits the span is worth.
func (g *gcra) permits(span instant) uint64 {
	hi, lo := bits.Mul64(uint64(span), g.limit)
	quotient, _ := bits.Div64(hi, lo, g.period)
	return quotient
}

// convert returns the span that is worth as many permits, fractions included, as
// span was worth to old; at most the tolerance.
func (g *gcra) convert(span instant, old *gcra) instant {
	used := float64(span) * float64(old.limit) / float64(old.period)
	return instant(min(used*float64(g.period)/float64(g.limit), float64(g.tolerance)))
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
