package runtime

import "context"

// An AsyncMethod is a method that returns a future, as generated code hands it
// to Start and Continue.
type AsyncMethod[T any] struct {
	// Call makes one attempt. The context is the caller's own: cancellation and
	// timeouts reach the work through the Cancel of the future that Call returns.
	Call func(ctx context.Context) *Future[T]
	// Verdict says what a value means beyond that there was no error; nil: nothing.
	Verdict func(value T) Verdict
	// Fallback answers for a failure. It returns false for a failure that it does
	// not take. Nil takes none.
	Fallback func(ctx context.Context, failure error) (*Future[T], bool)
}

// Start begins a call of m through the pipeline's policies, and makes its first
// attempt on this goroutine. It blocks for no longer than m.Call does. If the
// call is over, or goes on without m, the *AsyncCall is nil and the future is
// the result, never nil. Otherwise the caller goes on with Continue at once.
//
// Start does not keep m: the closures in it can stay on the stack. If m.Call
// returns a complete future, and no other attempt follows, Start returns that
// future and allocates nothing.
//
// Errors are as for Pipeline.Do, as the future's error. If m.Call panics, the
// future fails with a *PanicError; if it returns nil, with ErrNilFuture. To the
// policies these are failures; a panic is retried only where RetryOn or RetryIf
// names it. If m.Call calls runtime.Goexit the call has failed with ErrGoexit.
func Start[T any](ctx context.Context, p *Pipeline, m AsyncMethod[T]) (*AsyncCall[T], *Future[T]) {
	if err := ctx.Err(); err != nil {
		return nil, Failed[T](err)
	}
	plan := p.plan.Load()
	var c call
	c.ctx, c.pipeline, c.attempt, c.wanted = ctx, p, 1, plan.wants()
	var st asyncState
	st.attempt = 1
	returned := false
	defer func() {
		if !returned {
			plan.leave(&c, &st, &ending{err: ErrGoexit, abandoned: true}, 0)
		}
	}()
	var end ending
	f, phase := m.try(plan, &c, &st, &end)
	if phase != phaseOver {
		returned = true
		call := newAsyncCall[T](ctx, plan, &st, phase)
		call.awaited = f
		if phase == phaseRunning && m.Verdict == nil && m.Fallback == nil && plan.async.retryAt < 0 && plan.hedge == nil {
			return nil, call.watch().begin()
		}
		return call, nil
	}
	plan.leave(&c, &st, &end, 0)
	returned = true
	if end.again {
		call := newAsyncCall[T](ctx, plan, &st, phaseDelayed)
		call.base.entry.due = end.delay // begin schedules it
		return call, nil
	}
	if end.err != nil && m.Fallback != nil && p.FallbackAllowed(ctx, end.err) {
		switch answer, ok := m.recover(ctx, end.err); {
		case !ok:
		case answer.complete():
			return nil, answer
		default:
			call := newAsyncCall[T](ctx, plan, &st, phaseFallback)
			call.awaited = answer
			return nil, call.watch().begin()
		}
	}
	return nil, outcomeFuture(f, &end)
}

// Continue goes on with a call from Start. The closures in m are those that Start
// got; they are kept.
func Continue[T any](call *AsyncCall[T], m AsyncMethod[T]) *Future[T] {
	if call.more == nil {
		var st asyncState
		call.more = &asyncMore[T]{asyncExtension: asyncExtension{state: *call.base.state(call, &st)}}
	}
	if call.base.plan.hedge != nil {
		return continueHedged(call, m)
	}
	call.more.method = m
	return call.watch().begin()
}

// DoAsync calls fn through the policies: see Start. It returns at once, or when
// fn does, and never nil. The future's Cancel, or the end of ctx, ends the call;
// docs/async.md says what that means to each policy.
func DoAsync[T any](ctx context.Context, p *Pipeline, fn func(context.Context) *Future[T]) *Future[T] {
	m := AsyncMethod[T]{Call: fn}
	call, f := Start(ctx, p, m)
	if call != nil {
		f = Continue(call, m)
	}
	return f
}

// try takes the first attempt inwards through the layers of a plan. With phaseOver it
// is over, and end says how it looks from inside of them; otherwise f is what it waits
// for, if it is no place.
func (m *AsyncMethod[T]) try(p *plan, c *call, st *asyncState, end *ending) (f *Future[T], phase asyncPhase) {
	waits, err := p.enter(c, st)
	switch {
	case waits:
		return nil, phaseQueued
	case err != nil:
		end.verdict, end.err = unreached, err
		return nil, phaseOver
	case p.hedge != nil:
		return m.tryHedged(p, c, end)
	}
	f, end.err = m.attempt(c.ctx)
	switch {
	case f == nil:
		return nil, phaseOver
	case !f.complete():
		return f, phaseRunning
	}
	end.verdict, end.err = m.judge(f)
	end.replaced = end.err != nil && f.err == nil
	return f, phaseOver
}

// outcomeFuture is the future of a call that has ended: that of the attempt, nil if
// there was none, unless the policies have replaced its error.
func outcomeFuture[T any](f *Future[T], end *ending) *Future[T] {
	switch {
	case f == nil:
		return Failed[T](end.err)
	case end.replaced:
		return Settled(f.value, end.err)
	default:
		return f
	}
}

// attempt calls the method. Without an error there is a future.
func (m *AsyncMethod[T]) attempt(ctx context.Context) (f *Future[T], err error) {
	defer func() {
		if v := recover(); v != nil {
			f, err = nil, unwinding(v)
		}
	}()
	if f = m.Call(ctx); f == nil {
		return nil, ErrNilFuture
	}
	return f, nil
}

// judge is how a complete future looks to the policies.
func (m *AsyncMethod[T]) judge(f *Future[T]) (verdict Verdict, err error) {
	if f.err != nil || m.Verdict == nil {
		return 0, f.err
	}
	defer func() {
		if v := recover(); v != nil {
			verdict, err = 0, unwinding(v)
		}
	}()
	return m.Verdict(f.value), nil
}

// recover asks the fallback.
func (m *AsyncMethod[T]) recover(ctx context.Context, failure error) (f *Future[T], taken bool) {
	if m.Fallback == nil {
		return nil, false
	}
	defer func() {
		if v := recover(); v != nil {
			f, taken = Failed[T](unwinding(v)), true
		}
	}()
	f, taken = m.Fallback(ctx, failure)
	return orFailed(f), taken
}
