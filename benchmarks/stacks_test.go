package benchmarks_test

import (
	"testing"

	"github.com/go-resgen/resgen/benchmarks/clients"
	"github.com/go-resgen/resgen/benchmarks/peers"
)

// A successful call through several policies.

// Fallback, retry, circuit breaker and bulkhead.
func BenchmarkFourPolicies(b *testing.B) {
	next := clients.Idle{}
	race(b,
		generated(b, clients.NewResilientFourPolicies, next),
		contender{"failsafe-go", peers.FailsafeFour(next)},
		contender{"by-hand", peers.ByHandFour(next)},
		direct(next),
	)
}

// The same and a timeout. A command of hystrix-go has no retry.
func BenchmarkFivePolicies(b *testing.B) {
	for _, callee := range callees {
		b.Run(callee.name, func(b *testing.B) {
			next := callee.client
			race(b,
				generated(b, clients.NewResilientFivePolicies, next),
				contender{"failsafe-go", peers.FailsafeFive(next)},
				contender{"by-hand", peers.ByHandFive(next)},
				contender{"hystrix-go", peers.Hystrix(next, b.Name())},
				direct(next),
			)
		})
	}
}

// The same, a rate limiter, and a breaker that looks at how long calls take,
// which the peers' do not.
func BenchmarkSixPolicies(b *testing.B) {
	for _, callee := range callees {
		b.Run(callee.name, func(b *testing.B) {
			next := callee.client
			race(b,
				generated(b, clients.NewResilientSixPolicies, next),
				contender{"failsafe-go", peers.FailsafeSix(next)},
				contender{"by-hand", peers.ByHandSix(next)},
				direct(next),
			)
		})
	}
}
