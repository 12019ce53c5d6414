// Package resilienceprom shows Prometheus what the policies of a program do: a
// collector over the snapshots of a resilience registry. Calls pay nothing for
// it; the registry is read when Prometheus asks.
//
//	prometheus.MustRegister(resilienceprom.NewCollector(reg))
package resilienceprom

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/go-resgen/resgen/contrib/internal/metrics"
	resilience "github.com/go-resgen/resgen/runtime"
)

// A collector is a prometheus.Collector over a registry.
type collector struct {
	registry  *resilience.Registry
	instances []described[resilience.InstanceSnapshot]
	pipelines []described[resilience.PipelineSnapshot]
}

// NewCollector returns a collector of all instances and pipelines that reg has
// when Prometheus asks. Register it once for each registry; a second registry in
// one program needs a distinguishing label, by prometheus.WrapRegistererWith.
//
// The metrics of an instance have the labels name and group,
// those of a pipeline its name. README.md lists them.
func NewCollector(reg *resilience.Registry) prometheus.Collector {
	return &collector{
		registry:  reg,
		instances: describe(metrics.Instances(), "name", "group"),
		pipelines: describe(metrics.Pipelines(), "name"),
	}
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(descs chan<- *prometheus.Desc) {
	for _, m := range c.instances {
		descs <- m.desc
	}
	for _, m := range c.pipelines {
		descs <- m.desc
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	snapshot := c.registry.Snapshot()
	for i := range snapshot.Instances {
		s := &snapshot.Instances[i]
		for _, m := range c.instances {
			m.collect(out, s, s.Name, s.Group)
		}
	}
	for i := range snapshot.Pipelines {
		s := &snapshot.Pipelines[i]
		for _, m := range c.pipelines {
			m.collect(out, s, s.Name)
		}
	}
}
