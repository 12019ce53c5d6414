package runtime

import (
	"context"
	"slices"
	"sync"
)

// A race is the attempts of one call, each of which goes through the policies
// inside of the hedge by itself. The first success wins. If all fail, the failure
// of the first attempt is that of the call.
type race[T any] struct {
	future Future[T]
	entry  timerEntry // waits for the start of the next attempt
	plan   *plan
	ctx    context.Context
	method AsyncMethod[T] // of the attempts
	began  instant        // of the first attempt

	mu      sync.Mutex
	runners []*runner[T]
	// numbered is how many attempts have a number: they have begun, or are about to.
	numbered int
	// running is the number of attempts that are under way or about to start.
	running int
	turn    uint32 // of entry
	hurried bool   // entry waits for an attempt that counts as running
	closed  bool   // there are no further attempts
	over    bool
	// winner has succeeded, and is telling its policies: no attempt starts any more.
	winner *runner[T]
}

// A runner is one attempt of a race, and listens to its future.
type runner[T any] struct {
	race *race[T]
	call *AsyncCall[T]
}

// newRace returns a race whose first attempt began at the given instant, and is call.
func newRace[T any](p *plan, call *AsyncCall[T], began instant) *race[T] {
	r := &race[T]{plan: p, ctx: call.base.ctx, began: began, numbered: 1, running: 1}
	r.future.producer = r
	r.entry.owner = r
	r.runners = []*runner[T]{{r, call}}
	return r
}

func (r *race[T]) rules() *hedgeRules { return r.plan.hedge }

// proceed goes on with a new race of calls of m. Its first attempt is under way, or
// has failed in a way that has another one follow at once.
func (r *race[T]) proceed(m AsyncMethod[T]) {
	r.method = AsyncMethod[T]{Call: m.Call, Verdict: m.Verdict}
	if first := r.runners[0]; first.call.future.complete() {
		announce(r.failed(first, hedgeAtOnce))
	} else {
		r.run(first, r.began)
	}
}

// start makes a further attempt.
func (r *race[T]) start(number int) {
	at := now()
	st := asyncState{attempt: int32(number)}
	k := &runner[T]{race: r, call: newAsyncCall[T](r.ctx, r.plan.hedged, &st, phaseNone)}
	if r.enlist(k) {
		r.run(k, at)
	}
}

// run goes on with an attempt that began at the given instant.
func (r *race[T]) run(k *runner[T], began instant) {
	defer func() { r.wait(after(began, r.rules().config.Delay)) }()
	k.call.more.method = r.method
	k.call.future.listen(k)
	k.call.begin()
}

// enlist adds a runner, unless the race is over.
func (r *race[T]) enlist(k *runner[T]) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return false
	}
	r.runners = append(r.runners, k)
	return true
}

// wait has another attempt started at the given instant.
func (r *race[T]) wait(until instant) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || r.closed || r.hurried || r.numbered >= r.rules().config.MaxAttempts {
		return
	}
	r.schedule(until)
}

// schedule sets the timer, under mu.
func (r *race[T]) schedule(at instant) {
	r.turn++
	r.rules().delays.cancel(&r.entry)
	r.rules().delays.schedule(&r.entry, at, r.turn)
}

// expire implements timerOwner: it is time for another attempt.
func (r *race[T]) expire(turn uint32) {
	number, due := r.next(turn)
	if !due {
		return
	}
	defer r.start(number) // also if a listener ends the goroutine
	r.rules().started(&call{ctx: r.ctx, pipeline: r.plan.owner, attempt: int32(number), wanted: r.plan.wants()})
}

// next returns the number of the attempt that an appointment was for.
func (r *race[T]) next(turn uint32) (number int, due bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.over || turn != r.turn:
		return 0, false
	case r.hurried:
		r.hurried = false
	case r.closed || !r.rules().afford():
		return 0, false
	default:
		r.running++
	}
	r.numbered++
	return r.numbered, true
}

// succeed makes k the winner, if there is none. A slot that k then gives back must
// not go to another attempt.
func (k *runner[T]) succeed() {
	k.race.mu.Lock()
	defer k.race.mu.Unlock()
	if k.race.winner == nil {
		k.race.winner = k
	}
}

// outrun reports whether it is too late for k to start.
func (k *runner[T]) outrun() bool {
	k.race.mu.Lock()
	defer k.race.mu.Unlock()
	return k.race.over || k.race.winner != nil
}

// completed implements listener for the future of an attempt.
func (k *runner[T]) completed(f *Future[T]) task {
	r := k.race
	if f.err != nil {
		advice := hedgeNever // if a list ends the goroutine
		return eventually(func() { advice = r.rules().judge(f.err) }, func() task { return r.failed(k, advice) })
	}
	others, first := r.won(k)
	if !first {
		return nil
	}
	return eventually(
		func() { each(others, func(other *runner[T]) { other.call.lose() }) },
		func() task { return r.future.conclude(f.value, nil) },
	)
}

// won ends the race for k, be it that another success is still telling its policies,
// and returns the other runners. It reports false if the race is over.
func (r *race[T]) won(k *runner[T]) (others []*runner[T], first bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, false
	}
	r.finish()
	if r.runners[0] != k {
		r.rules().counts.won.Add(1)
	}
	return slices.DeleteFunc(r.runners, func(other *runner[T]) bool { return other == k }), true
}

// end ends the race and returns the runners. It reports false if it is over.
func (r *race[T]) end() (runners []*runner[T], first bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, false
	}
	r.finish()
	return r.runners, true
}

// finish ends the race, under mu.
func (r *race[T]) finish() {
	r.over = true
	r.rules().delays.cancel(&r.entry)
}

// failed goes on after the failure of an attempt.
func (r *race[T]) failed(k *runner[T], advice hedgeAdvice) task {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil
	}
	r.running--
	if r.winner == k {
		r.winner = nil // somebody's function ended the goroutine at the last moment
	}
	switch {
	case advice == hedgeNever:
		r.closed = true
		if r.hurried {
			r.hurried = false
			r.running--
		}
	case advice == hedgeAtOnce && !r.closed && !r.hurried && r.numbered < r.rules().config.MaxAttempts && r.rules().afford():
		r.running++
		r.hurried = true
		r.schedule(now())
	}
	if r.running > 0 {
		return nil
	}
	r.finish()
	failure := &r.runners[0].call.future
	return r.future.conclude(failure.value, failure.err)
}

// requestCancel implements canceler.
func (r *race[T]) requestCancel() task { return r.stop((*AsyncCall[T]).requestCancel) }

// requestExpiry implements expirer.
func (r *race[T]) requestExpiry() task { return r.stop((*AsyncCall[T]).requestExpiry) }

func (r *race[T]) stop(stop func(*AsyncCall[T]) task) task {
	runners, first := r.end()
	if !first {
		return nil
	}
	var none T
	defer r.future.finish(none, context.Canceled)
	each(runners, func(k *runner[T]) { announce(stop(k.call)) })
	return nil
}
