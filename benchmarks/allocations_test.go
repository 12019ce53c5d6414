package benchmarks_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/benchmarks/clients"
	resilience "github.com/go-resgen/resgen/runtime"
)

// What a successful call allocates is deterministic, so it is asserted, through
// wrappers that were generated in another package, under a context that can be
// cancelled.

// keys are made once: a call of any interface's method puts literal variadic
// arguments on the heap.
var keys = []string{"a", "b", "c"}

func TestSuccessfulCallsDoNotAllocate(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	shapes, err := clients.NewResilientShapes(clients.AnyShape{}, registry(t))
	require.NoError(t, err)
	generic, err := clients.NewResilientGeneric(clients.Generic[string, string](clients.AnyShape{}), registry(t))
	require.NoError(t, err)
	for name, call := range map[string]func(){
		"with several results":      func() { _, _, _ = shapes.Results(ctx, "key") },
		"with variadic arguments":   func() { _, _ = shapes.Variadic(ctx, keys...) },
		"without a context":         func() { _, _ = shapes.NoContext("key") },
		"of a generic interface":    func() { _, _ = generic.Get(ctx, "key") },
		"with a background context": func() { _, _ = generic.Get(context.Background(), "key") },
	} {
		t.Run(name, func(t *testing.T) {
			allocations, bytes := cost(call)
			assert.Zero(t, allocations)
			assert.Zero(t, bytes)
		})
	}
}

func TestTimeoutsAllocateTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	shapes, err := clients.NewResilientTimedShapes(clients.AnyShape{}, registry(t))
	require.NoError(t, err)
	generic, err := clients.NewResilientTimedGeneric(clients.TimedGeneric[string, string](clients.AnyShape{}), registry(t))
	require.NoError(t, err)
	for name, call := range map[string]func(){
		"with several results":    func() { _, _, _ = shapes.Results(ctx, "key") },
		"with variadic arguments": func() { _, _ = shapes.Variadic(ctx, keys...) },
		"of a generic interface":  func() { _, _ = generic.Get(ctx, "key") },
	} {
		t.Run(name, func(t *testing.T) {
			allocations, bytes := cost(call)
			assert.LessOrEqual(t, allocations, 1.0)
			assert.LessOrEqual(t, bytes, 64.0)
		})
	}
}

func TestCompletedFuturesDoNotAllocate(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ready := clients.Ready{Future: resilience.Completed("value")}
	client := protectAsync(t, clients.NewResilientAsyncFivePolicies, ready)
	allocations, bytes := cost(func() { _ = client.Get(ctx, "key") })
	assert.Zero(t, allocations)
	assert.Zero(t, bytes)
}

func TestTimeoutsOfPendingFuturesAllocateLittle(t *testing.T) {
	cancellable, cancel := context.WithCancel(context.Background())
	defer cancel()
	for name, test := range map[string]struct {
		ctx               context.Context
		allocations, size float64
	}{
		"under a context that cannot end": {context.Background(), 1, 192},
		"under one that can":              {cancellable, 3, 320},
	} {
		t.Run(name, func(t *testing.T) {
			next, alone := new(clients.Pending), new(clients.Pending)
			client := completing{protectAsync(t, clients.NewResilientAsyncTimeout, next), next}
			allocations, bytes := cost(func() { _, _ = client.Get(test.ctx, "key") })
			own, ownBytes := cost(func() { _, _ = completing{alone, alone}.Get(test.ctx, "key") })
			assert.LessOrEqual(t, allocations-own, test.allocations)
			assert.LessOrEqual(t, bytes-ownBytes, test.size)
		})
	}
}

func TestCallsInADelayHoldLittle(t *testing.T) {
	const calls = 20_000
	cancellable, cancel := context.WithCancel(context.Background())
	defer cancel()
	for name, test := range map[string]struct {
		ctx  context.Context
		size float64 // of a call
	}{
		"under a context that cannot end": {context.Background(), 400},
		"under one that can":              {cancellable, 600},
	} {
		t.Run(name, func(t *testing.T) {
			failed := clients.Ready{Future: resilience.Failed[string](clients.ErrFailed)}
			client := protectAsync(t, clients.NewResilientAsyncDelay, failed)
			futures := make([]*resilience.Future[string], calls)
			before, goroutines := footprint(), runtime.NumGoroutine()
			for i := range futures {
				futures[i] = client.Get(test.ctx, "key")
			}
			assert.Less(t, runtime.NumGoroutine(), goroutines+10, "others may come and go; the calls are many more")
			assert.LessOrEqual(t, (footprint()-before)/calls, test.size)
			for _, future := range futures {
				future.Cancel()
			}
		})
	}
}

// cost is what one run of f allocates, on average over many.
func cost(f func()) (allocations, bytes float64) {
	const runs = 2000
	allocations = testing.AllocsPerRun(runs, f)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		f()
	}
	runtime.ReadMemStats(&after)
	// Rounded as AllocsPerRun does, for what the runtime allocates meanwhile.
	return allocations, float64((after.TotalAlloc - before.TotalAlloc) / runs)
}
