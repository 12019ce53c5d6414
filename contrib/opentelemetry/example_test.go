package resilienceotel_test

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	resilienceotel "github.com/go-resgen/resgen/contrib/opentelemetry"
	resilience "github.com/go-resgen/resgen/runtime"
)

// A trace that shows that a call was tried again.
func Example() {
	recorder := tracetest.NewSpanRecorder() // in a program: an exporter
	tracer := sdk.NewTracerProvider(sdk.WithSpanProcessor(recorder)).Tracer("tracking")

	reg, err := resilience.NewRegistry()
	check(err)
	registration, err := resilienceotel.RegisterMetrics(otel.Meter("tracking"), reg)
	check(err)
	defer func() { check(registration.Unregister()) }()
	stop := resilienceotel.RecordSpanEvents(reg.Events())
	defer stop()

	retry, err := reg.Retry("tracking", resilience.RetryConfig{MaxAttempts: 2, Multiplier: 1})
	check(err)
	pipeline, err := reg.Pipeline("tracking", retry)
	check(err)
	ctx, span := tracer.Start(context.Background(), "track")
	attempts := 0
	err = pipeline.Do(ctx, func(context.Context) (resilience.Verdict, error) {
		if attempts++; attempts == 1 {
			return 0, errors.New("carrier is asleep")
		}
		return 0, nil
	})
	check(err)
	span.End()

	for _, ev := range recorder.Ended()[0].Events() {
		fmt.Println(ev.Name, ev.Attributes[len(ev.Attributes)-1].Value.AsString())
	}
	// Output: resilience.retry carrier is asleep
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
