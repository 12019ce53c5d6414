package runtime

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// RetryConfig says when a failed attempt is followed by another, and how long
// after. Start from DefaultRetryConfig: a field that is zero means zero.
type RetryConfig struct {
	// MaxAttempts is how often the implementation is called at the most, the
	// first attempt included: 1, which never retries, to 1,000,000.
	MaxAttempts int
	// Delay is how long to wait before the second attempt: up to a year.
	Delay time.Duration
	// Multiplier is the factor from each delay to the next: 1 to 1000.
	Multiplier float64
	// MaxDelay caps each delay, jitter included. Zero is no cap; otherwise it is
	// from Delay to a year.
	MaxDelay time.Duration
	// Jitter spreads each delay d uniformly over d(1-Jitter) to d(1+Jitter).
	// From 0 to 1.
	Jitter float64
	// DelayFunc, if set, gives the delay after the attempt (counted from 1) that
	// ended with err, in place of Delay, Multiplier and Jitter. A negative result
	// is zero.
	DelayFunc func(attempt int, err error) time.Duration
	// MaxDuration forbids starting an attempt later than this after the first one
	// began. It cuts no attempt short. Zero is no limit; otherwise it is from Delay
	// to a year.
	MaxDuration time.Duration
	// RetryOn and RetryIf say which errors are worth another attempt. If both are
	// empty, every error is.
	RetryOn []Matcher
	RetryIf Matcher
	// AbortOn wins over RetryOn and RetryIf.
	AbortOn []Matcher
	// FailAfterMaxAttempts turns a last result that still asks for a retry into
	// ErrMaxAttempts. Otherwise that result is returned as it is.
	FailAfterMaxAttempts bool
	// Budget limits retries to this percentage of calls, up to 100, with at most
	// four decimals; see docs/retry.md. Zero is no limit.
	Budget float64
}

// DefaultRetryConfig is three attempts, 500 ms apart, for every error.
func DefaultRetryConfig() RetryConfig {
	return RetryConfig{MaxAttempts: 3, Delay: 500 * time.Millisecond, Multiplier: 1}
}

// A Retry is a policy that repeats failed attempts. It may be shared by several
// pipelines, which then share its counters and its budget.
type Retry struct {
	name   string
	events *Events
	counts retryCounts
	rules  atomic.Pointer[retryRules]
}

// retryRules are one configuration of a Retry. A call that started with them
// keeps them.
type retryRules struct {
	*Retry
	config RetryConfig
	budget *budget     // nil: unlimited
	delays *timerQueue // where asynchronous calls wait for their next attempt
}

// retryCounts are bumped off the path of calls that succeed at once.
type retryCounts struct {
	retries, recovered, exhausted, refused, suppressed atomic.Uint64
}

// RetryMetrics counts what a Retry has done since it was made.
type RetryMetrics struct {
	// Retries is the number of attempts after the first of their call.
	Retries uint64 `json:"retries"`
	// Recovered is the number of calls that succeeded after a retry.
	Recovered uint64 `json:"recovered"`
	// Exhausted is the number of calls whose last permitted attempt failed.
	Exhausted uint64 `json:"exhausted"`
	// Refused is the number of calls that failed with an error not worth a retry.
	Refused uint64 `json:"refused"`
	// Suppressed is the number of retries that the budget forbade.
	Suppressed uint64 `json:"suppressed"`
}

// NewRetry makes a retry policy. The error says which field of config is out of
// bounds.
func NewRetry(name string, config RetryConfig) (*Retry, error) {
	return newRetry(name, config, new(Events))
}

func newRetry(name string, config RetryConfig, events *Events) (*Retry, error) {
	r := &Retry{name: name, events: events}
	if err := r.reconfigure(config); err != nil {
		return nil, err
	}
	return r, nil
}

// reconfigure changes the rules of the calls that start from now on.
func (r *Retry) reconfigure(config RetryConfig) error {
	if err := config.validate(); err != nil {
		return fmt.Errorf("retry %s: %w", r.name, err)
	}
	rules := &retryRules{Retry: r, config: config, delays: newDelayQueue()}
	switch old := r.rules.Load(); {
	case config.Budget == 0:
	case old != nil && old.config.Budget == config.Budget:
		rules.budget = old.budget // what was banked stays
	default:
		rules.budget = newBudget(config.Budget)
	}
	r.rules.Store(rules)
	return nil
}

// Name returns the instance's name.
func (r *Retry) Name() string { return r.name }

// Config returns the configuration in force.
func (r *Retry) Config() RetryConfig { return r.rules.Load().config }

// Events returns where the policy publishes.
func (r *Retry) Events() *Events { return r.events }

// Metrics returns the counters.
func (r *Retry) Metrics() RetryMetrics {
	return RetryMetrics{
		Retries:    r.counts.retries.Load(),
		Recovered:  r.counts.recovered.Load(),
		Exhausted:  r.counts.exhausted.Load(),
		Refused:    r.counts.refused.Load(),
		Suppressed: r.counts.suppressed.Load(),
	}
}

// Do calls fn until it succeeds or the policy gives up, and returns its last
// error: see Pipeline.Do. If ctx is over, Do returns its error and does nothing.
func (r *Retry) Do(ctx context.Context, fn func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var c call
	c.byHand(ctx, r.events)
	c.attempt = 1
	var alone stage
	alone.guards.none = true
	alone.repeat(r.rules.Load())
	_, err := alone.run(&c, ctx, func(ctx context.Context) (Verdict, error) { return 0, fn(ctx) })
	return err
}

// worthRetrying reports whether the configuration wants another attempt after
// an implementation's err. What the error says of itself comes first, then
// AbortOn, then RetryOn and RetryIf. A panic is retried only if these name it.
func (r *retryRules) worthRetrying(err error, said retryable) bool {
	if said != unsaid {
		return said == yes
	}
	c := &r.config
	if matchesAny(c.AbortOn, err) {
		return false
	}
	if len(c.RetryOn) == 0 && c.RetryIf == nil {
		return !panicked(err)
	}
	return matchesAny(c.RetryOn, err) || c.RetryIf != nil && c.RetryIf(err)
}

// worthWaiting reports whether a policy's refusal of an attempt may be followed
// by another. An open breaker would refuse it again; the others give way only
// where RetryOn names their error.
func (r *retryRules) worthWaiting(rejection error) bool {
	return !errors.Is(rejection, ErrCallNotPermitted) &&
		!matchesAny(r.config.AbortOn, rejection) &&
		matchesAny(r.config.RetryOn, rejection)
}

// validate holds the configuration against the bounds of the directive.
func (c RetryConfig) validate() error { return c.statement().check() }
