package runtime

import "math/bits"

// A window holds the outcomes by which a circuit breaker judges. Every method
// but succeed wants the breaker's lock.
type window interface {
	// succeed records a success that was not slow, if an atomic operation is all
	// that it takes; otherwise it does nothing, and record has to.
	succeed(at instant) bool
	// record adds an outcome. It returns the rates that this outcome brought to
	// their thresholds, and all the rates that are there.
	record(m mark, at instant) (crossed, reached rates)
	// expire drops the outcomes that are too old at the instant.
	expire(at instant)
	// counts are those of the outcomes inside the window.
	counts() counts
	// recorded counts all outcomes ever recorded.
	recorded() counts
	// judgeBy replaces the limits.
	judgeBy(limits)
	// close makes succeed fail from now on. Nothing is recorded any more.
	close()
}

// A mark is what is remarkable about an outcome; zero for a quick success.
type mark uint8

const (
	markFailed mark = 1 << iota
	markSlow
)

// counts are numbers of outcomes.
type counts struct {
	calls, failed, slow, slowFailed uint64
}

// add counts the marks of one outcome.
func (c *counts) add(m mark) {
	switch m {
	case markFailed:
		c.failed++
	case markSlow:
		c.slow++
	case markFailed | markSlow:
		c.failed++
		c.slow++
		c.slowFailed++
	}
}

// plus and minus leave out no field.
func (c counts) plus(d counts) counts {
	return counts{c.calls + d.calls, c.failed + d.failed, c.slow + d.slow, c.slowFailed + d.slowFailed}
}

func (c counts) minus(d counts) counts {
	return counts{c.calls - d.calls, c.failed - d.failed, c.slow - d.slow, c.slowFailed - d.slowFailed}
}

// rates is a set of rates.
type rates uint8

const (
	rateFailure rates = 1 << iota
	rateSlow
)

// limits are what the counts of a window are compared with.
type limits struct {
	minCalls              uint64
	failureRate, slowRate uint64 // in parts per million
}

// reached returns the rates that are at or above their thresholds: none while
// there are fewer calls than the minimum.
func (l limits) reached(c counts) rates {
	if c.calls < l.minCalls {
		return 0
	}
	var reached rates
	if reaches(c.failed, c.calls, l.failureRate) {
		reached |= rateFailure
	}
	if reaches(c.slow, c.calls, l.slowRate) {
		reached |= rateSlow
	}
	return reached
}

const million = 1_000_000

// reaches reports whether part/total >= rate/million, in integers of 128 bits:
// 99 of 200 is not half, and nothing overflows.
func reaches(part, total, rate uint64) bool {
	high, low := bits.Mul64(part, million)
	limitHigh, limitLow := bits.Mul64(total, rate)
	return high > limitHigh || high == limitHigh && low >= limitLow
}
