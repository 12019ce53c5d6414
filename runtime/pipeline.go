package runtime

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// A Pipeline runs calls through policies. Its default order, outermost first,
// is: total timeout, retry or hedge, circuit breaker, rate limit, adaptive limit,
// attempt timeout, bulkhead. Each attempt has one outcome in the breaker, and no slot is
// held between attempts. Fallbacks stand outside of it: see FallbackAllowed.
//
// A Pipeline is safe for concurrent use. A call that succeeds allocates
// nothing without a timeout, and 48 bytes with one.
type Pipeline struct {
	name   string
	plan   atomic.Pointer[plan]
	events *Events
	// fallbacks counts the errors that fallbacks took.
	fallbacks atomic.Uint64
	// late counts the calls that ended after their callers had left.
	late atomic.Uint64
	// watches are the contexts of callers whose asynchronous calls are under way.
	watches asyncWatches
}

// NewPipeline makes a pipeline of policies, in any sequence, each at most once.
// The name appears in events. The policies may be shared with other pipelines.
// The pipeline goes by the retry, hedge and timeout configurations of now; one that
// is to follow Registry.Apply comes from Registry.Pipeline.
// The pipeline's events are those of each policy and, for fallbacks, its own.
func NewPipeline(name string, policies ...Policy) (*Pipeline, error) {
	return newPipeline(name, new(Events), policies)
}

func newPipeline(name string, events *Events, policies []Policy) (*Pipeline, error) {
	p := &Pipeline{name: name, events: events}
	if err := p.replan(policies); err != nil {
		return nil, err
	}
	return p, nil
}

// replan gives later calls other policies. Calls in flight keep theirs.
func (p *Pipeline) replan(policies []Policy) error {
	next, err := newPlan(p, policies)
	if err != nil {
		return fmt.Errorf("pipeline %s: %w", p.name, err)
	}
	p.plan.Store(next)
	return nil
}

// Name returns the pipeline's name.
func (p *Pipeline) Name() string { return p.name }

// Events returns where the pipeline publishes what no single policy does:
// fallbacks, and late results of detached calls.
func (p *Pipeline) Events() *Events { return p.events }

// Do calls fn through the policies: once, or several times where there is a
// retry policy, always on the caller's goroutine. The context that fn gets
// carries the policies' deadlines.
//
// Errors of fn come back as the same value, with three exceptions, in which
// errors.Is and errors.As still find them: a failure after a timeout comes
// inside a *TimeoutError; a wait cut short by the context comes with the
// context's error; and a refusal that ends a retry comes with the last
// attempt's error. Refusals are a *RejectedError. If ctx is over, Do returns its
// error and does nothing. It is an error if the pipeline has a hedge.
//
// If fn panics or calls runtime.Goexit, every policy counts a failure and gives
// back what it held, and the panic goes on with the same value.
func (p *Pipeline) Do(ctx context.Context, fn func(context.Context) (Verdict, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	plan := p.plan.Load()
	if plan.hedge != nil {
		return errHedgedSync
	}
	var c call // filled field by field: copying a literal stalls for 10 ns
	c.ctx, c.pipeline, c.attempt, c.wanted = ctx, p, 1, plan.wants()
	_, err := plan.all.run(&c, ctx, fn)
	return err
}

// errHedgedSync is the error of a call that cannot be attempted twice at once.
var errHedgedSync = errors.New("a hedge is for calls that return a future: use DoAsync")

// DoValue is Do for a function that returns a value. After a failed call the
// value is what the last attempt returned, zero if that attempt never reached
// fn.
func DoValue[T any](ctx context.Context, p *Pipeline, fn func(context.Context) (T, error)) (T, error) {
	var value T
	err := p.Do(ctx, func(ctx context.Context) (Verdict, error) {
		var err error
		value, err = fn(ctx)
		return 0, err
	})
	if err != nil && !p.Reached(err) {
		var zero T
		value = zero
	}
	return value, err
}

// Reached is false if err, returned by this pipeline, says that the call's last
// attempt was kept from the implementation by a policy after an earlier attempt
// had reached it: the results that attempt left behind are then not the call's.
func (p *Pipeline) Reached(err error) bool {
	for {
		switch e := err.(type) {
		case *unreachedError:
			return e.pipeline != p
		case *TimeoutError: // around the attempts
			err = e.Err
		default:
			return true
		}
	}
}

// FallbackAllowed reports whether a fallback may take the error of a call: not
// when the caller's context has ended, since nobody waits for its result.
func (p *Pipeline) FallbackAllowed(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil
}

// FallbackApplied tells the pipeline's subscribers that a fallback takes err.
func (p *Pipeline) FallbackApplied(ctx context.Context, err error) {
	p.fallbacks.Add(1)
	c := call{ctx: ctx, pipeline: p, wanted: p.events.wants()}
	if c.wanted.has(KindFallback) {
		ev := c.event(KindFallback, "fallback", p.name, "")
		ev.Err = err
		p.events.publish(ev)
	}
}
