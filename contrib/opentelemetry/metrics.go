// Package resilienceotel tells OpenTelemetry what the policies of a program do:
// numbers of them as metrics, and what they did to a call as events of its span.
package resilienceotel

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/go-resgen/resgen/contrib/internal/metrics"
	resilience "github.com/go-resgen/resgen/runtime"
)

// RegisterMetrics has the meter observe all instances and pipelines that reg has
// when metrics are collected, until the registration ends. Calls pay nothing for
// it: the registry is read then. Register each registry once: two registrations with
// one meter add up.
//
// Their attributes are resilience.name, resilience.group where an instance has one,
// and one of its own for some metrics. README.md lists them.
func RegisterMetrics(meter metric.Meter, reg *resilience.Registry) (metric.Registration, error) {
	instances, err := instrument(meter, metrics.Instances())
	pipelines, failed := instrument(meter, metrics.Pipelines())
	if err = errors.Join(err, failed); err != nil {
		return nil, err
	}
	return meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		snapshot := reg.Snapshot()
		for i := range snapshot.Instances {
			s := &snapshot.Instances[i]
			for _, m := range instances {
				m.observe(o, s, naming(s.Name, s.Group))
			}
		}
		for i := range snapshot.Pipelines {
			s := &snapshot.Pipelines[i]
			for _, m := range pipelines {
				m.observe(o, s, naming(s.Name, ""))
			}
		}
		return nil
	}, append(observables(instances), observables(pipelines)...)...)
}

// naming returns the attributes of an instance or a pipeline.
func naming(name, group string) []attribute.KeyValue {
	attributes := []attribute.KeyValue{attribute.String("resilience.name", name)}
	if group != "" {
		attributes = append(attributes, attribute.String("resilience.group", group))
	}
	return attributes
}
