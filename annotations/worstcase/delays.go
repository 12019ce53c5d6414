package worstcase

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/go-resgen/resgen/annotations"
)

// delays are the waits of a retry between its attempts.
type delays struct {
	base               time.Duration
	multiplier, jitter float64
	most               time.Duration // the cap; 0 is none
	function           bool          // a function decides
}

func delaysOf(s annotations.Settings) delays {
	return delays{
		base:       s.Duration("delay"),
		multiplier: s.Float("multiplier"),
		jitter:     s.Float("jitter"),
		most:       s.Duration("maxDelay"),
		function:   s.Has("delayFunc"),
	}
}

// after returns the shortest and the longest delay after the attempt, counted
// from 1.
func (d delays) after(attempt int) (shortest, longest time.Duration) {
	if d.function {
		return 0, d.capped(math.MaxInt64)
	}
	if d.base == 0 {
		return 0, 0
	}
	delay := float64(d.base) * math.Pow(d.multiplier, float64(attempt-1))
	return d.capped(delay * (1 - d.jitter)), d.capped(delay * (1 + d.jitter))
}

func (d delays) capped(delay float64) time.Duration {
	exact := time.Duration(math.MaxInt64)
	if delay < math.MaxInt64 {
		exact = time.Duration(delay)
	}
	if d.most > 0 {
		return min(exact, d.most)
	}
	return exact
}

// term is the longest that so many delays take together; false if that is any
// time.
func (d delays) term(n int) (Term, bool) {
	if d.function && d.most == 0 {
		return Term{}, false
	}
	_, first := d.after(1)
	if _, last := d.after(n); first == last {
		return Term{"retry delay", n, first}, true
	}
	var sum time.Duration
	var each []string
	for i := 1; i <= n; i++ {
		_, longest := d.after(i)
		sum = plus(sum, longest)
		if n <= 6 {
			each = append(each, annotations.FormatDuration(longest))
		} else if sum == math.MaxInt64 {
			break
		}
	}
	_, last := d.after(n)
	what := fmt.Sprintf("retry delays (%d of %s to %s)", n, annotations.FormatDuration(first), annotations.FormatDuration(last))
	if n <= 6 {
		what = "retry delays (" + strings.Join(each, " + ") + ")"
	}
	return Term{what, 1, sum}, true
}

// startedWithin returns how many of at most n attempts can begin before the
// deadline, or at it, when each fails at once and every delay is the shortest.
func (d delays) startedWithin(n int, deadline time.Duration, at bool) int {
	if shortest, _ := d.after(1); shortest == 0 {
		return n
	}
	var passed time.Duration
	for i := 1; i < n; i++ {
		shortest, _ := d.after(i)
		passed = plus(passed, shortest)
		if passed > deadline || passed == deadline && !at {
			return i
		}
	}
	return n
}
