package runtime

import (
	"errors"

	"github.com/go-resgen/resgen/annotations"
)

// This file turns settings into the configurations of policies, and back. The
// vocabulary alone knows defaults and bounds.

func (s RetrySpec) config(v annotations.Settings) RetryConfig {
	return RetryConfig{
		MaxAttempts:          v.Int("maxAttempts"),
		Delay:                v.Duration("delay"),
		Multiplier:           v.Float("multiplier"),
		MaxDelay:             v.Duration("maxDelay"),
		Jitter:               v.Float("jitter"),
		DelayFunc:            s.DelayFunc,
		MaxDuration:          v.Duration("maxDuration"),
		RetryOn:              s.RetryOn,
		RetryIf:              s.RetryIf,
		AbortOn:              s.AbortOn,
		FailAfterMaxAttempts: v.Bool("failAfterMaxAttempts"),
		Budget:               v.Float("budget"),
	}
}

func (c RetryConfig) statement() *statement {
	s := statementOf("retry")
	s.number("maxAttempts", c.MaxAttempts)
	s.duration("delay", c.Delay)
	s.decimal("multiplier", c.Multiplier)
	s.optionalDuration("maxDelay", c.MaxDelay)
	s.decimal("jitter", c.Jitter)
	s.function("delayFunc", c.DelayFunc != nil)
	s.optionalDuration("maxDuration", c.MaxDuration)
	s.matchers("retryOn", c.RetryOn)
	s.matchers("abortOn", c.AbortOn)
	s.function("retryIf", c.RetryIf != nil)
	s.flag("failAfterMaxAttempts", c.FailAfterMaxAttempts)
	if c.Budget != 0 {
		s.decimal("budget", c.Budget)
	}
	return s
}

func (s HedgeSpec) config(v annotations.Settings) HedgeConfig {
	return HedgeConfig{
		Delay:       v.Duration("delay"),
		MaxAttempts: v.Int("maxAttempts"),
		HedgeOn:     s.HedgeOn,
		AbortOn:     s.AbortOn,
		Budget:      v.Float("budget"),
	}
}

func (c HedgeConfig) statement() *statement {
	s := statementOf(policyHedge)
	s.duration("delay", c.Delay)
	s.number("maxAttempts", c.MaxAttempts)
	s.matchers("hedgeOn", c.HedgeOn)
	s.matchers("abortOn", c.AbortOn)
	s.decimal("budget", c.Budget)
	s.flag("idempotent", true) // whoever makes a Hedge by hand has said so
	return s
}

func (s CircuitBreakerSpec) config(v annotations.Settings) CircuitBreakerConfig {
	calls, span := v.Window("window")
	return CircuitBreakerConfig{
		WindowCalls:          calls,
		WindowTime:           span,
		FailureRate:          v.Float("failureRate"),
		MinCalls:             v.Int("minCalls"),
		SlowCall:             v.Duration("slowCall"),
		SlowRate:             v.Float("slowRate"),
		OpenWait:             v.Duration("openWait"),
		OpenMultiplier:       v.Float("openMultiplier"),
		MaxOpenWait:          v.Duration("maxOpenWait"),
		HalfOpenCalls:        v.Int("halfOpenCalls"),
		MaxHalfOpenWait:      v.Duration("maxHalfOpenWait"),
		AutoHalfOpen:         v.Bool("autoHalfOpen"),
		Initial:              stateNamed(v.Text("initial")),
		RecordOn:             s.RecordOn,
		IgnoreOn:             s.IgnoreOn,
		RecordIf:             s.RecordIf,
		IgnoreIf:             s.IgnoreIf,
		IgnoreCallerDeadline: v.Text("callerDeadline") == ignoreCallerDeadline,
		Group:                v.Text(groupKey),
	}
}

const ignoreCallerDeadline = "ignore"

// stateNamed returns the state that the vocabulary calls by that name.
func stateNamed(name string) (s State) {
	_ = s.UnmarshalText([]byte(name))
	return s
}

