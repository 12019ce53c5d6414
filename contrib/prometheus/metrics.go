package resilienceprom

import (
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	resilience "github.com/go-resgen/resgen/runtime"
)

type (
	instance        = resilience.InstanceSnapshot
	retry           = resilience.RetryMetrics
	hedge           = resilience.HedgeMetrics
	breaker         = resilience.CircuitBreakerMetrics
	rateLimiter     = resilience.RateLimiterMetrics
	adaptiveLimiter = resilience.AdaptiveLimiterMetrics
	timeout         = resilience.TimeoutMetrics
	bulkhead        = resilience.BulkheadMetrics
)

// instanceMetrics are the metrics of the policies. Their names and labels are
// kept: dashboards depend on them.
var instanceMetrics = slices.Concat(
	metricsOf("retry", func(s *instance) *retry { return s.Retry },
		counter("retries_total", "Attempts after the first of their call.",
			func(m *retry) uint64 { return m.Retries }),
		counter("recovered_total", "Calls that succeeded after a retry.",
			func(m *retry) uint64 { return m.Recovered }),
		counter("exhausted_total", "Calls whose last permitted attempt failed.",
			func(m *retry) uint64 { return m.Exhausted }),
		counter("refused_total", "Calls that failed with an error not worth a retry.",
			func(m *retry) uint64 { return m.Refused }),
		counter("suppressed_total", "Retries that the budget forbade.",
			func(m *retry) uint64 { return m.Suppressed }),
	),
	metricsOf("hedge", func(s *instance) *hedge { return s.Hedge },
		counter("hedges_total", "Further attempts.",
			func(m *hedge) uint64 { return m.Hedges }),
		counter("won_total", "Calls whose result came from a further attempt.",
			func(m *hedge) uint64 { return m.Won }),
		counter("suppressed_total", "Further attempts that the budget forbade.",
			func(m *hedge) uint64 { return m.Suppressed }),
	),
	metricsOf("circuitbreaker", func(s *instance) *breaker { return s.CircuitBreaker },
		state(),
		percentage("failure_rate_percent", "Failures in the window; missing below the minimum of calls.",
			func(m *breaker) float64 { return m.FailureRate }),
		percentage("slow_rate_percent", "Slow calls in the window; missing below the minimum of calls.",
			func(m *breaker) float64 { return m.SlowRate }),
		parted("calls_total", "Calls by how they counted.", "outcome", []part[breaker]{
			{"successful", func(m *breaker) uint64 { return m.Total.Successful }},
			{"failed", func(m *breaker) uint64 { return m.Total.Failed }},
			{"ignored", func(m *breaker) uint64 { return m.Total.Ignored }},
			{"not_permitted", func(m *breaker) uint64 { return m.Total.NotPermitted }},
		}),
		counter("slow_calls_total", "Calls that took longer than slowCall.",
			func(m *breaker) uint64 { return m.Total.Slow }),
		counter("transitions_total", "Changes of state.",
			func(m *breaker) uint64 { return m.Total.Transitions }),
	),
	metricsOf("ratelimit", func(s *instance) *rateLimiter { return s.RateLimiter },
		gauge("available_permits", "Permits that are there now.",
			func(m *rateLimiter) int { return m.Available }),
		gauge("waiting", "Calls in the queue, and reservations that are not due yet.",
			func(m *rateLimiter) int { return m.Waiting }),
		counter("rejected_total", "Calls that were refused.",
			func(m *rateLimiter) uint64 { return m.Rejected }),
	),
	metricsOf("adaptivelimit", func(s *instance) *adaptiveLimiter { return s.AdaptiveLimiter },
		gauge("limit", "The limit in force.",
			func(m *adaptiveLimiter) int { return m.Limit }),
		gauge("in_flight", "Calls under way.",
			func(m *adaptiveLimiter) int { return m.InFlight }),
		counter("rejected_total", "Calls that were refused.",
			func(m *adaptiveLimiter) uint64 { return m.Rejected }),
	),
	metricsOf("timeout", func(s *instance) *timeout { return s.Timeout },
		parted("timeouts_total", "What took longer than it may.", "bounds", []part[timeout]{
			{"attempt", func(m *timeout) uint64 { return m.Attempts }},
			{"call", func(m *timeout) uint64 { return m.Calls }},
		}),
	),
	metricsOf("bulkhead", func(s *instance) *bulkhead { return s.Bulkhead },
		gauge("max_concurrent", "Slots.",
			func(m *bulkhead) int { return m.MaxConcurrent }),
		gauge("in_use", "Slots in use.",
			func(m *bulkhead) int { return m.InUse }),
		gauge("waiting", "Calls in the queue.",
			func(m *bulkhead) int { return m.Waiting }),
		counter("rejected_total", "Calls that were refused.",
			func(m *bulkhead) uint64 { return m.Rejected }),
	),
)

// state is 1 for the state that a breaker is in, and 0 for each other one.
func state() number[breaker] {
	return number[breaker]{
		name: "state", help: "1 for the state that the breaker is in, 0 for the others.",
		label: []string{"state"}, kind: prometheus.GaugeValue,
		read: func(m *breaker) []sample {
			var samples []sample
			for s := resilience.StateClosed; s <= resilience.StateMetricsOnly; s++ {
				in := 0.0
				if s == m.State {
					in = 1
				}
				samples = append(samples, sample{in, []string{s.String()}})
			}
			return samples
		},
	}
}

// pipelineMetrics are those of a method.
var pipelineMetrics = []struct {
	desc *prometheus.Desc
	read func(resilience.PipelineSnapshot) uint64
}{
	{
		describe("pipeline_fallbacks_total", "Errors that fallbacks took.", []string{"name"}),
		func(p resilience.PipelineSnapshot) uint64 { return p.Fallbacks },
	},
	{
		describe("pipeline_late_total", "Calls that ended after their callers had left.", []string{"name"}),
		func(p resilience.PipelineSnapshot) uint64 { return p.Late },
	},
}
