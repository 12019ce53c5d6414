package resilienceprom

import (
	"github.com/prometheus/client_golang/prometheus"

	resilience "github.com/go-resgen/resgen/runtime"
)

// An instanceMetric is one metric of the instances of one policy.
type instanceMetric struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	// read returns the instance's samples; none if it is of another policy.
	read func(*resilience.InstanceSnapshot) []sample
}

// A sample is a value, and that of the metric's own label if it has one.
type sample struct {
	value float64
	label []string
}

// A number is a metric that is not yet bound to where a snapshot has M.
type number[M any] struct {
	name, help string
	label      []string
	kind       prometheus.ValueType
	read       func(*M) []sample
}

// metricsOf binds the numbers of a policy to where a snapshot has them.
func metricsOf[M any](policy string, find func(*resilience.InstanceSnapshot) *M, numbers ...number[M]) []instanceMetric {
	metrics := make([]instanceMetric, len(numbers))
	for i, n := range numbers {
		metrics[i] = instanceMetric{
			desc: describe(policy+"_"+n.name, n.help, append([]string{"name", "group"}, n.label...)),
			kind: n.kind,
			read: func(s *resilience.InstanceSnapshot) []sample {
				if m := find(s); m != nil {
					return n.read(m)
				}
				return nil
			},
		}
	}
	return metrics
}

func describe(name, help string, labels []string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName("resilience", "", name), help, labels, nil)
}

// counter is a number that only grows.
func counter[M any](name, help string, read func(*M) uint64) number[M] {
	return number[M]{
		name: name, help: help, kind: prometheus.CounterValue,
		read: func(m *M) []sample { return []sample{{value: float64(read(m))}} },
	}
}

// gauge is a number that goes up and down.
func gauge[M any](name, help string, read func(*M) int) number[M] {
	return number[M]{
		name: name, help: help, kind: prometheus.GaugeValue,
		read: func(m *M) []sample { return []sample{{value: float64(read(m))}} },
	}
}

// percentage is a gauge that is missing while it is negative.
func percentage[M any](name, help string, read func(*M) float64) number[M] {
	return number[M]{
		name: name, help: help, kind: prometheus.GaugeValue,
		read: func(m *M) []sample {
			if percent := read(m); percent >= 0 {
				return []sample{{value: percent}}
			}
			return nil
		},
	}
}

// A part is the share of a number that has one value of its label.
type part[M any] struct {
	label string
	read  func(*M) uint64
}

// parted is a counter with a sample for each value of a label.
func parted[M any](name, help, label string, parts []part[M]) number[M] {
	return number[M]{
		name: name, help: help, label: []string{label}, kind: prometheus.CounterValue,
		read: func(m *M) []sample {
			samples := make([]sample, len(parts))
			for i, p := range parts {
				samples[i] = sample{float64(p.read(m)), []string{p.label}}
			}
			return samples
		},
	}
}