func (c CircuitBreakerConfig) statement() *statement {
	s := statementOf(policyCircuitBreaker)
	switch {
	case c.WindowTime != 0 && c.WindowCalls != 0:
		s.fail("window", errors.New("WindowCalls and WindowTime are both set"))
	case c.WindowTime != 0:
		s.duration("window", c.WindowTime)
	default:
		s.number("window", c.WindowCalls)
	}
	s.decimal("failureRate", c.FailureRate)
	s.number("minCalls", c.MinCalls)
	s.optionalDuration("slowCall", c.SlowCall)
	s.decimal("slowRate", c.SlowRate)
	s.duration("openWait", c.OpenWait)
	s.decimal("openMultiplier", c.OpenMultiplier)
	s.optionalDuration("maxOpenWait", c.MaxOpenWait)
	s.number("halfOpenCalls", c.HalfOpenCalls)
	s.duration("maxHalfOpenWait", c.MaxHalfOpenWait)
	s.flag("autoHalfOpen", c.AutoHalfOpen)
	s.set("initial", c.Initial.String())
	s.matchers("recordOn", c.RecordOn)
	s.matchers("ignoreOn", c.IgnoreOn)
	s.function("recordIf", c.RecordIf != nil)
	s.function("ignoreIf", c.IgnoreIf != nil)
	if c.IgnoreCallerDeadline {
		s.set("callerDeadline", ignoreCallerDeadline)
	}
	s.group(c.Group)
	return s
}

func timeoutConfig(v annotations.Settings) TimeoutConfig {
	return TimeoutConfig{Duration: v.Duration("duration"), Total: v.Duration("total")}
}

func (c TimeoutConfig) statement() *statement {
	s := statementOf("timeout")
	s.optionalDuration("duration", c.Duration)
	s.optionalDuration("total", c.Total)
	return s
}

// unboundedQueue is the value of BulkheadConfig.Queue that sets no bound.
const unboundedQueue = -1

func bulkheadConfig(v annotations.Settings) BulkheadConfig {
	c := BulkheadConfig{
		MaxConcurrent: v.Int("maxConcurrent"),
		MaxWait:       v.Duration("maxWait"),
		Queue:         unboundedQueue,
		Group:         v.Text(groupKey),
	}
	if v.Has("queue") {
		c.Queue = v.Int("queue")
	}
	return c
}

func (c BulkheadConfig) statement() *statement {
	s := statementOf(policyBulkhead)
	s.number("maxConcurrent", c.MaxConcurrent)
	s.duration("maxWait", c.MaxWait)
	if c.Queue != unboundedQueue {
		s.number("queue", c.Queue)
	}
	s.group(c.Group)
	return s
}

func rateLimiterConfig(v annotations.Settings) RateLimiterConfig {
	return RateLimiterConfig{
		Limit:   v.Int("limit"),
		Period:  v.Duration("period"),
		Burst:   v.Int("burst"),
		MaxWait: v.Duration("maxWait"),
		Group:   v.Text(groupKey),
	}
}

func (c RateLimiterConfig) statement() *statement {
	s := statementOf(policyRateLimit)
	s.number("limit", c.Limit)
	s.duration("period", c.Period)
	s.number("burst", c.Burst)
	s.duration("maxWait", c.MaxWait)
	s.group(c.Group)
	return s
}

func adaptiveLimiterConfig(v annotations.Settings) AdaptiveLimiterConfig {
	return AdaptiveLimiterConfig{
		Initial:   v.Int("initial"),
		Min:       v.Int("min"),
		Max:       v.Int("max"),
		Algorithm: LimitAlgorithm(v.Text("algorithm")),
		Group:     v.Text(groupKey),
	}
}

func (c AdaptiveLimiterConfig) statement() *statement {
	s := statementOf(policyAdaptiveLimit)
	s.number("initial", c.Initial)
	s.number("min", c.Min)
	s.number("max", c.Max)
	s.set("algorithm", string(c.Algorithm))
	s.group(c.Group)
	return s
}
