package resilienceprom

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/go-resgen/resgen/contrib/internal/metrics"
)

// A described metric is one with its name and labels for Prometheus.
type described[S any] struct {
	metrics.Metric[S]
	desc *prometheus.Desc
}

// describe gives metrics the labels, and their own if they have one.
func describe[S any](all []metrics.Metric[S], labels ...string) []described[S] {
	out := make([]described[S], len(all))
	for i, m := range all {
		own := labels
		if m.Label != "" {
			own = append(labels[:len(labels):len(labels)], m.Label)
		}
		out[i] = described[S]{m, prometheus.NewDesc(nameOf(m), m.Help, own, nil)}
	}
	return out
}

// nameOf follows Prometheus' custom: a counter ends with _total, and a unit is
// part of the name.
func nameOf[S any](m metrics.Metric[S]) string {
	name := prometheus.BuildFQName("resilience", m.Owner, m.Name)
	switch {
	case m.Kind == metrics.Counter:
		name += "_total"
	case m.Unit == "%":
		name += "_percent"
	}
	return name
}

// collect sends the samples of what s is a snapshot of. Prometheus takes no label
// that is not UTF-8: as in JSON, what is not becomes U+FFFD.
func (m described[S]) collect(out chan<- prometheus.Metric, s *S, labels ...string) {
	kind := prometheus.GaugeValue
	if m.Kind == metrics.Counter {
		kind = prometheus.CounterValue
	}
	for i, label := range labels {
		labels[i] = strings.ToValidUTF8(label, "\uFFFD")
	}
	for _, sample := range m.Read(s) {
		own := labels
		if m.Label != "" {
			own = append(labels[:len(labels):len(labels)], sample.Label)
		}
		out <- prometheus.MustNewConstMetric(m.desc, kind, sample.Value, own...)
	}
}
