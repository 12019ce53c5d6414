package runtime

import (
	"maps"
	"slices"
)

// SnapshotSchema is the version of a Snapshot's JSON. Fields may be added within
// a version; none is renamed, removed or given another meaning.
const SnapshotSchema = 1

// A Snapshot is what a registry holds at one time: for exporters of metrics, for
// health checks, and to see what configures what. Each instance's numbers are of
// one moment; those of two instances may not be. Its JSON is stable: sorted, and
// versioned by Schema.
type Snapshot struct {
	Schema int `json:"schema"` // SnapshotSchema
	// Instances are sorted by policy, then by name.
	Instances []InstanceSnapshot `json:"instances"`
	// Pipelines are sorted by name.
	Pipelines []PipelineSnapshot `json:"pipelines"`
	// Unused is what Registry.Unused returns.
	Unused []string `json:"unused"`
	// Ignored is what Registry.Ignored returns.
	Ignored []IgnoredOverride `json:"ignored"`
	// ListenerPanics is what Events.ListenerPanics returns.
	ListenerPanics uint64 `json:"listenerPanics"`
}

// An InstanceSnapshot is one instance of a Snapshot. At most one of the policies'
// own fields is set, that of its policy.
type InstanceSnapshot struct {
	Policy string `json:"policy"` // the directive's name
	Name   string `json:"name"`
	Group  string `json:"group,omitempty"`
	// Enabled is false if the instance was switched off.
	Enabled bool `json:"enabled"`
	// DefinedBy is "package" and the import path of the directive, or "code".
	DefinedBy string `json:"definedBy"`
	// Settings are the values in force, in the order of the directive's reference.
	// Keys that are not set and have no default are not there.
	Settings []SettingSnapshot `json:"settings"`

	Retry           *RetryMetrics           `json:"retry,omitempty"`
	Hedge           *HedgeMetrics           `json:"hedge,omitempty"`
	CircuitBreaker  *CircuitBreakerMetrics  `json:"circuitbreaker,omitempty"`
	RateLimiter     *RateLimiterMetrics     `json:"ratelimit,omitempty"`
	AdaptiveLimiter *AdaptiveLimiterMetrics `json:"adaptivelimit,omitempty"`
	Timeout         *TimeoutMetrics         `json:"timeout,omitempty"`
	Bulkhead        *BulkheadMetrics        `json:"bulkhead,omitempty"`
}

// A SettingSnapshot is the value of one key, and what set it.
type SettingSnapshot struct {
	Key   string `json:"key"`
	Value string `json:"value"` // canonical text
	// Source is "default", "directive", "code", the key of an override, or the
	// name of an environment variable.
	Source string `json:"source"`
}

// A PipelineSnapshot is one pipeline of a Snapshot.
type PipelineSnapshot struct {
	Name string `json:"name"`
	// Instances are those that it uses, in the sequence of its directives.
	Instances []InstanceName `json:"instances"`
	// Fallbacks counts the errors that fallbacks took.
	Fallbacks uint64 `json:"fallbacks"`
	// Late counts the calls that ended after their callers had left.
	Late uint64 `json:"late"`
}

// An InstanceName is what an instance is called: policies of one method may
// share a name.
type InstanceName struct {
	Policy string `json:"policy"`
	Name   string `json:"name"`
}

// Snapshot returns the state of everything. It locks the registry, which no call
// does, and reads counters that calls keep anyway.
func (r *Registry) Snapshot() Snapshot {
	s := Snapshot{
		Schema:         SnapshotSchema,
		Instances:      []InstanceSnapshot{},
		Pipelines:      []PipelineSnapshot{},
		ListenerPanics: r.events.ListenerPanics(),
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	entries := r.entries()
	for _, e := range entries {
		s.Instances = append(s.Instances, e.snapshot())
	}
	for _, name := range slices.Sorted(maps.Keys(r.pipelines)) {
		s.Pipelines = append(s.Pipelines, r.pipelines[name].snapshot())
	}
	s.Unused, s.Ignored = r.layering.unused(entries), ignored(entries)
	return s
}

func (e *Entry) snapshot() InstanceSnapshot {
	resolution := e.resolution.Load()
	s := InstanceSnapshot{
		Policy:    e.id.policy,
		Name:      e.id.name,
		Group:     e.Group(),
		Enabled:   resolution.enabled(),
		DefinedBy: e.definition.claimant,
		Settings:  resolution.snapshot(e.id.policy),
	}
	switch p := e.policy.(type) {
	case *Retry:
		m := p.Metrics()
		s.Retry = &m
	case *Hedge:
		m := p.Metrics()
		s.Hedge = &m
	case *CircuitBreaker:
		m := p.Metrics()
		s.CircuitBreaker = &m
	case *RateLimiter:
		m := p.Metrics()
		s.RateLimiter = &m
	case *AdaptiveLimiter:
		m := p.Metrics()
		s.AdaptiveLimiter = &m
	case *Timeout:
		m := p.Metrics()
		s.Timeout = &m
	case *Bulkhead:
		m := p.Metrics()
		s.Bulkhead = &m
	}
	return s
}

func (rec *record) snapshot() PipelineSnapshot {
	s := PipelineSnapshot{Name: rec.name, Instances: []InstanceName{}}
	for _, m := range rec.members {
		if m.entry != nil {
			s.Instances = append(s.Instances, InstanceName{Policy: m.entry.id.policy, Name: m.entry.id.name})
		}
	}
	for _, p := range rec.pipelines {
		s.Fallbacks += p.fallbacks.Load()
		s.Late += p.late.Load()
	}
	return s
}
