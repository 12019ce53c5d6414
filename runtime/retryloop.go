package runtime

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// persist goes on after a first attempt that was no success.
func (s *stage) persist(c *call, ctx context.Context, fn func(context.Context) (Verdict, error), attempts series, v Verdict, err error) (Verdict, error) {
	for {
		delay, again := s.retry.judge(c, ctx, &attempts, v, err)
		if !again {
			return s.retry.conclude(c, &attempts, v, err)
		}
		if cut := sleep(ctx, delay); cut != nil {
			return attempts.end(c.pipeline, v, interrupted(cut, err))
		}
		c.attempt++
		v, err = s.guards.run(c, ctx, fn)
		if err == nil && v&RetryResult == 0 {
			s.retry.succeeded(c)
			return v, nil
		}
	}
}

// A series is what a retry remembers of the attempts of one call.
type series struct {
	began instant // where there is a maximum duration
	// last is the error of the last attempt that reached the implementation, or
	// errUnwelcome; nil if none has.
	last error
}

// errUnwelcome stands for a result that asked for a retry.
var errUnwelcome = errors.New("the result asked for a retry")

// begin starts a call's attempts. It returns the instant if there is a maximum
// duration.
func (r *retryRules) begin() (began instant) {
	if r.budget != nil {
		r.budget.earn()
	}
	if r.config.MaxDuration > 0 {
		began = now()
	}
	return began
}

// succeeded counts a call that ended with a success.
func (r *retryRules) succeeded(c *call) {
	if c.attempt > 1 {
		r.counts.recovered.Add(1)
	}
}

// conclude returns what a call ends with whose last attempt, no success, ended
// with v and err.
func (r *retryRules) conclude(c *call, s *series, v Verdict, err error) (Verdict, error) {
	if err == nil && r.config.FailAfterMaxAttempts && int(c.attempt) == r.config.MaxAttempts {
		err = fmt.Errorf("retry %s: %w (%d)", r.name, ErrMaxAttempts, c.attempt)
	}
	return s.end(c.pipeline, v, err)
}

// end returns what a call ends with whose last attempt ended with v and err: if
// that one was refused and an earlier one was not, the error says so.
func (s *series) end(owner *Pipeline, v Verdict, err error) (Verdict, error) {
	if v&unreached == 0 && !silent(err) && !owner.Reached(err) {
		// The implementation called its own pipeline: err is about that call.
		return v, &reachedError{err}
	}
	if v&unreached == 0 || s.last == nil {
		return v, err
	}
	e := &unreachedError{pipeline: owner, rejection: err}
	if s.last != errUnwelcome {
		e.last = s.last
	}
	return v &^ unreached, e
}

// judge decides, after an attempt that was no success, whether another follows
// and how long after. The err is nil after a result that asks for a retry.
func (r *retryRules) judge(c *call, ctx context.Context, s *series, v Verdict, err error) (delay time.Duration, again bool) {
	refused := v&unreached != 0
	switch {
	case refused:
	case err == nil:
		s.last = errUnwelcome
	default:
		s.last = err
	}
	if ctx.Err() != nil {
		return 0, false
	}
	if int(c.attempt) >= r.config.MaxAttempts {
		r.gaveUp(c, KindRetryGaveUp, err)
		r.counts.exhausted.Add(1)
		return 0, false
	}
	var said advice
	if err != nil {
		if !silent(err) {
			said = adviceOf(err)
		}
		worthwhile := false
		if refused || said.refused {
			worthwhile = r.worthWaiting(err)
		} else {
			worthwhile = r.worthRetrying(err, said.retryable)
		}
		if !worthwhile {
			r.counts.refused.Add(1)
			return 0, false
		}
	}
	delay = r.delay(int(c.attempt), err, said.after)
	if r.tooLate(ctx, s.began, delay) {
		r.gaveUp(c, KindRetryGaveUp, err)
		r.counts.exhausted.Add(1)
		return 0, false
	}
	if r.budget != nil && !r.budget.spend() {
		r.gaveUp(c, KindRetrySuppressed, err)
		r.counts.suppressed.Add(1)
		return 0, false
	}
	r.counts.retries.Add(1)
	if c.wanted.has(KindRetry) {
		ev := c.event(KindRetry, "retry", r.name, "")
		ev.Err, ev.Delay = err, delay
		r.events.publish(ev)
	}
	return delay, true
}

// tooLate reports whether an attempt that starts after delay would start past
// MaxDuration, or not before the context's deadline.
func (r *retryRules) tooLate(ctx context.Context, began instant, delay time.Duration) bool {
	if r.config.MaxDuration > 0 && delay > r.config.MaxDuration-(now()-began) {
		return true
	}
	if delay == 0 {
		return false
	}
	deadline, ok := ctx.Deadline()
	return ok && time.Until(deadline) <= delay
}

func (r *retryRules) gaveUp(c *call, kind Kind, err error) {
	if c.wanted.has(kind) {
		ev := c.event(kind, "retry", r.name, "")
		ev.Err = err
		r.events.publish(ev)
	}
}

// sleep waits for d, or until the context ends: then it returns its error. The
// user's functions and listeners, which have run since the context was last
// asked, may have ended it.
func sleep(ctx context.Context, d time.Duration) error {
	if d > 0 {
		pause(ctx, d)
	}
	return ctx.Err()
}

// pause waits for d, or until the context ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// interrupted is the error of a call whose context ended in the wait for the
// next attempt: the context's error with the last attempt's, if it had one.
func interrupted(cut, last error) error {
	if last == nil {
		return fmt.Errorf("%w while waiting to retry", cut)
	}
	return fmt.Errorf("%w while waiting to retry: %w", cut, last)
}

// An unreachedError ends a retry whose last attempt was kept from the
// implementation by a policy, when an earlier one was not. The results that the
// earlier attempt left are not those of the call.
type unreachedError struct {
	pipeline  *Pipeline
	rejection error
	last      error // nil if it was the result that asked for a retry
}

// A reachedError hides from Pipeline.Reached what an error of the implementation
// says of another call.
type reachedError struct{ err error }

func (e *reachedError) Error() string { return e.err.Error() }
func (e *reachedError) Unwrap() error { return e.err }

func (e *unreachedError) Error() string {
	if e.last == nil {
		return e.rejection.Error()
	}
	return e.rejection.Error() + "; the last attempt failed with: " + e.last.Error()
}

func (e *unreachedError) Unwrap() []error {
	if e.last == nil {
		return []error{e.rejection}
	}
	return []error{e.rejection, e.last}
}
