// Package resilienceprom shows Prometheus what the policies of a program do: a
// collector over the snapshots of a resilience registry. Calls pay nothing for
// it; the registry is read when Prometheus asks.
//
//	prometheus.MustRegister(resilienceprom.NewCollector(reg))
package resilienceprom

import (
	"github.com/prometheus/client_golang/prometheus"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A collector is a prometheus.Collector over a registry.
type collector struct {
	registry *resilience.Registry
}

// NewCollector returns a collector of all instances and pipelines that reg has
// when Prometheus asks. Register it once for each registry; a second registry in
// one program needs a distinguishing label, by prometheus.WrapRegistererWith.
//
// The metrics of an instance have the labels name and group,
// those of a pipeline its name. README.md lists them.
func NewCollector(reg *resilience.Registry) prometheus.Collector {
	return &collector{registry: reg}
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(descs chan<- *prometheus.Desc) {
	for _, m := range instanceMetrics {
		descs <- m.desc
	}
	for _, m := range pipelineMetrics {
		descs <- m.desc
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	snapshot := c.registry.Snapshot()
	for i := range snapshot.Instances {
		s := &snapshot.Instances[i]
		for _, m := range instanceMetrics {
			for _, n := range m.read(s) {
				out <- prometheus.MustNewConstMetric(m.desc, m.kind, n.value, append([]string{s.Name, s.Group}, n.label...)...)
			}
		}
	}
	for _, p := range snapshot.Pipelines {
		for _, m := range pipelineMetrics {
			out <- prometheus.MustNewConstMetric(m.desc, prometheus.CounterValue, float64(m.read(p)), p.Name)
		}
	}
}
