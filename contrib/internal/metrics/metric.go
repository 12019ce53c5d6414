// Package metrics is what exporters show of a registry's snapshots: the one table
// that all of them go by.
package metrics

// A Metric is one number of the instances of a policy, or of the pipelines; S is
// what a snapshot has of one of them.
type Metric[S any] struct {
	// Owner and Name are what its name is made of: the policy, or "pipeline".
	Owner, Name string
	Help        string
	// Unit is as OpenTelemetry writes it: "{call}", or "%".
	Unit string
	Kind Kind
	// Label is the name of its own label, empty if it has none.
	Label string
	// Read returns the samples: none if the instance is of another policy, or if
	// there is no number yet.
	Read func(*S) []Sample
}

// Kind says how a metric moves.
type Kind uint8

const (
	// Counter only grows.
	Counter Kind = iota
	// Sum goes up and down; sums of it over instances make sense.
	Sum
	// Gauge goes up and down; sums of it make no sense.
	Gauge
)

// A Sample is a value, and that of the metric's own label if it has one.
type Sample struct {
	Value float64
	Label string
}

// A number is a metric that is not yet bound to where a snapshot has M.
type number[M any] struct {
	name, help, unit string
	kind             Kind
	label            string
	read             func(*M) []Sample
}

// of binds the numbers of an owner to where a snapshot has them.
func of[S, M any](owner string, find func(*S) *M, numbers ...number[M]) []Metric[S] {
	metrics := make([]Metric[S], len(numbers))
	for i, n := range numbers {
		metrics[i] = Metric[S]{
			Owner: owner, Name: n.name, Help: n.help, Unit: n.unit, Kind: n.kind, Label: n.label,
			Read: func(s *S) []Sample {
				if m := find(s); m != nil {
					return n.read(m)
				}
				return nil
			},
		}
	}
	return metrics
}

// counter is a number that only grows.
func counter[M any](name, unit, help string, read func(*M) uint64) number[M] {
	return number[M]{
		name: name, unit: unit, help: help, kind: Counter,
		read: func(m *M) []Sample { return []Sample{{Value: float64(read(m))}} },
	}
}

// level is a number that goes up and down.
func level[M any](name, unit, help string, read func(*M) int) number[M] {
	return number[M]{
		name: name, unit: unit, help: help, kind: Sum,
		read: func(m *M) []Sample { return []Sample{{Value: float64(read(m))}} },
	}
}

// percentage is a gauge that is missing while it is negative.
func percentage[M any](name, help string, read func(*M) float64) number[M] {
	return number[M]{
		name: name, unit: "%", help: help, kind: Gauge,
		read: func(m *M) []Sample {
			if percent := read(m); percent >= 0 {
				return []Sample{{Value: percent}}
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
func parted[M any](name, unit, help, label string, parts ...part[M]) number[M] {
	return number[M]{
		name: name, unit: unit, help: help, kind: Counter, label: label,
		read: func(m *M) []Sample {
			samples := make([]Sample, len(parts))
			for i, p := range parts {
				samples[i] = Sample{float64(p.read(m)), p.label}
			}
			return samples
		},
	}
}
