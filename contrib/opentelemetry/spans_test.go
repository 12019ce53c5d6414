package resilienceotel_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	resilienceotel "github.com/go-resgen/resgen/contrib/opentelemetry"
	resilience "github.com/go-resgen/resgen/runtime"
)

func TestASpanSaysWhatPoliciesDidToItsCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProgram(t)
		defer resilienceotel.RecordSpanEvents(p.registry.Events())()

		span := traced(t, func(ctx context.Context) {
			require.ErrorIs(t, p.fail(ctx), resilience.ErrCallNotPermitted)
		})

		var names []string
		for _, ev := range span.Events() {
			names = append(names, ev.Name)
		}
		assert.Equal(t, []string{
			"resilience.retry", "resilience.transition", "resilience.retry", "resilience.not_permitted", "resilience.retry_gave_up",
		}, names)
		retried := span.Events()[0]
		assert.Equal(t, time.Now(), retried.Time)
		assert.Equal(t, []attribute.KeyValue{
			attribute.String("resilience.policy", "retry"),
			attribute.String("resilience.name", "carrier"),
			attribute.String("resilience.method", "carrier.Track"),
			attribute.Int("resilience.attempt", 1),
			attribute.String("resilience.error", "broken"),
		}, retried.Attributes)
		assert.Subset(t, span.Events()[1].Attributes, []attribute.KeyValue{
			attribute.String("resilience.group", "partners"),
			attribute.String("resilience.from", "closed"),
			attribute.String("resilience.to", "open"),
		})
	})
}

func TestASpanHasTheKindsThatWereAskedFor(t *testing.T) {
	p := newProgram(t)
	stop := resilienceotel.RecordSpanEvents(p.registry.Events(), resilience.KindTransition)

	span := traced(t, func(ctx context.Context) { require.Error(t, p.fail(ctx)) })
	stop()
	after := traced(t, func(ctx context.Context) {
		p.breaker.Close()
		require.Error(t, p.fail(ctx))
	})

	assert.Len(t, span.Events(), 1)
	assert.Empty(t, after.Events(), "after the stop")
}

func TestACallWithoutASpanIsLeftAlone(t *testing.T) {
	p := newProgram(t)
	defer resilienceotel.RecordSpanEvents(p.registry.Events(), resilience.KindRetry, resilience.KindInstanceAdded)()

	require.Error(t, p.fail(t.Context()))
	_, err := p.registry.Bulkhead("late", resilience.DefaultBulkheadConfig()) // an event without a call
	require.NoError(t, err)

	assert.Zero(t, p.registry.Events().ListenerPanics())
}

// traced runs fn in a span, and returns it.
func traced(t *testing.T, fn func(context.Context)) sdk.ReadOnlySpan {
	t.Helper()
	recorder := tracetest.NewSpanRecorder()
	tracer := sdk.NewTracerProvider(sdk.WithSpanProcessor(recorder)).Tracer("program")
	ctx, span := tracer.Start(t.Context(), "call", trace.WithSpanKind(trace.SpanKindClient))
	fn(ctx)
	span.End()
	require.Len(t, recorder.Ended(), 1)
	return recorder.Ended()[0]
}
