package benchmarks_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/failsafe-go/failsafe-go"

	"github.com/go-resgen/resgen/benchmarks/clients"
	"github.com/go-resgen/resgen/benchmarks/peers"
	resilience "github.com/go-resgen/resgen/runtime"
)

// waiting is how many calls wait at once.
const waiting = 100_000

// A hundred thousand calls whose first attempt has failed and that wait for the
// second. An operation is to make them all, until each waits. Beside its time, it
// is measured how many goroutines there are then, and how many bytes of heap and
// stacks a call holds.
func BenchmarkAsyncDelay(b *testing.B) {
	underContexts(b, func(b *testing.B, ctx context.Context) {
		b.Run("resgen", func(b *testing.B) {
			failed := clients.Ready{Future: resilience.Failed[string](clients.ErrFailed)}
			client := protectAsync(b, clients.NewResilientAsyncDelay, failed)
			futures := make([]*resilience.Future[string], waiting)
			crowd(b, func() {
				for i := range futures {
					futures[i] = client.Get(ctx, "key")
				}
			}, func() {
				for _, future := range futures {
					future.Cancel()
				}
				clear(futures)
			})
		})
		b.Run("failsafe-go", func(b *testing.B) {
			client, next := peers.FailsafeAsyncDelay(), new(countingFailures)
			results := make([]failsafe.ExecutionResult[string], waiting)
			crowd(b, func() {
				next.calls.Store(0)
				for i := range results {
					results[i] = client.Start(ctx, next, "key")
				}
				for next.calls.Load() < waiting {
					time.Sleep(100 * time.Microsecond)
				}
			}, func() {
				for _, result := range results {
					result.Cancel()
				}
				for _, result := range results {
					<-result.Done()
				}
				clear(results)
			})
		})
	})
}

// crowd measures calls while they wait, between start and end.
func crowd(b *testing.B, start, end func()) {
	b.Helper()
	b.ReportAllocs()
	var live, goroutines float64
	for b.Loop() {
		b.StopTimer()
		before, existing := footprint(), runtime.NumGoroutine()
		b.StartTimer()
		start()
		b.StopTimer()
		goroutines += float64(runtime.NumGoroutine() - existing)
		live += footprint() - before
		end()
		b.StartTimer()
	}
	b.ReportMetric(live/waiting/float64(b.N), "live-B/call")
	b.ReportMetric(goroutines/float64(b.N), "goroutines")
}

// footprint is how many bytes of heap and stacks are in use.
func footprint() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc + m.StackInuse)
}

// countingFailures fails, and counts its calls.
type countingFailures struct{ calls atomic.Int64 }

func (c *countingFailures) Get(context.Context, string) (string, error) {
	c.calls.Add(1)
	return "", clients.ErrFailed
}
