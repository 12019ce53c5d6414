package runtime

import (
	"errors"
	"fmt"
	"strconv"
	"time"

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
	s.function("retryOn", len(c.RetryOn) > 0)
	s.function("abortOn", len(c.AbortOn) > 0)
	s.function("retryIf", c.RetryIf != nil)
	s.flag("failAfterMaxAttempts", c.FailAfterMaxAttempts)
	if c.Budget != 0 {
		s.decimal("budget", c.Budget)
	}
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
	s.function("recordOn", len(c.RecordOn) > 0)
	s.function("ignoreOn", len(c.IgnoreOn) > 0)
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

// A statement is what a configuration made by hand would state as a directive.
type statement struct {
	directive *annotations.Directive
	values    annotations.Settings
	errs      []error
}

func statementOf(policy string) *statement {
	return &statement{directive: annotations.Lookup(policy), values: make(annotations.Settings)}
}

func (s *statement) set(key, text string) {
	value, err := s.directive.Key(key).Parse(text)
	if err != nil {
		s.fail(key, err)
		return
	}
	s.values[key] = value
}

func (s *statement) fail(key string, err error) {
	s.errs = append(s.errs, fmt.Errorf("%s: %w", key, err))
}

func (s *statement) number(key string, n int)             { s.set(key, strconv.Itoa(n)) }
func (s *statement) duration(key string, d time.Duration) { s.set(key, d.String()) }
func (s *statement) decimal(key string, f float64)        { s.set(key, decimal(f)) }
func (s *statement) flag(key string, b bool)              { s.set(key, strconv.FormatBool(b)) }

// optionalDuration states a duration of which zero means that there is none.
func (s *statement) optionalDuration(key string, d time.Duration) {
	if d != 0 {
		s.duration(key, d)
	}
}

// group states the group; "" is none.
func (s *statement) group(name string) {
	if name != "" {
		s.set(groupKey, name)
	}
}

// function states that there is a value which has no text.
func (s *statement) function(key string, there bool) {
	if !there {
		return
	}
	named, err := annotations.ParseSettings(s.directive, key+"="+sourceCode)
	if err != nil {
		s.fail(key, err)
		return
	}
	s.values[key] = named[key]
}

// bounds returns what lies outside the bounds of its key.
func (s *statement) bounds() error { return errors.Join(s.errs...) }

// check returns what lies outside its bounds, or contradicts another value.
func (s *statement) check() error {
	if err := s.bounds(); err != nil {
		return err
	}
	var errs []error
	for _, conflict := range s.directive.Check(s.values) {
		errs = append(errs, errors.New(conflict.Message))
	}
	return errors.Join(errs...)
}

// settings returns what is stated: the values that would not hold without being
// stated. A program that starts from a policy's default configuration and
// changes one field states that field, so that defaults.* can set the others.
func (s *statement) settings() (annotations.Settings, error) {
	if err := s.bounds(); err != nil {
		return nil, err
	}
	for _, key := range s.directive.Keys {
		value, stated := s.values[key.Name]
		if !stated {
			continue
		}
		delete(s.values, key.Name)
		if implied, ok := s.directive.Complete(s.values)[key.Name]; !ok || implied.String() != value.String() {
			s.values[key.Name] = value
		}
	}
	return s.values, nil
}
