package runtime

// AdaptiveLimiterMetrics are an adaptive limiter's numbers.
type AdaptiveLimiterMetrics struct {
	// Limit is the limit in force: half of the usual one while the algorithm
	// measures the callee's latency without a queue.
	Limit int `json:"limit"`
	// InFlight is the number of calls under way; above Limit for a while after that
	// was lowered.
	InFlight int `json:"inFlight"`
	// Rejected counts the calls that were refused.
	Rejected uint64 `json:"rejected"`
}

// Metrics returns the adaptive limiter's numbers. It changes nothing.
func (l *AdaptiveLimiter) Metrics() AdaptiveLimiterMetrics {
	return AdaptiveLimiterMetrics{
		Limit:    int(l.limit.Load()),
		InFlight: int(l.inFlight.Load()),
		Rejected: l.rejected.Load(),
	}
}
