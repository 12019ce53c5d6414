package runtime

import (
	"context"
	goruntime "runtime"
	"runtime/debug"
	"sync/atomic"
)

// DoDetached is Do for an implementation that may not heed its context: from
// the timeout inwards the call runs on a goroutine of its own, and the caller
// leaves when the timeout, or its own context, is over. What the call holds
// further in, such as a bulkhead's slot, it keeps until it really ends. Its
// results cross to the caller only if the caller is still there.
//
// A panic of fn is raised again on the caller's goroutine, as a *PanicError, and
// runtime.Goexit ends that goroutine too. Once the caller has left, how the call
// ends is published as KindLateResult.
func DoDetached[R any](ctx context.Context, p *Pipeline, fn func(context.Context) (R, Verdict, error)) (R, error) {
	var result, zero R
	if err := ctx.Err(); err != nil {
		return zero, err
	}
	plan := p.plan.Load()
	if plan.hedge != nil {
		return zero, errHedgedSync
	}
	c := call{ctx: ctx, pipeline: p, attempt: 1, wanted: plan.wants()}
	_, err := plan.outer.run(&c, ctx, func(ctx context.Context) (v Verdict, err error) {
		result, v, err = detach(&c, plan, ctx, fn)
		return v, err
	})
	if err != nil && !p.Reached(err) {
		result = zero
	}
	return result, err
}

// A detachedCall is a call on a goroutine of its own.
type detachedCall[R any] struct {
	state   atomic.Uint32
	started atomic.Int64 // the instant at which the implementation started
	done    chan struct{}

	// Written before done is closed.
	result   R
	verdict  Verdict
	err      error
	panicked *PanicError
	exited   bool // by runtime.Goexit
}

// The states of a detachedCall. Whoever moves it decides whether the caller
// gets the result.
const (
	queued    uint32 = iota // the implementation has not started
	underWay                // it has
	finished                // it has returned, and the caller takes the result
	abandoned               // the caller left first: it must not start
	left                    // the caller left while it was under way
)

// detach runs the inner stages and fn on a new goroutine, and waits for them or
// for the end of ctx.
func detach[R any](c *call, p *plan, ctx context.Context, fn func(context.Context) (R, Verdict, error)) (R, Verdict, error) {
	d := &detachedCall[R]{done: make(chan struct{})}
	go d.work(*c, p, ctx, fn)
	select {
	case <-d.done:
	case <-ctx.Done():
		if d.leave() {
			c.started.stamp(instant(d.started.Load()))
			var zero R
			return zero, 0, ctx.Err()
		}
		<-d.done // at once: it has ended, or no longer waits for its start
	}
	c.started.stamp(instant(d.started.Load()))
	switch {
	case d.panicked != nil:
		panic(d.panicked)
	case d.exited:
		goruntime.Goexit()
	}
	return d.result, d.verdict, d.err
}

// leave is called when the caller's wait is over. It reports whether the work
// goes on without the caller.
func (d *detachedCall[R]) leave() bool {
	return !d.state.CompareAndSwap(queued, abandoned) && d.state.CompareAndSwap(underWay, left)
}

// start reports whether the implementation may start, or start again in a later
// attempt.
func (d *detachedCall[R]) start(at instant) bool {
	if d.state.CompareAndSwap(queued, underWay) {
		d.started.Store(int64(at))
	}
	return d.state.Load() == underWay
}

func (d *detachedCall[R]) work(c call, p *plan, ctx context.Context, fn func(context.Context) (R, Verdict, error)) {
	d.err, d.exited = ErrGoexit, true // unless it returns or panics
	defer func() {
		if value := recover(); value != nil {
			d.panicked = &PanicError{Value: value, Stack: debug.Stack()}
			d.err, d.exited = d.panicked, false
		}
		if d.state.Swap(finished) == left {
			p.late(&c, d.err)
		}
		close(d.done)
	}()
	d.verdict, d.err = p.inner.run(&c, ctx, func(ctx context.Context) (v Verdict, err error) {
		if !d.start(max(c.started.breaker, c.started.adaptive)) {
			return unreached, ctx.Err()
		}
		d.result, v, err = fn(ctx)
		return v, err
	})
	d.exited = false
}

// late counts and publishes how a call ended after its caller had left.
func (p *plan) late(c *call, err error) {
	p.owner.late.Add(1)
	if c.wanted.has(KindLateResult) {
		ev := c.event(KindLateResult, "timeout", p.owner.name, "")
		ev.Err = err
		p.owner.events.publish(ev)
	}
}
