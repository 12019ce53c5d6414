package runtime

import "time"

// A RateLimiterConfig says how many permits a RateLimiter gives: Limit in each
// Period, spread evenly, and up to Burst of them at once. Zero is zero: see
// DefaultRateLimiterConfig for the defaults.
type RateLimiterConfig struct {
	// Limit is how many permits there are in a Period: from 1 to 1,000,000,000, and
	// no more than one in a nanosecond.
	Limit int
	// Period is the time in which Limit permits become available: more than 0, at
	// most a year.
	Period time.Duration
	// Burst is how many permits can be taken at once after a pause: from 1 to
	// 1,000,000,000, and no more than become available in a year. However long the
	// pause was, there are never more.
	Burst int
	// MaxWait is how long a call may wait for its permit, at most a year. Zero does
	// not wait.
	MaxWait time.Duration
	// Group is a label that events and snapshots carry, for dashboards.
	Group string
}

// DefaultRateLimiterConfig returns the defaults of the ratelimit directive, whose
// limit and period have none: a burst of limit, and no waiting.
func DefaultRateLimiterConfig(limit int, period time.Duration) RateLimiterConfig {
	return RateLimiterConfig{Limit: limit, Period: period, Burst: limit}
}

// validate holds the configuration against the bounds of the directive.
func (cfg RateLimiterConfig) validate() error { return cfg.statement().check() }
