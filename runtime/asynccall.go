package runtime

import "context"

// An AsyncCall is a call that Start has begun and that Continue takes over.
type AsyncCall[T any] struct {
	future  Future[T] // the caller's
	base    asyncCore
	awaited *Future[T] // the attempt's, or the fallback's
	more    *asyncMore[T]
}

// An asyncMore is what a call has if it is more than an attempt with a timeout.
type asyncMore[T any] struct {
	asyncExtension
	method AsyncMethod[T]
}

// newAsyncCall makes a call of what has come of it so far, for begin.
func newAsyncCall[T any](ctx context.Context, p *plan, st *asyncState, phase asyncPhase) *AsyncCall[T] {
	s := new(AsyncCall[T])
	s.future.producer = s
	s.base.entry.owner, s.base.entry.due = s, st.due
	s.base.plan, s.base.ctx, s.base.phase = p, ctx, phase
	if p.async.remembers || p.hedge != nil || p.races {
		s.more = new(asyncMore[T])
		s.more.state = *st
	}
	return s
}

// watch has the call told of the end of the caller's context.
func (s *AsyncCall[T]) watch() *AsyncCall[T] {
	s.base.ctx = s.base.plan.owner.watches.join(s.base.ctx, s)
	return s
}

// begin goes on with a new call.
func (s *AsyncCall[T]) begin() *Future[T] {
	announce(work(s, signalBegin))
	return &s.future
}

// completed implements listener, for the future that is awaited.
func (s *AsyncCall[T]) completed(*Future[T]) task {
	if !s.base.mail.post(signalDone) {
		return nil
	}
	return work(s, signalDone)
}

// expire implements timerOwner.
func (s *AsyncCall[T]) expire(turn uint32) {
	if s.base.mail.postDue(turn) {
		announce(work(s, signalDue))
	}
}

// requestCancel implements canceler.
func (s *AsyncCall[T]) requestCancel() task {
	switch mail := &s.base.mail; {
	case mail.post(signalEnd):
		return work(s, signalEnd)
	case mail.inCall() && s.fail(context.Canceled, false):
		// The caller does not have to wait until the method returns.
		return s.publish()
	}
	return nil
}

// requestExpiry implements expirer.
func (s *AsyncCall[T]) requestExpiry() task {
	if s.base.mail.post(signalExpired) {
		return work(s, signalExpired)
	}
	return nil
}

// lose ends the call without a trace.
func (s *AsyncCall[T]) lose() { signal(s, signalLost) }

func (s *AsyncCall[T]) core() *asyncCore { return &s.base }

func (s *AsyncCall[T]) extension() *asyncExtension {
	if s.more == nil {
		return nil
	}
	return &s.more.asyncExtension
}

func (s *AsyncCall[T]) attempt(ctx context.Context) (pending bool, v Verdict, err error) {
	f, err := s.more.method.attempt(ctx)
	if err != nil {
		return false, 0, err
	}
	s.awaited = f
	if !f.complete() {
		return true, 0, nil
	}
	v, err = s.result()
	return false, v, err
}

func (s *AsyncCall[T]) fallback(ctx context.Context, err error) (taken, pending bool) {
	if s.more == nil {
		return false, false
	}
	f, taken := s.more.method.recover(ctx, err)
	if !taken {
		return false, false
	}
	s.awaited = f
	return true, !f.complete()
}

func (s *AsyncCall[T]) listen() bool { return s.awaited.add(s) }

func (s *AsyncCall[T]) result() (Verdict, error) {
	if s.more == nil {
		return 0, s.awaited.err
	}
	return s.more.method.judge(s.awaited)
}

func (s *AsyncCall[T]) cancelAwaited() task {
	if s.base.left == expired {
		return s.awaited.expire()
	}
	return s.awaited.cancel()
}

func (s *AsyncCall[T]) detach(st asyncState, limit uint8) interface{ expire() task } {
	g := &straggler[T]{plan: s.base.plan, ctx: s.base.caller(), state: st, limit: limit}
	if s.more != nil {
		g.method = s.more.method
	}
	f := s.awaited
	if !f.relisten(s, g) {
		return nil
	}
	s.awaited = nil
	return f
}

func (s *AsyncCall[T]) drop() { s.awaited = nil }

func (s *AsyncCall[T]) succeed() bool {
	if !s.future.claim() {
		return false
	}
	s.future.value, s.future.err = s.awaited.value, s.awaited.err
	return true
}

func (s *AsyncCall[T]) fail(err error, valued bool) bool {
	if !s.future.claim() {
		return false
	}
	if s.future.err = err; valued && s.awaited != nil {
		s.future.value = s.awaited.value
	}
	return true
}

func (s *AsyncCall[T]) publish() task { return s.future.settle(s.future.value, s.future.err) }

func (s *AsyncCall[T]) forget() { s.awaited, s.more = nil, nil }

func (s *AsyncCall[T]) succeeding() {
	if k := s.runner(); k != nil {
		k.succeed()
	}
}

func (s *AsyncCall[T]) outrun() bool {
	k := s.runner()
	return k != nil && k.outrun()
}

// runner returns the part that the call has in a race, until that has been told of
// the end. It has listened from the start.
func (s *AsyncCall[T]) runner() *runner[T] {
	s.future.mu.Lock()
	defer s.future.mu.Unlock()
	if s.future.complete() {
		return nil
	}
	k, _ := s.future.listener.(*runner[T])
	return k
}
