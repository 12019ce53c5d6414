package runtime

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/annotations"
)

// A Policy is one of *Retry, *Hedge, *CircuitBreaker, *RateLimiter,
// *AdaptiveLimiter, *Timeout, *Bulkhead, and Order.
type Policy interface {
	// layer adds the policy to the layers of a pipeline.
	layer(*layers) error
}

// An Order changes the order of a pipeline's layers: the listed layers move as
// a block, in the listed order, to the place of the outermost one listed. The
// layers have the names of their directives. Order{"timeout", "retry"} is one
// timeout around all attempts. A layer that the pipeline does not have moves
// nothing, as where an override has switched a policy off.
type Order []string

func (o Order) layer(l *layers) error {
	if l.order != nil {
		return errors.New("a pipeline takes one order")
	}
	l.order = o
	return nil
}

// layers collects the policies of a pipeline before they are put in order.
type layers struct {
	retry    *Retry
	hedge    *Hedge
	breaker  *CircuitBreaker
	limiter  *RateLimiter
	adaptive *AdaptiveLimiter
	timeout  *Timeout
	bulkhead *Bulkhead
	order    []string
	// together is true where the attempt's timeout is around all attempts.
	together bool
}

// set puts a policy in its place, which must be free.
func set[P any](place **P, policy *P, name string) error {
	if policy == nil {
		return fmt.Errorf("%s policy is nil", name)
	}
	if *place != nil {
		return fmt.Errorf("a pipeline takes one %s policy", name)
	}
	*place = policy
	return nil
}

func (r *Retry) layer(l *layers) error             { return set(&l.retry, r, "retry") }
func (h *Hedge) layer(l *layers) error             { return set(&l.hedge, h, policyHedge) }
func (b *CircuitBreaker) layer(l *layers) error    { return set(&l.breaker, b, "circuitbreaker") }
func (l *RateLimiter) layer(all *layers) error     { return set(&all.limiter, l, policyRateLimit) }
func (l *AdaptiveLimiter) layer(all *layers) error { return set(&all.adaptive, l, policyAdaptiveLimit) }
func (t *Timeout) layer(l *layers) error           { return set(&l.timeout, t, "timeout") }
func (b *Bulkhead) layer(l *layers) error          { return set(&l.bulkhead, b, "bulkhead") }

// A plan is a pipeline's policies in their order: what one call, from its
// beginning to its end, goes by. It never changes.
type plan struct {
	// What every call looks at comes first, to lie in one line of the cache.
	owner *Pipeline
	// all begins the stages of all layers.
	all *stage
	// With a hedge, async is around it, and hedged is how each attempt goes on.
	hedge *hedgeRules
	// others are where the policies publish other than to the owner's events.
	others []*Events

	layers layers
	// outer and inner begin stages of the same layers as all, cut where a detached
	// call leaves the caller's goroutine: inside the timeout.
	outer, inner *stage
	// async is how asynchronous calls go by it.
	async  asyncPlan
	hedged *plan
	// races is true for a plan of such attempts.
	races bool
}

// totalTimeout is the name, among the layers, of the timeout around the whole
// call.
const totalTimeout = "totaltimeout"

// defaultOrder is the order of the layers inside the fallback.
func defaultOrder() []string { return insideFallback(annotations.Order()) }

// insideFallback leaves out the outermost layer, which no pipeline has.
func insideFallback(names []string) []string { return names[1:] }

// newPlan puts the policies in order.
func newPlan(owner *Pipeline, policies []Policy) (*plan, error) {
	p := &plan{owner: owner}
	for _, policy := range policies {
		if policy == nil {
			return nil, errors.New("policy is nil")
		}
		if err := policy.layer(&p.layers); err != nil {
			return nil, err
		}
		if e, ok := policy.(interface{ Events() *Events }); ok && e.Events() != owner.events {
			p.others = append(p.others, e.Events())
		}
	}
	if p.layers.retry != nil && p.layers.hedge != nil {
		return nil, errors.New("retry and hedge both repeat the call: a pipeline takes one of them")
	}
	names, err := reorder(p.layers.order)
	if err != nil {
		return nil, err
	}
	p.layers.together = p.layers.timesTogether(names)
	cut := max(slices.Index(names, totalTimeout), slices.Index(names, "timeout")) + 1
	p.all = p.layers.stages(names, true)
	p.planAsync(names)
	p.outer, p.inner = p.layers.stages(names[:cut], false), p.layers.stages(names[cut:], true)
	return p, nil
}

// timesTogether reports whether the attempt's timeout stands outside of what
// repeats the call.
func (l *layers) timesTogether(names []string) bool {
	at := slices.Index(names, "timeout")
	return l.retry != nil && at < slices.Index(names, "retry") || l.hedge != nil && at < slices.Index(names, policyHedge)
}

// planAsync lays out how asynchronous calls go by the plan.
func (p *plan) planAsync(names []string) {
	if p.layers.hedge != nil {
		p.hedge = p.layers.hedge.rules.Load()
		at := slices.Index(names, policyHedge)
		p.hedged = &plan{owner: p.owner, layers: p.layers, others: p.others, async: p.layers.async(names[at+1:]), races: true}
		names = names[:at]
	}
	p.async = p.layers.async(names)
}

// reorder moves the listed names as a block to the place of the outermost one.
func reorder(listed []string) ([]string, error) {
	known := defaultOrder()
	for i, name := range listed {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("order: there is no layer %q; the layers are %s", name, strings.Join(known, ", "))
		}
		if slices.Contains(listed[:i], name) {
			return nil, fmt.Errorf("order: layer %q is listed twice", name)
		}
	}
	names := insideFallback(annotations.Reorder(listed))
	if total := slices.Index(names, totalTimeout); slices.Index(names, "retry") < total || slices.Index(names, "hedge") < total {
		return nil, fmt.Errorf("order: %s bounds the whole call, so it cannot stand inside retry or hedge", totalTimeout)
	}
	return names, nil
}

// guard returns what adds the named layer to a stage, nil if the pipeline does
// not have it.
func (l *layers) guard(name string) func(*stage) {
	switch {
	case name == totalTimeout && l.timeout != nil && l.timeout.Config().Total > 0:
		return func(s *stage) { s.guards.limit(l.timeout, l.timeout.limits.Load().total) }
	case name == "retry" && l.retry != nil:
		return func(s *stage) { s.repeat(l.retry.rules.Load()) }
	case name == "circuitbreaker" && l.breaker != nil:
		return func(s *stage) { s.guards.breaker = l.breaker }
	case name == policyRateLimit && l.limiter != nil:
		return func(s *stage) { s.guards.limiter, s.guards.clocked = l.limiter, true }
	case name == policyAdaptiveLimit && l.adaptive != nil:
		return func(s *stage) { s.guards.adaptive = l.adaptive }
	case name == "timeout" && l.timeout != nil && l.timeout.Config().Duration > 0:
		return func(s *stage) { s.guards.limit(l.timeout, l.timeout.limits.Load().ofDuration(l.together)) }
	case name == "bulkhead" && l.bulkhead != nil:
		return func(s *stage) { s.guards.bulkhead = l.bulkhead }
	}
	return nil
}

// wants returns the kinds of events that somebody wants of the call's policies.
func (p *plan) wants() kindSet {
	wanted := p.owner.events.wants()
	for _, e := range p.others {
		wanted |= e.wants()
	}
	return wanted
}
