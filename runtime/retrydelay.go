package runtime

import (
	"math"
	"math/rand/v2"
	"time"
)

// delay is how long to wait after the attempt (counted from 1) that ended with
// err. It is never negative and never above MaxDelay, but never below atLeast,
// which is what the error asked for.
func (r *retryRules) delay(attempt int, err error, atLeast time.Duration) time.Duration {
	c := &r.config
	var d time.Duration
	switch {
	case c.DelayFunc != nil:
		d = max(0, c.DelayFunc(attempt, err))
	case c.Multiplier == 1 && c.Jitter == 0:
		d = c.Delay
	default:
		d = jittered(backoff(c.Delay, c.Multiplier, attempt), c.Jitter)
	}
	if c.MaxDelay > 0 {
		d = min(d, c.MaxDelay)
	}
	return max(d, atLeast)
}

// backoff is base·multiplier^(attempt-1), computed where it cannot overflow.
func backoff(base time.Duration, multiplier float64, attempt int) float64 {
	if base == 0 {
		return 0 // 0·Inf is not a number
	}
	return float64(base) * math.Pow(multiplier, float64(attempt-1))
}

// jittered spreads d, which may be infinite, uniformly over d(1-jitter) to
// d(1+jitter).
func jittered(d, jitter float64) time.Duration {
	d = min(d, math.MaxInt64) // 0·Inf is not a number
	if jitter > 0 {
		d *= 1 + jitter*(2*rand.Float64()-1)
	}
	if d >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(d)
}
