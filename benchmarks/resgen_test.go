package benchmarks_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/benchmarks/clients"
	resilience "github.com/go-resgen/resgen/runtime"
)

// protect gives a client a wrapper that resgen wrote, as the functions of
// package peers give it a peer.
func protect[I any, W clients.Client](
	tb testing.TB, construct func(I, *resilience.Registry, ...resilience.Option) (W, error),
) func(clients.Client) clients.Client {
	return func(next clients.Client) clients.Client {
		tb.Helper()
		client, err := construct(any(next).(I), registry(tb))
		require.NoError(tb, err)
		return client
	}
}

// generated is the contender that protect makes of next.
func generated[I any, W clients.Client](
	tb testing.TB, construct func(I, *resilience.Registry, ...resilience.Option) (W, error), next clients.Client,
) contender {
	tb.Helper()
	return contender{"resgen", protect(tb, construct)(next)}
}

func registry(tb testing.TB) *resilience.Registry {
	tb.Helper()
	reg, err := resilience.NewRegistry()
	require.NoError(tb, err)
	return reg
}
