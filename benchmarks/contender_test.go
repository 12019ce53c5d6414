// Package benchmarks_test measures what a call costs through resgen's generated
// wrappers and runtime, and through what a Go developer would use instead.
// Benchmarks are named Benchmark<Case>/<Contender>; cmd/compare reads that.
package benchmarks_test

import (
	"context"
	"testing"

	"github.com/go-resgen/resgen/benchmarks/clients"
)

// A contender is a protected client and what protects it.
type contender struct {
	name   string
	client clients.Client
}

// direct is the floor: the client without protection.
func direct(next clients.Client) contender { return contender{"direct", next} }

// race measures a call of each contender, one after the other, under a context
// that can be cancelled.
func race(b *testing.B, contenders ...contender) {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	raceUnder(ctx, b, contenders...)
}

func raceUnder(ctx context.Context, b *testing.B, contenders ...contender) {
	b.Helper()
	warmUp(ctx, contenders)
	for _, c := range contenders {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = c.client.Get(ctx, "key")
			}
		})
	}
}

// warmUp grows the heap to what the contenders need. Otherwise the first of them
// pays for all: it was 10 % slower than when it ran last.
func warmUp(ctx context.Context, contenders []contender) {
	for _, c := range contenders {
		for range 10_000 {
			_, _ = c.client.Get(ctx, "key")
		}
	}
}

// callees are clients that succeed, by whether they ask their context for Done.
var callees = []contender{
	{"DoneUsed", clients.Watching{}},
	{"DoneUnused", clients.Idle{}},
}
