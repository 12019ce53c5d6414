package runtime

// A LimitAlgorithm says how an AdaptiveLimiter's limit follows what it measures.
type LimitAlgorithm string

const (
	// LimitVegas follows latency: see vegas.
	LimitVegas LimitAlgorithm = "vegas"
	// LimitAIMD follows failures: see aimd.
	LimitAIMD LimitAlgorithm = "aimd"
)

// An AdaptiveLimiterConfig says between which bounds an AdaptiveLimiter moves its
// limit, and by which algorithm. Zero is zero: see DefaultAdaptiveLimiterConfig
// for the defaults.
type AdaptiveLimiterConfig struct {
	// Initial is the limit to begin with, from Min to Max.
	Initial int
	// Min is the lowest limit, from 1 to 1,000,000.
	Min int
	// Max is the highest limit, from Min to 1,000,000.
	Max int
	// Algorithm is how the limit follows what is measured.
	Algorithm LimitAlgorithm
	// Group is a label that events and snapshots carry, for dashboards.
	Group string
}

// DefaultAdaptiveLimiterConfig returns the defaults of the adaptivelimit
// directive: from 1 to 200 calls, 20 to begin with, by LimitVegas.
func DefaultAdaptiveLimiterConfig() AdaptiveLimiterConfig {
	return AdaptiveLimiterConfig{Initial: 20, Min: 1, Max: 200, Algorithm: LimitVegas}
}

// validate holds the configuration against the bounds of the directive.
func (cfg AdaptiveLimiterConfig) validate() error { return cfg.statement().check() }
