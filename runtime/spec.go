package runtime

import "time"

// A Spec is one directive of a method as generated code hands it to
// Binding.Pipeline: RetrySpec, HedgeSpec, CircuitBreakerSpec, RateLimitSpec,
// AdaptiveLimitSpec, TimeoutSpec, BulkheadSpec, Order, or WorstCaseSpec.
type Spec interface {
	part() part
}

// A part is what a spec says.
type part struct {
	// id is the instance that the directive names, by name= or by where it stands.
	id    instanceID
	named bool // by name=
	// text is what the directive states, in canonical form.
	text      string
	blueprint blueprint
	// fixed is set where the spec is an order, which has no instance.
	fixed Policy
	// worstCase is set where it is a worstcase directive, which has none either.
	worstCase *WorstCaseSpec
}

// A RetrySpec is a retry directive.
type RetrySpec struct {
	Instance  string // the name of the instance
	Named     bool   // the directive gives the name itself
	Directive string // what the directive states, in canonical form
	RetryOn   []Matcher
	AbortOn   []Matcher
	RetryIf   Matcher
	DelayFunc func(attempt int, err error) time.Duration
}

// A HedgeSpec is a hedge directive.
type HedgeSpec struct {
	Instance  string // the name of the instance
	Named     bool   // the directive gives the name itself
	Directive string // what the directive states, in canonical form
	HedgeOn   []Matcher
	AbortOn   []Matcher
}

// A CircuitBreakerSpec is a circuitbreaker directive.
type CircuitBreakerSpec struct {
	Instance  string // the name of the instance
	Named     bool   // the directive gives the name itself
	Directive string // what the directive states, in canonical form
	RecordOn  []Matcher
	IgnoreOn  []Matcher
	RecordIf  Matcher
	IgnoreIf  Matcher
}

// A TimeoutSpec is a timeout directive.
type TimeoutSpec struct {
	Instance  string // the name of the instance
	Named     bool   // the directive gives the name itself
	Directive string // what the directive states, in canonical form
}

// A BulkheadSpec is a bulkhead directive.
type BulkheadSpec struct {
	Instance  string // the name of the instance
	Named     bool   // the directive gives the name itself
	Directive string // what the directive states, in canonical form
}

// A RateLimitSpec is a ratelimit directive.
type RateLimitSpec struct {
	Instance  string // the name of the instance
	Named     bool   // the directive gives the name itself
	Directive string // what the directive states, in canonical form
}

// An AdaptiveLimitSpec is an adaptivelimit directive.
type AdaptiveLimitSpec struct {
	Instance  string // the name of the instance
	Named     bool   // the directive gives the name itself
	Directive string // what the directive states, in canonical form
}

// A WorstCaseSpec is a worstcase directive: what the method's other policies must
// not exceed together, also when overrides change them.
type WorstCaseSpec struct {
	Directive string // what the directive states, in canonical form
}

func (s RetrySpec) part() part {
	return part{
		id: instanceID{"retry", s.Instance}, named: s.Named, text: s.Directive,
		blueprint: blueprintFor(s.config, newRetry),
	}
}

func (s HedgeSpec) part() part {
	return part{
		id: instanceID{policyHedge, s.Instance}, named: s.Named, text: s.Directive,
		blueprint: blueprintFor(s.config, newHedge),
	}
}

func (s CircuitBreakerSpec) part() part {
	return part{
		id: instanceID{policyCircuitBreaker, s.Instance}, named: s.Named, text: s.Directive,
		blueprint: blueprintFor(s.config, newCircuitBreaker),
	}
}

func (s TimeoutSpec) part() part {
	return part{
		id: instanceID{"timeout", s.Instance}, named: s.Named, text: s.Directive,
		blueprint: blueprintFor(timeoutConfig, newTimeout),
	}
}

func (s BulkheadSpec) part() part {
	return part{
		id: instanceID{policyBulkhead, s.Instance}, named: s.Named, text: s.Directive,
		blueprint: blueprintFor(bulkheadConfig, newBulkhead),
	}
}

func (s RateLimitSpec) part() part {
	return part{
		id: instanceID{policyRateLimit, s.Instance}, named: s.Named, text: s.Directive,
		blueprint: blueprintFor(rateLimiterConfig, newRateLimiter),
	}
}

func (s AdaptiveLimitSpec) part() part {
	return part{
		id: instanceID{policyAdaptiveLimit, s.Instance}, named: s.Named, text: s.Directive,
		blueprint: blueprintFor(adaptiveLimiterConfig, newAdaptiveLimiter),
	}
}

func (o Order) part() part { return part{fixed: o} }

func (s WorstCaseSpec) part() part { return part{worstCase: &s} }
