// Package worstcase works out how often a call can try and how long it can take
// at worst, from the policies around it. The generator checks worstcase
// directives with it, the registry checks them again with overridden settings,
// and resgen explain prints it.
package worstcase

import (
	"strconv"
	"time"

	"github.com/go-resgen/resgen/annotations"
)

// A Layer is one layer around a call.
type Layer struct {
	// Name is one of annotations.Order.
	Name string
	// Settings are complete: what holds, defaults included.
	Settings annotations.Settings
}

// A Bound is the worst that can become of a call.
type Bound struct {
	// Attempts is the largest number of attempts.
	Attempts int
	// Time is the longest time, where Endless is empty.
	Time time.Duration
	// Terms add up to Time, the outermost first.
	Terms []Term
	// Endless says why there is no longest time, and what would give one; "" if
	// there is one.
	Endless string
	// Conditions are what Time takes for granted.
	Conditions []Condition
}

// A Term is a part of the longest time.
type Term struct {
	What  string // such as "timeout"
	Times int
	Each  time.Duration
}

// A Condition is something that a bound takes for granted.
type Condition string

// The conditions, in the order in which a bound has them.
const (
	// HonoursContext says that the implementation returns when its context ends.
	// A cooperative timeout can do no more than end the context.
	HonoursContext Condition = "context"
	// NoRetryAfter says that no error asks for a longer delay with a method
	// RetryAfter.
	NoRetryAfter Condition = "retryAfter"
	// WithoutFallback says that the time of the fallback comes on top.
	WithoutFallback Condition = "fallback"
)

// String says what the condition is, for people.
func (c Condition) String() string {
	switch c {
	case HonoursContext:
		return "if the implementation returns when its context ends"
	case NoRetryAfter:
		return "if no error asks for a longer delay with RetryAfter"
	case WithoutFallback:
		return "and the time of the fallback on top"
	default:
		return string(c)
	}
}

// String writes the term as in "3 x 2s timeout".
func (t Term) String() string { return t.amount() + " " + t.What }

func (t Term) amount() string {
	each := annotations.FormatDuration(t.Each)
	if t.Times > 1 {
		return strconv.Itoa(t.Times) + " x " + each
	}
	return each
}

// Of returns the bound of a call through the layers, outermost first. The call is
// detached if its caller leaves when a timeout is over, whatever the
// implementation does. The time that a caller's own context leaves is not taken
// into account.
func Of(layers []Layer, detached bool) Bound {
	r := &reckoning{
		detached: detached,
		attempts: 1,
		endless:  "nothing ends an attempt: give it a timeout",
	}
	for i := len(layers) - 1; i >= 0; i-- {
		r.add(layers[i])
	}
	return r.bound()
}

func (r *reckoning) bound() Bound {
	b := Bound{Attempts: r.attempts, Endless: r.endless}
	if b.Endless == "" {
		b.Time, b.Terms = r.time, r.terms
	}
	for _, c := range []struct {
		holds     bool
		condition Condition
	}{{r.cooperative, HonoursContext}, {r.asks, NoRetryAfter}, {r.fallback, WithoutFallback}} {
		if c.holds && b.Endless == "" {
			b.Conditions = append(b.Conditions, c.condition)
		}
	}
	return b
}
