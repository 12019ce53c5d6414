package runtime

import (
	"fmt"
	"sync/atomic"
	"time"
)

const policyHedge = "hedge"

// A HedgeConfig says when an asynchronous call is attempted once more while
// earlier attempts are still under way. Zero is zero: see DefaultHedgeConfig for
// the defaults.
type HedgeConfig struct {
	// Delay is how long to wait for a result before a further attempt starts: up
	// to a year. Zero starts all attempts at once, as far as Budget allows.
	Delay time.Duration
	// MaxAttempts is how many attempts a call has at the most, the first one
	// included. From 2 to 10.
	MaxAttempts int
	// HedgeOn are the errors after which a further attempt starts at once.
	HedgeOn []Matcher
	// AbortOn are the errors after which none starts. It wins over HedgeOn.
	AbortOn []Matcher
	// Budget limits further attempts to this percentage of calls, above 0 and up
	// to 100, with at most four decimals; one a second is free.
	Budget float64
}

// DefaultHedgeConfig returns the defaults of the hedge directive: one further
// attempt after a second, for at most 10 % of the calls.
func DefaultHedgeConfig() HedgeConfig {
	return HedgeConfig{Delay: time.Second, MaxAttempts: 2, Budget: 10}
}

// validate holds the configuration against the bounds of the directive.
func (c HedgeConfig) validate() error { return c.statement().check() }

// A Hedge is a policy that does not wait for slow attempts alone: it starts
// further ones beside them, and the first success is the result of the call. It
// is for calls that return a future and that do no harm when they run twice. It
// may be shared by several pipelines, which then share its counters and its
// budget.
type Hedge struct {
	name   string
	events *Events
	counts hedgeCounts
	rules  atomic.Pointer[hedgeRules]
}

// hedgeRules are one configuration of a Hedge. A call that started with them
// keeps them.
type hedgeRules struct {
	*Hedge
	config HedgeConfig
	budget *budget
	delays *timerQueue // where calls wait for their further attempts
}

type hedgeCounts struct{ hedges, won, suppressed atomic.Uint64 }

// HedgeMetrics counts what a Hedge has done since it was made.
type HedgeMetrics struct {
	// Hedges is the number of further attempts.
	Hedges uint64 `json:"hedges"`
	// Won is the number of calls whose result came from a further attempt.
	Won uint64 `json:"won"`
	// Suppressed is the number of further attempts that the budget forbade.
	Suppressed uint64 `json:"suppressed"`
}

// NewHedge makes a hedge policy. The error says which field of config is out of
// bounds.
func NewHedge(name string, config HedgeConfig) (*Hedge, error) {
	return newHedge(name, config, new(Events))
}

func newHedge(name string, config HedgeConfig, events *Events) (*Hedge, error) {
	h := &Hedge{name: name, events: events}
	if err := h.reconfigure(config); err != nil {
		return nil, err
	}
	return h, nil
}

// reconfigure changes the rules of the calls that start from now on.
func (h *Hedge) reconfigure(config HedgeConfig) error {
	if err := config.validate(); err != nil {
		return fmt.Errorf("hedge %s: %w", h.name, err)
	}
	rules := &hedgeRules{Hedge: h, config: config, delays: newDelayQueue()}
	if old := h.rules.Load(); old != nil && old.config.Budget == config.Budget {
		rules.budget = old.budget // what was banked stays
	} else {
		rules.budget = newBudget(config.Budget)
	}
	h.rules.Store(rules)
	return nil
}

// Name returns the instance's name.
func (h *Hedge) Name() string { return h.name }

// Config returns the configuration in force.
func (h *Hedge) Config() HedgeConfig { return h.rules.Load().config }

// Events returns where the policy publishes.
func (h *Hedge) Events() *Events { return h.events }

// Metrics returns the counters.
func (h *Hedge) Metrics() HedgeMetrics {
	return HedgeMetrics{
		Hedges:     h.counts.hedges.Load(),
		Won:        h.counts.won.Load(),
		Suppressed: h.counts.suppressed.Load(),
	}
}

// afford reports whether the budget has a further attempt, and takes it.
func (r *hedgeRules) afford() bool {
	if r.budget.spend() {
		return true
	}
	r.counts.suppressed.Add(1)
	return false
}

// A hedgeAdvice is what an attempt's failure means for further ones.
type hedgeAdvice uint8

const (
	hedgeInTime hedgeAdvice = iota // nothing
	hedgeAtOnce
	hedgeNever
)

// judge asks the lists about a failure. If one of them panics, no further attempt
// is the safe answer.
func (r *hedgeRules) judge(err error) (advice hedgeAdvice) {
	advice = hedgeNever
	defer func() { _ = recover() }()
	switch {
	case matchesAny(r.config.AbortOn, err):
	case matchesAny(r.config.HedgeOn, err):
		advice = hedgeAtOnce
	default:
		advice = hedgeInTime
	}
	return advice
}

// started counts and publishes a further attempt.
func (r *hedgeRules) started(c *call) {
	r.counts.hedges.Add(1)
	if c.wanted.has(KindHedge) {
		r.events.publish(c.event(KindHedge, policyHedge, r.name, ""))
	}
}
