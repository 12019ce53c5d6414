package benchmarks_test

import (
	"context"
	"testing"

	"github.com/go-resgen/resgen/benchmarks/clients"
	"github.com/go-resgen/resgen/benchmarks/peers"
)

// openingCalls are enough failures to open a breaker whose window is a hundred
// calls.
const openingCalls = 200

// open fails calls until the contender's breaker is certainly open.
func open(c contender) contender {
	for range openingCalls {
		_, _ = c.client.Get(context.Background(), "key")
	}
	return c
}

// A call that an open breaker refuses.
func BenchmarkRefusal(b *testing.B) {
	next := clients.Failing{}
	race(b,
		open(generated(b, clients.NewResilientBreaker, next)),
		open(contender{"failsafe-go", peers.FailsafeBreaker(next)}),
		open(contender{"gobreaker", peers.Gobreaker(next)}),
		open(contender{"go-resiliency", peers.EapacheBreaker(next)}),
		open(contender{"hystrix-go", peers.Hystrix(next, b.Name())}),
	)
}

// A call whose three attempts fail, with no wait between them.
func BenchmarkThreeFailures(b *testing.B) {
	next := clients.Failing{}
	race(b,
		generated(b, clients.NewResilientRetry, next),
		contender{"failsafe-go", peers.FailsafeRetry(next)},
		contender{"backoff", peers.Backoff(next)},
		contender{"retry-go", peers.RetryGo(next)},
		contender{"go-resiliency", peers.EapacheRetry(next)},
		direct(next),
	)
}
