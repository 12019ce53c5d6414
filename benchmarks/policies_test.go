package benchmarks_test

import (
	"testing"

	"github.com/go-resgen/resgen/benchmarks/clients"
	"github.com/go-resgen/resgen/benchmarks/peers"
)

// A successful call through each policy alone.

func BenchmarkFallback(b *testing.B) {
	next := clients.Idle{}
	race(b,
		generated(b, clients.NewResilientFallback, next),
		contender{"failsafe-go", peers.FailsafeFallback(next)},
		direct(next),
	)
}

func BenchmarkRetry(b *testing.B) {
	next := clients.Idle{}
	race(b,
		generated(b, clients.NewResilientRetry, next),
		contender{"failsafe-go", peers.FailsafeRetry(next)},
		contender{"backoff", peers.Backoff(next)},
		contender{"retry-go", peers.RetryGo(next)},
		contender{"go-resiliency", peers.EapacheRetry(next)},
		direct(next),
	)
}

func BenchmarkBreaker(b *testing.B) {
	next := clients.Idle{}
	race(b,
		generated(b, clients.NewResilientBreaker, next),
		contender{"failsafe-go", peers.FailsafeBreaker(next)},
		contender{"gobreaker", peers.Gobreaker(next)},
		contender{"go-resiliency", peers.EapacheBreaker(next)},
		direct(next),
	)
}

// The peers' breakers do not look at how long calls take.
func BenchmarkTimedBreaker(b *testing.B) {
	next := clients.Idle{}
	race(b,
		generated(b, clients.NewResilientTimedBreaker, next),
		contender{"failsafe-go", peers.FailsafeBreaker(next)},
		contender{"gobreaker", peers.Gobreaker(next)},
		direct(next),
	)
}

func BenchmarkRateLimit(b *testing.B) {
	next := clients.Idle{}
	race(b,
		generated(b, clients.NewResilientRateLimit, next),
		contender{"failsafe-go", peers.FailsafeRateLimit(next)},
		contender{"x-time-rate", peers.RateAllow(next)},
		direct(next),
	)
}

func BenchmarkTimeout(b *testing.B) {
	for _, callee := range callees {
		b.Run(callee.name, func(b *testing.B) {
			next := callee.client
			race(b,
				generated(b, clients.NewResilientTimeout, next),
				contender{"failsafe-go", peers.FailsafeTimeout(next)},
				contender{"go-resiliency", peers.EapacheDeadline(next)},
				contender{"WithTimeout", peers.ContextTimeout(next)},
				direct(next),
			)
		})
	}
}

func BenchmarkBulkhead(b *testing.B) {
	next := clients.Idle{}
	race(b,
		generated(b, clients.NewResilientBulkhead, next),
		contender{"failsafe-go", peers.FailsafeBulkhead(next)},
		contender{"x-sync-semaphore", peers.Weighted(next)},
		contender{"go-resiliency", peers.EapacheSemaphore(next)},
		direct(next),
	)
}
