package benchmarks_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/go-resgen/resgen/benchmarks/clients"
	"github.com/go-resgen/resgen/benchmarks/peers"
)

// Many goroutines that share one client: 1 and 64 of them for each processor.

func BenchmarkParallelBreaker(b *testing.B) {
	next := clients.Idle{}
	raceParallel(b,
		generated(b, clients.NewResilientBreaker, next),
		contender{"failsafe-go", peers.FailsafeBreaker(next)},
		contender{"gobreaker", peers.Gobreaker(next)},
		direct(next),
	)
}

func BenchmarkParallelFivePolicies(b *testing.B) {
	next := clients.Watching{}
	raceParallel(b,
		generated(b, clients.NewResilientFivePolicies, next),
		contender{"failsafe-go", peers.FailsafeFive(next)},
		contender{"by-hand", peers.ByHandFive(next)},
		direct(next),
	)
}

func raceParallel(b *testing.B, contenders ...contender) {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, goroutines := range []int{1, 64} {
		for _, c := range contenders {
			b.Run(fmt.Sprintf("Each%d/%s", goroutines, c.name), func(b *testing.B) {
				b.ReportAllocs()
				b.SetParallelism(goroutines)
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						_, _ = c.client.Get(ctx, "key")
					}
				})
			})
		}
	}
}
