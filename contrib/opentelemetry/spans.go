package resilienceotel

import (
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	resilience "github.com/go-resgen/resgen/runtime"
)

// RecordSpanEvents adds what policies do to a call to the span in the call's
// context, until the returned function is called: events of the given kinds, by
// default retries, hedges, timeouts, refusals, fallbacks, transitions and late
// results. An event has the name of its kind, such as "resilience.retry", and the
// fields that are not zero as attributes.
//
// Only calls that a policy does something to pay for it, unless KindSuccess,
// KindIgnored, KindPermitted or KindFinished is asked for.
func RecordSpanEvents(events *resilience.Events, kinds ...resilience.Kind) (stop func()) {
	if len(kinds) == 0 {
		kinds = []resilience.Kind{
			resilience.KindNotPermitted, resilience.KindTransition,
			resilience.KindRetry, resilience.KindRetryGaveUp, resilience.KindRetrySuppressed,
			resilience.KindTimeout, resilience.KindRejected, resilience.KindHedge,
			resilience.KindFallback, resilience.KindLateResult,
		}
	}
	return events.Subscribe(record, kinds...)
}

// record adds the event to its call's span. Not every event has a call.
func record(ev resilience.Event) {
	if ev.Context == nil {
		return
	}
	span := trace.SpanFromContext(ev.Context)
	if !span.IsRecording() {
		return
	}
	name := "resilience." + strings.ReplaceAll(ev.Kind.String(), " ", "_")
	span.AddEvent(name, trace.WithTimestamp(ev.Time), trace.WithAttributes(attributesOf(ev)...))
}

// attributesOf returns the fields of ev that are not zero.
func attributesOf(ev resilience.Event) []attribute.KeyValue {
	var out []attribute.KeyValue
	text := func(key, value string) {
		if value != "" {
			out = append(out, attribute.String("resilience."+key, value))
		}
	}
	text("policy", ev.Policy)
	text("name", ev.Instance)
	text("group", ev.Group)
	text("method", ev.Method)
	if ev.Attempt != 0 {
		out = append(out, attribute.Int("resilience.attempt", ev.Attempt))
	}
	if ev.Kind == resilience.KindTransition {
		text("from", ev.From.String())
		text("to", ev.To.String())
	}
	if ev.Delay != 0 {
		text("delay", ev.Delay.String())
	}
	if ev.Duration != 0 {
		text("duration", ev.Duration.String())
	}
	if ev.Err != nil {
		text("error", ev.Err.Error())
	}
	return out
}
