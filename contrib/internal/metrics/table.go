package metrics

import (
	"slices"

	resilience "github.com/go-resgen/resgen/runtime"
)

type (
	instance        = resilience.InstanceSnapshot
	pipeline        = resilience.PipelineSnapshot
	retry           = resilience.RetryMetrics
	hedge           = resilience.HedgeMetrics
	breaker         = resilience.CircuitBreakerMetrics
	rateLimiter     = resilience.RateLimiterMetrics
	adaptiveLimiter = resilience.AdaptiveLimiterMetrics
	timeout         = resilience.TimeoutMetrics
	bulkhead        = resilience.BulkheadMetrics
)

// Instances returns the metrics of the policies' instances. Their names and labels
// are kept: dashboards depend on them.
func Instances() []Metric[instance] {
	return slices.Concat(
		of("retry", func(s *instance) *retry { return s.Retry },
			counter("retries", "{attempt}", "Attempts after the first of their call.",
				func(m *retry) uint64 { return m.Retries }),
			counter("recovered", "{call}", "Calls that succeeded after a retry.",
				func(m *retry) uint64 { return m.Recovered }),
			counter("exhausted", "{call}", "Calls whose last permitted attempt failed.",
				func(m *retry) uint64 { return m.Exhausted }),
			counter("refused", "{call}", "Calls that failed with an error not worth a retry.",
				func(m *retry) uint64 { return m.Refused }),
			counter("suppressed", "{attempt}", "Retries that the budget forbade.",
				func(m *retry) uint64 { return m.Suppressed }),
		),
		of("hedge", func(s *instance) *hedge { return s.Hedge },
			counter("hedges", "{attempt}", "Further attempts.",
				func(m *hedge) uint64 { return m.Hedges }),
			counter("won", "{call}", "Calls whose result came from a further attempt.",
				func(m *hedge) uint64 { return m.Won }),
			counter("suppressed", "{attempt}", "Further attempts that the budget forbade.",
				func(m *hedge) uint64 { return m.Suppressed }),
		),
		of("circuitbreaker", func(s *instance) *breaker { return s.CircuitBreaker },
			state(),
			percentage("failure_rate", "Failures in the window; missing below the minimum of calls.",
				func(m *breaker) float64 { return m.FailureRate }),
			percentage("slow_rate", "Slow calls in the window; missing below the minimum of calls.",
				func(m *breaker) float64 { return m.SlowRate }),
			parted("calls", "{call}", "Calls by how they counted.", "outcome",
				part[breaker]{"successful", func(m *breaker) uint64 { return m.Total.Successful }},
				part[breaker]{"failed", func(m *breaker) uint64 { return m.Total.Failed }},
				part[breaker]{"ignored", func(m *breaker) uint64 { return m.Total.Ignored }},
				part[breaker]{"not_permitted", func(m *breaker) uint64 { return m.Total.NotPermitted }},
			),
			counter("slow_calls", "{call}", "Calls that took longer than slowCall.",
				func(m *breaker) uint64 { return m.Total.Slow }),
			counter("transitions", "{transition}", "Changes of state.",
				func(m *breaker) uint64 { return m.Total.Transitions }),
		),
		of("ratelimit", func(s *instance) *rateLimiter { return s.RateLimiter },
			level("available_permits", "{permit}", "Permits that are there now.",
				func(m *rateLimiter) int { return m.Available }),
			level("waiting", "{call}", "Calls in the queue, and reservations that are not due yet.",
				func(m *rateLimiter) int { return m.Waiting }),
			counter("rejected", "{call}", "Calls that were refused.",
				func(m *rateLimiter) uint64 { return m.Rejected }),
		),
		of("adaptivelimit", func(s *instance) *adaptiveLimiter { return s.AdaptiveLimiter },
			level("limit", "{call}", "The limit in force.",
				func(m *adaptiveLimiter) int { return m.Limit }),
			level("in_flight", "{call}", "Calls under way.",
				func(m *adaptiveLimiter) int { return m.InFlight }),
			counter("rejected", "{call}", "Calls that were refused.",
				func(m *adaptiveLimiter) uint64 { return m.Rejected }),
		),
		of("timeout", func(s *instance) *timeout { return s.Timeout },
			parted("timeouts", "{timeout}", "What took longer than it may.", "bounds",
				part[timeout]{"attempt", func(m *timeout) uint64 { return m.Attempts }},
				part[timeout]{"call", func(m *timeout) uint64 { return m.Calls }},
			),
		),
		of("bulkhead", func(s *instance) *bulkhead { return s.Bulkhead },
			level("max_concurrent", "{slot}", "Slots.",
				func(m *bulkhead) int { return m.MaxConcurrent }),
			level("in_use", "{slot}", "Slots in use.",
				func(m *bulkhead) int { return m.InUse }),
			level("waiting", "{call}", "Calls in the queue.",
				func(m *bulkhead) int { return m.Waiting }),
			counter("rejected", "{call}", "Calls that were refused.",
				func(m *bulkhead) uint64 { return m.Rejected }),
		),
	)
}

// Pipelines returns the metrics of the pipelines.
func Pipelines() []Metric[pipeline] {
	return of("pipeline", func(p *pipeline) *pipeline { return p },
		counter("fallbacks", "{error}", "Errors that fallbacks took.",
			func(p *pipeline) uint64 { return p.Fallbacks }),
		counter("late", "{call}", "Calls that ended after their callers had left.",
			func(p *pipeline) uint64 { return p.Late }),
	)
}

// state is 1 for the state that a breaker is in, and 0 for each other one.
func state() number[breaker] {
	return number[breaker]{
		name: "state", help: "1 for the state that the breaker is in, 0 for the others.",
		kind: Sum, label: "state",
		read: func(m *breaker) []Sample {
			var samples []Sample
			for s := resilience.StateClosed; s <= resilience.StateMetricsOnly; s++ {
				in := 0.0
				if s == m.State {
					in = 1
				}
				samples = append(samples, Sample{in, s.String()})
			}
			return samples
		},
	}
}
