package runtime_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// An unguarded is a method without a fallback, as generated code calls it.
type unguarded struct {
	pipeline *resilience.Pipeline
	next     estimator
}

type estimator interface {
	ETA(ctx context.Context, parcel string) *resilience.Future[string]
}

func (w *unguarded) ETA(ctx context.Context, parcel string) *resilience.Future[string] {
	method := func() resilience.AsyncMethod[string] {
		return resilience.AsyncMethod[string]{
			Call: func(ctx context.Context) *resilience.Future[string] { return w.next.ETA(ctx, parcel) },
		}
	}
	call, future := resilience.Start(ctx, w.pipeline, method())
	if call != nil {
		future = resilience.Continue(call, method())
	}
	return future
}

type estimatorFunc func() *resilience.Future[string]

func (fn estimatorFunc) ETA(context.Context, string) *resilience.Future[string] { return fn() }

func TestAsyncAllocations(t *testing.T) {
	h := newHouse(t)
	p := h.pipeline(t)
	done := resilience.Completed("x")
	m := &unguarded{p, estimatorFunc(func() *resilience.Future[string] { return done })}
	assert.Zero(t, testing.AllocsPerRun(1000, func() { m.ETA(t.Context(), "p") }))

	timed, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: time.Minute})
	require.NoError(t, err)
	tp, err := resilience.NewPipeline("timeout", timed)
	require.NoError(t, err)
	var promise *resilience.Promise[string]
	m = &unguarded{tp, estimatorFunc(func() *resilience.Future[string] { promise = resilience.NewPromise[string](); return promise.Future() })}
	ctx := context.Background()
	assert.Equal(t, 2.0, testing.AllocsPerRun(1000, func() { m.ETA(ctx, "p"); promise.Resolve("a") }))
}
