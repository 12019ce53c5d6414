package runtime

// CircuitBreakerMetrics are the numbers of a circuit breaker at one instant.
type CircuitBreakerMetrics struct {
	// State is the state that the other fields, Total apart, are about. An open
	// breaker shows the window that opened it; a disabled or forced-open one
	// nothing.
	State State `json:"state"`
	// FailureRate and SlowRate are in percent; -1 below the minimum of calls.
	FailureRate float64 `json:"failureRate"`
	SlowRate    float64 `json:"slowRate"`
	// Buffered is the number of outcomes in the window: Failed and Successful
	// together. Slow ones are SlowFailed and SlowSuccessful together.
	Buffered       uint64 `json:"buffered"`
	Failed         uint64 `json:"failed"`
	Successful     uint64 `json:"successful"`
	Slow           uint64 `json:"slow"`
	SlowFailed     uint64 `json:"slowFailed"`
	SlowSuccessful uint64 `json:"slowSuccessful"`
	// NotPermitted is the number of calls refused in this state.
	NotPermitted uint64 `json:"notPermitted"`
	// Total counts since the breaker was made.
	Total CircuitBreakerTotals `json:"total"`
}

// CircuitBreakerTotals are counters that only grow, over all states.
type CircuitBreakerTotals struct {
	Successful   uint64 `json:"successful"`
	Failed       uint64 `json:"failed"`
	Slow         uint64 `json:"slow"`
	Ignored      uint64 `json:"ignored"`
	NotPermitted uint64 `json:"notPermitted"`
	Transitions  uint64 `json:"transitions"`
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
