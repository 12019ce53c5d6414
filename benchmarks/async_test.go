package benchmarks_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/benchmarks/clients"
	"github.com/go-resgen/resgen/benchmarks/peers"
	resilience "github.com/go-resgen/resgen/runtime"
)

// Calls that return at once, and whose result the caller then waits for.

// A future that is complete, through all policies.
func BenchmarkAsyncCompleted(b *testing.B) {
	ready := clients.Ready{Future: resilience.Completed("value")}
	race(b,
		contender{"resgen", awaiting{protectAsync(b, clients.NewResilientAsyncFivePolicies, ready)}},
		contender{"failsafe-go", failsafeAwaiting{peers.FailsafeAsyncFive(), clients.Idle{}}},
		direct(awaiting{ready}),
	)
}

// A future that completes while the caller has it, through all policies.
func BenchmarkAsyncPending(b *testing.B) {
	underContexts(b, func(b *testing.B, ctx context.Context) {
		next, alone := new(clients.Pending), new(clients.Pending)
		raceUnder(ctx, b,
			contender{"resgen", completing{protectAsync(b, clients.NewResilientAsyncFivePolicies, next), next}},
			contender{"failsafe-go", failsafeCompleting{peers.FailsafeAsyncFive()}},
			direct(completing{alone, alone}),
		)
	})
}

// The same with a timeout alone. What direct allocates is the implementation's
// own future.
func BenchmarkAsyncTimeout(b *testing.B) {
	underContexts(b, func(b *testing.B, ctx context.Context) {
		next, alone := new(clients.Pending), new(clients.Pending)
		raceUnder(ctx, b,
			contender{"resgen", completing{protectAsync(b, clients.NewResilientAsyncTimeout, next), next}},
			contender{"failsafe-go", failsafeCompleting{peers.FailsafeAsyncTimeout()}},
			direct(completing{alone, alone}),
		)
	})
}

// A first attempt that fails, and a second that succeeds, with no wait between.
func BenchmarkAsyncOneRetry(b *testing.B) {
	race(b,
		contender{"resgen", awaiting{protectAsync(b, clients.NewResilientAsyncRetry, &alternating{
			failed: resilience.Failed[string](clients.ErrFailed), succeeded: resilience.Completed("value"),
		})}},
		contender{"failsafe-go", failsafeAwaiting{peers.FailsafeAsyncRetry(), new(alternatingly)}},
	)
}

// underContexts runs a case under a context that cannot end and under one that
// can, which a call that waits has to watch.
func underContexts(b *testing.B, run func(*testing.B, context.Context)) {
	b.Helper()
	b.Run("Background", func(b *testing.B) { run(b, context.Background()) })
	b.Run("Cancellable", func(b *testing.B) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		run(b, ctx)
	})
}

// protectAsync gives an asynchronous client a wrapper that resgen wrote.
func protectAsync[I any, W clients.AsyncClient](
	tb testing.TB, construct func(I, *resilience.Registry, ...resilience.Option) (W, error), next clients.AsyncClient,
) clients.AsyncClient {
	tb.Helper()
	client, err := construct(any(next).(I), registry(tb))
	require.NoError(tb, err)
	return client
}

// awaiting makes a call and waits for its result.
type awaiting struct{ next clients.AsyncClient }

func (c awaiting) Get(ctx context.Context, key string) (string, error) {
	return c.next.Get(ctx, key).Await(ctx)
}

// completing makes a call, lets its result come, and waits for it.
type completing struct {
	next    clients.AsyncClient
	pending *clients.Pending
}

func (c completing) Get(ctx context.Context, key string) (string, error) {
	future := c.next.Get(ctx, key)
	c.pending.Promise.Resolve(key)
	return future.Await(ctx)
}

type failsafeAwaiting struct {
	failsafe *peers.FailsafeAsync
	next     clients.Client
}

func (c failsafeAwaiting) Get(ctx context.Context, key string) (string, error) {
	return c.failsafe.Start(ctx, c.next, key).Get()
}

type failsafeCompleting struct{ failsafe *peers.FailsafeAsync }

func (c failsafeCompleting) Get(ctx context.Context, key string) (string, error) {
	values := make(blocking, 1)
	result := c.failsafe.Start(ctx, values, key)
	values <- key
	return result.Get()
}

// blocking is a client whose result comes through a channel.
type blocking chan string

func (c blocking) Get(context.Context, string) (string, error) { return <-c, nil }

// alternating fails its first call, and every second one after it.
type alternating struct {
	failed, succeeded *resilience.Future[string]
	calls             int
}

func (c *alternating) Get(context.Context, string) *resilience.Future[string] {
	if c.calls++; c.calls%2 == 1 {
		return c.failed
	}
	return c.succeeded
}

// alternatingly is alternating as a client that blocks.
type alternatingly struct{ calls int }

func (c *alternatingly) Get(_ context.Context, key string) (string, error) {
	if c.calls++; c.calls%2 == 1 {
		return "", clients.ErrFailed
	}
	return key, nil
}
