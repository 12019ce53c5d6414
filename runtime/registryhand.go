package runtime

import (
	"errors"
	"fmt"

	"github.com/go-resgen/resgen/annotations"
)

// The methods of this file give a program the policies of a registry without
// generated code: one policy for each name, with the overrides of that name. Asked
// again, they return the same policy; that a name has two configurations is an error.
// Functions in a configuration cannot be compared: those of the first call stay.
//
// A field that has the directive's default counts as not stated, so that
// defaults.* can set it.

// Retry returns the retry of that name, new if there is none.
func (r *Registry) Retry(name string, config RetryConfig) (*Retry, error) {
	spec := RetrySpec{
		Instance: name, RetryOn: config.RetryOn, AbortOn: config.AbortOn,
		RetryIf: config.RetryIf, DelayFunc: config.DelayFunc,
	}
	return define[*Retry](r, spec, config.statement())
}

// Hedge returns the hedge of that name, new if there is none.
func (r *Registry) Hedge(name string, config HedgeConfig) (*Hedge, error) {
	spec := HedgeSpec{Instance: name, HedgeOn: config.HedgeOn, AbortOn: config.AbortOn}
	return define[*Hedge](r, spec, config.statement())
}

// CircuitBreaker returns the circuit breaker of that name, new if there is none.
func (r *Registry) CircuitBreaker(name string, config CircuitBreakerConfig) (*CircuitBreaker, error) {
	spec := CircuitBreakerSpec{
		Instance: name, RecordOn: config.RecordOn, IgnoreOn: config.IgnoreOn,
		RecordIf: config.RecordIf, IgnoreIf: config.IgnoreIf,
	}
	return define[*CircuitBreaker](r, spec, config.statement())
}

// Timeout returns the timeout of that name, new if there is none.
func (r *Registry) Timeout(name string, config TimeoutConfig) (*Timeout, error) {
	return define[*Timeout](r, TimeoutSpec{Instance: name}, config.statement())
}

// Bulkhead returns the bulkhead of that name, new if there is none.
func (r *Registry) Bulkhead(name string, config BulkheadConfig) (*Bulkhead, error) {
	return define[*Bulkhead](r, BulkheadSpec{Instance: name}, config.statement())
}

// AdaptiveLimiter returns the adaptive limiter of that name, new if there is none.
func (r *Registry) AdaptiveLimiter(name string, config AdaptiveLimiterConfig) (*AdaptiveLimiter, error) {
	return define[*AdaptiveLimiter](r, AdaptiveLimitSpec{Instance: name}, config.statement())
}

// RateLimiter returns the rate limiter of that name, new if there is none.
func (r *Registry) RateLimiter(name string, config RateLimiterConfig) (*RateLimiter, error) {
	return define[*RateLimiter](r, RateLimitSpec{Instance: name}, config.statement())
}

// byHand is the claimant of what no directive defines.
const byHand = "code"

// define claims the instance of a spec whose directive is a statement.
func define[P Policy](r *Registry, spec Spec, s *statement) (policy P, err error) {
	p := spec.part()
	stated, err := s.settings()
	if p.id.name == "" {
		err = errors.Join(err, errors.New("the name is empty"))
	}
	if err != nil {
		return policy, fmt.Errorf("%s: %w", p.id, err)
	}
	def := &definition{
		claimant:  byHand,
		named:     true,
		text:      annotations.Canonical(s.directive, stated),
		stated:    from(sourceCode, stated),
		blueprint: p.blueprint,
	}
	var entry *Entry
	if err := r.alter(func(c *change) { entry = c.claim(p.id, def) }); err != nil {
		return policy, err
	}
	return entry.policy.(P), nil
}

// Pipeline returns the pipeline of that name, new if there is none, of policies
// in the sequence that NewPipeline takes. Policies of this registry follow
// Apply in it, and leave it while they are switched off with enabled=false;
// others stay as they are. Asked again with other policies, it is an error.
func (r *Registry) Pipeline(name string, policies ...Policy) (*Pipeline, error) {
	p := r.pipelineFor(name)
	err := r.alter(func(c *change) {
		rec := &record{name: name, claimant: byHand}
		for _, policy := range policies {
			rec.members = append(rec.members, r.memberFor(policy))
		}
		c.addRecord(rec, p)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// memberFor returns the instance that is the policy, or the policy itself if it
// is not of this registry.
func (r *Registry) memberFor(policy Policy) member {
	for _, e := range r.entries() {
		if e.policy == policy {
			return member{entry: e}
		}
	}
	return member{fixed: policy}
}

// policyName returns the name of the directive of a policy's type.
func policyName(p Policy) string {
	switch p.(type) {
	case *Retry:
		return "retry"
	case *Hedge:
		return policyHedge
	case *CircuitBreaker:
		return policyCircuitBreaker
	case *Timeout:
		return "timeout"
	case *Bulkhead:
		return policyBulkhead
	case *RateLimiter:
		return policyRateLimit
	case *AdaptiveLimiter:
		return policyAdaptiveLimit
	default:
		return ""
	}
}
