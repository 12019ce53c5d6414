package worstcase

import (
	"math"
	"time"

	"github.com/go-resgen/resgen/annotations"
)

// A reckoning is the bound of what is inside the layer that comes next.
type reckoning struct {
	detached bool

	attempts int
	// startedWithin returns how many attempts can begin before a deadline, or, if
	// at is set, at the deadline; nil if all of them can.
	startedWithin func(deadline time.Duration, at bool) int

	time    time.Duration // holds where endless is ""
	terms   []Term
	endless string

	cooperative, asks, fallback bool
}

// add puts a layer around what has been reckoned.
func (r *reckoning) add(l Layer) {
	s := l.Settings
	switch l.Name {
	case "bulkhead":
		r.wait("bulkhead maxWait", s.Duration("maxWait"))
	case "ratelimit":
		r.wait("ratelimit maxWait", s.Duration("maxWait"))
	case "timeout":
		r.limit("timeout", s.Duration("duration"))
	case "totaltimeout":
		r.limit("timeout total", s.Duration("total"))
	case "retry":
		r.retry(s)
	case "hedge":
		r.hedge(s)
	case "fallback":
		r.fallback = r.fallback || !s.Has("value")
	}
	// A circuit breaker and an adaptive limit refuse at once.
	if r.endless == "" && r.time == math.MaxInt64 {
		r.endless = "attempts and delays add up to more than 290 years: give the retry a maxDelay or maxDuration, or the call a total timeout"
	}
}

// wait is a wait before what is inside begins.
func (r *reckoning) wait(what string, most time.Duration) {
	switch {
	case most >= annotations.Longest:
		if r.endless == "" {
			r.endless = "nothing ends the wait in the queue: give the bulkhead a maxWait, or the call a timeout"
		}
	case most > 0:
		r.before(Term{what, 1, most})
	}
}

// limit is a deadline for all that is inside.
func (r *reckoning) limit(what string, deadline time.Duration) {
	if r.startedWithin != nil {
		r.attempts = min(r.attempts, r.startedWithin(deadline, false))
	}
	if r.endless == "" && r.time <= deadline {
		return
	}
	r.endless, r.time, r.terms = "", deadline, []Term{{what, 1, deadline}}
	r.cooperative, r.asks = !r.detached, false
}

// hedge is several attempts, each begun a delay after the one before it.
func (r *reckoning) hedge(s annotations.Settings) {
	further := s.Int("maxAttempts") - 1
	r.attempts = times(r.attempts, further+1)
	r.before(Term{"hedge delay", further, s.Duration("delay")})
}

// retry is several attempts, one after the other.
func (r *reckoning) retry(s annotations.Settings) {
	d := delaysOf(s)
	attempts := s.Int("maxAttempts")
	last := s.Duration("maxDuration")
	if last > 0 {
		attempts = min(attempts, d.startedWithin(attempts, last, true))
	}
	r.startedWithin = func(deadline time.Duration, at bool) int { return d.startedWithin(attempts, deadline, at) }
	r.attempts = times(r.attempts, attempts)
	r.asks = r.asks || attempts > 1
	if r.endless != "" || attempts == 1 {
		return
	}
	attempt, inside := r.time, r.terms
	r.terms = nil
	for _, t := range inside {
		r.terms = append(r.terms, Term{t.What, times(t.Times, attempts), t.Each})
	}
	r.time = multiple(attempts, attempt)
	term, ok := d.term(attempts - 1)
	if ok {
		r.before(term)
	}
	if latest := plus(last, attempt); last > 0 && (!ok || latest < r.time) {
		r.time, r.terms = latest, append([]Term{{"retry maxDuration", 1, last}}, inside...)
		r.asks = false
	} else if !ok {
		r.endless = "delayFunc may ask for any delay: give the retry a maxDelay or maxDuration, or the call a total timeout"
	}
}

// before adds a term that comes before what is inside.
func (r *reckoning) before(t Term) {
	if t.Times == 0 || t.Each == 0 {
		return
	}
	r.time = plus(r.time, multiple(t.Times, t.Each))
	r.terms = append([]Term{t}, r.terms...)
}

func plus(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func multiple(n int, d time.Duration) time.Duration {
	if d > 0 && int64(n) > math.MaxInt64/int64(d) {
		return math.MaxInt64
	}
	return time.Duration(n) * d
}

func times(a, b int) int {
	if a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}
