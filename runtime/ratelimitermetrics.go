package runtime

// RateLimiterMetrics are a rate limiter's numbers.
type RateLimiterMetrics struct {
	// Available is how many permits are there now, from 0 to the burst.
	Available int `json:"available"`
	// Waiting is the number of calls in the queue, and of reservations that are
	// not due yet.
	Waiting int `json:"waiting"`
	// Rejected counts the calls that were refused.
	Rejected uint64 `json:"rejected"`
}

// Metrics returns the rate limiter's numbers. It changes nothing.
func (l *RateLimiter) Metrics() RateLimiterMetrics {
	l.lock()
	defer l.mu.Unlock()
	at, pace := now(), l.pace.Load()
	free := pace.tolerance - (l.after(instant(l.arrival.Load()), at) - at)
	return RateLimiterMetrics{
		Available: int(min(pace.permits(max(0, free)), uint64(pace.Burst))),
		Waiting:   l.waiters.list.Len(),
		Rejected:  l.rejected.Load(),
	}
}
