package runtime

import (
	"math"
	"time"
)

// CircuitBreakerConfig says when a circuit breaker opens and how it closes
// again. Its fields are the keys of the circuitbreaker directive. Zero means
// zero, not the default: start from DefaultCircuitBreakerConfig.
type CircuitBreakerConfig struct {
	// WindowCalls is the size of a count window: the rates are those of the last
	// WindowCalls outcomes. 1 to 1,000,000; 0 with a time window.
	WindowCalls int
	// WindowTime is the length of a time window: the rates are those of the
	// outcomes of the last WindowTime. Whole seconds from 10s to 1h, counted in
	// buckets of a second; tenths of a second below, in buckets of a tenth. 0 with
	// a count window.
	WindowTime time.Duration
	// FailureRate in percent, at which the breaker opens: more than 0, at most
	// 100, with at most four decimals. Compared exactly; equality opens.
	FailureRate float64
	// MinCalls is how many outcomes the window must have before rates are
	// computed: 1 to 1,000,000. A count window's size caps it.
	MinCalls int
	// SlowCall is how long a call may take; what takes longer is slow, whatever
	// its outcome. Up to a year; 0 switches it off, and saves reading the clock.
	SlowCall time.Duration
	// SlowRate in percent, at which the breaker opens: as FailureRate.
	SlowRate float64
	// OpenWait is how long the breaker stays open: up to a year, not 0. The first call
	// that comes at or after its end is a probe.
	OpenWait time.Duration
	// OpenMultiplier lengthens the wait each time the breaker opens again before
	// it has closed: 1 to 1000.
	OpenMultiplier float64
	// MaxOpenWait caps the lengthened wait: at least OpenWait. 0 is no cap.
	MaxOpenWait time.Duration
	// HalfOpenCalls is how many calls are admitted in all, at once or one by one,
	// while the breaker is half-open: 1 to 1,000,000. Once the smaller of it and
	// MinCalls have ended, their rates decide. A neutral call's place goes to
	// another one.
	HalfOpenCalls int
	// MaxHalfOpenWait is how long an admitted call may stay out while the breaker
	// is half-open. The next call finds it lost, and opens the breaker again. 0
	// waits for ever.
	MaxHalfOpenWait time.Duration
	// AutoHalfOpen makes a timer end the open state, where otherwise the next call
	// does.
	AutoHalfOpen bool
	// Initial is the state to begin in: any but half-open.
	Initial State
	// RecordOn and RecordIf select the errors that count as failures. If neither
	// is set, all do; if one is, errors that match neither count as successes.
	RecordOn []Matcher
	RecordIf Matcher
	// IgnoreOn and IgnoreIf select the errors that do not count at all. They are
	// asked first.
	IgnoreOn []Matcher
	IgnoreIf Matcher
	// IgnoreCallerDeadline makes a call neutral that failed after its caller's
	// deadline ran out. Otherwise it is a failure: a dependency that hangs must
	// open its breaker.
	IgnoreCallerDeadline bool
	// Group is a name for dashboards, reported with each event.
	Group string
}

// DefaultCircuitBreakerConfig returns the directive's defaults: at least half of
// the last 100 calls failed, open for a minute, ten probes.
func DefaultCircuitBreakerConfig() CircuitBreakerConfig {
	return CircuitBreakerConfig{
		WindowCalls:     100,
		FailureRate:     50,
		MinCalls:        100,
		SlowRate:        100,
		OpenWait:        time.Minute,
		OpenMultiplier:  1,
		HalfOpenCalls:   10,
		MaxHalfOpenWait: time.Minute,
		Initial:         StateClosed,
	}
}

// validate holds the configuration against the bounds of the directive.
func (c *CircuitBreakerConfig) validate() error { return c.statement().check() }

func partsPerMillion(percent float64) uint64 { return uint64(math.Round(percent * 1e4)) }

// closedLimits are those of the closed and metrics-only states.
func (c *CircuitBreakerConfig) closedLimits() limits {
	minCalls := c.MinCalls
	if c.WindowCalls > 0 {
		minCalls = min(minCalls, c.WindowCalls)
	}
	return c.limits(minCalls)
}

// halfOpenLimits are judged once, when as many outcomes are there as they want.
func (c *CircuitBreakerConfig) halfOpenLimits() limits {
	return c.limits(min(c.MinCalls, c.HalfOpenCalls))
}

func (c *CircuitBreakerConfig) limits(minCalls int) limits {
	return limits{
		minCalls:    uint64(minCalls),
		failureRate: partsPerMillion(c.FailureRate),
		slowRate:    partsPerMillion(c.SlowRate),
	}
}

// openWait is the wait after the given number of openings in a row.
func (c *CircuitBreakerConfig) openWait(openings int) time.Duration {
	longest := c.MaxOpenWait
	if longest == 0 {
		longest = math.MaxInt64
	}
	wait := float64(c.OpenWait) * math.Pow(c.OpenMultiplier, float64(openings-1))
	if wait >= float64(longest) {
		return longest
	}
	return max(c.OpenWait, time.Duration(wait))
}
