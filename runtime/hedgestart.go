package runtime

import "context"

// tryHedged makes the first attempt of a hedged call. Only if that does not end the
// call it makes a race, whose future is what the call waits for; proceed is then to
// follow.
func (m *AsyncMethod[T]) tryHedged(p *plan, c *call, end *ending) (f *Future[T], phase asyncPhase) {
	p.hedge.budget.earn()
	began := now()
	var st asyncState
	st.attempt = 1
	returned := false
	defer func() {
		if !returned {
			p.hedged.leave(c, &st, &ending{err: ErrGoexit, abandoned: true}, 0)
		}
	}()
	f, phase = m.try(p.hedged, c, &st, end)
	if phase == phaseOver {
		p.hedged.leave(c, &st, end, 0)
		if end.err == nil || p.hedge.judge(end.err) != hedgeAtOnce {
			end.verdict &^= unreached // the hedge was reached
			returned = true
			return f, phaseOver
		}
	}
	returned = true
	first := newAsyncCall[T](c.ctx, p.hedged, &st, phase)
	first.awaited = f
	if phase == phaseOver {
		first.fail(end.err, true)
		first.publish()
	}
	*end = ending{}
	return &newRace(p, first, began).future, phaseRunning
}

// continueHedged is Continue for a call with a hedge.
func continueHedged[T any](call *AsyncCall[T], m AsyncMethod[T]) *Future[T] {
	call.more.method = hedged(call.base.plan, m)
	if call.base.phase != phaseRunning {
		return call.watch().begin()
	}
	r := call.awaited.producer.(*race[T])
	// The call listens to the race before that goes on, which it does also if a listener
	// ends the goroutine: the attempt under way holds what only its end gives back.
	defer r.proceed(m)
	return call.watch().begin()
}

// hedged is a method that makes a race of each call of m.
func hedged[T any](p *plan, m AsyncMethod[T]) AsyncMethod[T] {
	return AsyncMethod[T]{
		Call: func(ctx context.Context) *Future[T] {
			c := call{ctx: ctx, pipeline: p.owner, attempt: 1, wanted: p.wants()}
			var end ending
			f, phase := m.tryHedged(p, &c, &end)
			if phase == phaseOver {
				return outcomeFuture(f, &end)
			}
			r := f.producer.(*race[T])
			returned := false
			defer func() {
				if !returned {
					r.end() // the call has ended with the goroutine
				}
			}()
			r.proceed(m)
			returned = true
			return f
		},
		Verdict:  m.Verdict,
		Fallback: m.Fallback,
	}
}
