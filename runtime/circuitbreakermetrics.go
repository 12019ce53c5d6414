package runtime

// CircuitBreakerMetrics are the numbers of a circuit breaker at one instant.
type CircuitBreakerMetrics struct {
	// State is the state that the other fields, Total apart, are about. An open
	// breaker shows the window that opened it; a disabled or forced-open one
	// nothing.
	State State
	// FailureRate and SlowRate are in percent; -1 below the minimum of calls.
	FailureRate float64
	SlowRate    float64
	// Buffered is the number of outcomes in the window: Failed and Successful
	// together. Slow ones are SlowFailed and SlowSuccessful together.
	Buffered       uint64
	Failed         uint64
	Successful     uint64
	Slow           uint64
	SlowFailed     uint64
	SlowSuccessful uint64
	// NotPermitted is the number of calls refused in this state.
	NotPermitted uint64
	// Total counts since the breaker was made.
	Total CircuitBreakerTotals
}

// CircuitBreakerTotals are counters that only grow, over all states.
type CircuitBreakerTotals struct {
	Successful   uint64
	Failed       uint64
	Slow         uint64
	Ignored      uint64
	NotPermitted uint64
	Transitions  uint64
}

// Metrics returns a consistent snapshot. It changes nothing, and holds up calls
// for no longer than it takes to copy the window's totals.
func (b *CircuitBreaker) Metrics() CircuitBreakerMetrics {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.epoch.Load()
	total := b.past
	if e.window != nil {
		e.window.expire(now())
		total = total.plus(e.window.recorded())
	}
	m := e.judged().metrics()
	refused := b.refused.Load()
	m.State = e.state
	m.NotPermitted = refused - e.refusedBefore
	m.Total = CircuitBreakerTotals{
		Successful:   total.calls - total.failed,
		Failed:       total.failed,
		Slow:         total.slow,
		Ignored:      b.ignored.Load(),
		NotPermitted: refused,
		Transitions:  b.transitions,
	}
	return m
}

// judged returns what the epoch shows of its window.
func (e *epoch) judged() judged {
	switch e.state {
	case StateClosed, StateMetricsOnly:
		return judged{e.window.counts(), e.cfg.closedLimits()}
	case StateHalfOpen:
		return judged{e.window.counts(), e.cfg.halfOpenLimits()}
	default:
		return e.openedBy
	}
}

func (j judged) metrics() CircuitBreakerMetrics {
	c := j.counts
	m := CircuitBreakerMetrics{
		FailureRate:    -1,
		SlowRate:       -1,
		Buffered:       c.calls,
		Failed:         c.failed,
		Successful:     c.calls - c.failed,
		Slow:           c.slow,
		SlowFailed:     c.slowFailed,
		SlowSuccessful: c.slow - c.slowFailed,
	}
	if c.calls > 0 && c.calls >= j.limits.minCalls {
		m.FailureRate = 100 * float64(c.failed) / float64(c.calls)
		m.SlowRate = 100 * float64(c.slow) / float64(c.calls)
	}
	return m
}
