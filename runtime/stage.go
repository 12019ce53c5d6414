package runtime

import (
	"context"
	"slices"
)

// A stage is a loop of attempts, or just one where retry is nil, each through
// the guards to the stage inside, or to the implementation where that is nil.
type stage struct {
	retry *retryRules
	// begins is true where the retry has to know of the first attempt.
	begins bool
	guards guards
	inside *stage
}

// repeat makes the stage a loop.
func (s *stage) repeat(rules *retryRules) {
	s.retry = rules
	s.begins = rules.budget != nil || rules.config.MaxDuration > 0
}

// stages groups the named layers: those that follow one another in the default
// order share a stage, of which there is at least one. The innermost one stamps
// the start of the implementation where that comes next.
func (l *layers) stages(names []string, innermost bool) (outermost *stage) {
	outermost = new(stage)
	current := outermost
	last := -1 // the place in the default order of the layer added last
	for _, name := range names {
		place := slices.Index(defaultOrder(), name)
		add := l.guard(name)
		if add == nil {
			continue
		}
		if place < last || name == "retry" && last >= 0 || last == 0 {
			current.inside = new(stage)
			current = current.inside
		}
		add(current)
		last = place
	}
	current.guards.stamps = innermost && (l.breaker != nil || l.adaptive != nil)
	for s := outermost; s != nil; s = s.inside {
		s.guards.none = s.guards == guards{}
	}
	return outermost
}

// run takes a call through the stages from s inwards, to fn. Its verdict has the
// unreached bit if no attempt reached fn.
func (s *stage) run(c *call, ctx context.Context, fn func(context.Context) (Verdict, error)) (Verdict, error) {
	if s.inside != nil {
		fn = s.inside.around(c, fn)
	}
	if s.retry == nil {
		return s.guards.run(c, ctx, fn)
	}
	var began instant
	if s.begins {
		began = s.retry.begin()
	}
	v, err := s.guards.run(c, ctx, fn)
	if err == nil && v&RetryResult == 0 {
		return v, nil
	}
	return s.persist(c, ctx, fn, series{began: began}, v, err)
}

// around makes one function of the stages from s inwards and fn.
func (s *stage) around(c *call, fn func(context.Context) (Verdict, error)) func(context.Context) (Verdict, error) {
	return func(ctx context.Context) (Verdict, error) { return s.run(c, ctx, fn) }
}
