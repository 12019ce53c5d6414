package resilienceotel

import (
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/go-resgen/resgen/contrib/internal/metrics"
)

// An instrumented metric is one with its instrument, of which one is set.
type instrumented[S any] struct {
	metrics.Metric[S]
	whole metric.Int64Observable
	rate  metric.Float64Observable
}

// instrument makes an instrument for each metric. The errors of all come back
// together.
func instrument[S any](meter metric.Meter, all []metrics.Metric[S]) ([]instrumented[S], error) {
	out := make([]instrumented[S], len(all))
	var failures []error
	for i, m := range all {
		name := fmt.Sprintf("resilience.%s.%s", m.Owner, m.Name)
		description, unit := metric.WithDescription(m.Help), metric.WithUnit(m.Unit)
		out[i].Metric = m
		var err error
		switch m.Kind {
		case metrics.Counter:
			out[i].whole, err = meter.Int64ObservableCounter(name, description, unit)
		case metrics.Sum:
			out[i].whole, err = meter.Int64ObservableUpDownCounter(name, description, unit)
		case metrics.Gauge:
			out[i].rate, err = meter.Float64ObservableGauge(name, description, unit)
		}
		failures = append(failures, err)
	}
	return out, errors.Join(failures...)
}

// observe reports the samples of what s is a snapshot of.
func (m instrumented[S]) observe(o metric.Observer, s *S, attributes []attribute.KeyValue) {
	for _, sample := range m.Read(s) {
		own := attributes
		if m.Label != "" {
			own = append(attributes[:len(attributes):len(attributes)], attribute.String("resilience."+m.Label, sample.Label))
		}
		if m.rate != nil {
			o.ObserveFloat64(m.rate, sample.Value, metric.WithAttributes(own...))
		} else {
			o.ObserveInt64(m.whole, int64(sample.Value), metric.WithAttributes(own...))
		}
	}
}

func observables[S any](all []instrumented[S]) []metric.Observable {
	out := make([]metric.Observable, len(all))
	for i, m := range all {
		if out[i] = m.whole; m.rate != nil {
			out[i] = m.rate
		}
	}
	return out
}
