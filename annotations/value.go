package annotations

import (
	"cmp"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Value is what a key was set to. Its methods return zero where the value is
// of another kind than they ask for.
type Value struct {
	kind   Kind
	number int64   // Duration in ns, Int, Percent in millionths, Bool, Window in calls or ns
	float  float64 // Float
	timed  bool    // Window in time
	text   string  // Enum, Name, Func, Method, Expr
	list   []Item  // Errors, Methods, Policies
}

// An Item is an element of a list.
type Item struct {
	Text string
	Pos  token.Pos // of the element itself
}

// String returns the value's canonical text, without quotes.
func (v Value) String() string {
	switch v.kind {
	case Duration:
		return FormatDuration(time.Duration(v.number))
	case Int:
		return strconv.FormatInt(v.number, 10)
	case Float:
		return strconv.FormatFloat(v.float, 'f', -1, 64)
	case Percent:
		return formatPercent(v.number)
	case Bool:
		return strconv.FormatBool(v.number != 0)
	case Window:
		if v.timed {
			return FormatDuration(time.Duration(v.number))
		}
		return strconv.FormatInt(v.number, 10)
	case Errors, Methods, Policies:
		return strings.Join(v.texts(), ",")
	default:
		return v.text
	}
}

// Duration returns the value of a Duration.
func (v Value) Duration() time.Duration {
	if v.kind != Duration {
		return 0
	}
	return time.Duration(v.number)
}

// Int returns the value of an Int.
func (v Value) Int() int {
	if v.kind != Int {
		return 0
	}
	return int(v.number)
}

// Float returns the value of a Float, or of a Percent: 50 for 50 %.
func (v Value) Float() float64 {
	switch v.kind {
	case Float:
		return v.float
	case Percent:
		return float64(v.number) / millionthsPerPercent
	default:
		return 0
	}
}

// Bool returns the value of a Bool.
func (v Value) Bool() bool { return v.kind == Bool && v.number != 0 }

// Text returns the value of an Enum, Name, Func, Method or Expr.
func (v Value) Text() string { return v.text }

// List returns the elements of Errors, Methods or Policies.
func (v Value) List() []Item { return slices.Clone(v.list) }

// Window returns the value of a Window: a number of calls, or a span of time
// with calls being 0.
func (v Value) Window() (calls int, span time.Duration) {
	switch {
	case v.kind != Window:
		return 0, 0
	case v.timed:
		return 0, time.Duration(v.number)
	default:
		return int(v.number), 0
	}
}

// Qualified returns a copy of an Errors or Func value in which the references
// have the given names, in order: names that hold outside the file in which the
// directive stands. A Func takes the first. They have no position.
func (v Value) Qualified(names ...string) Value {
	switch {
	case v.kind == Errors:
		v.list = make([]Item, len(names))
		for i, name := range names {
			v.list[i].Text = name
		}
	case v.kind == Func && len(names) > 0:
		v.text = names[0]
	}
	return v
}

func (v Value) texts() []string {
	texts := make([]string, len(v.list))
	for i, item := range v.list {
		texts[i] = item.Text
	}
	return texts
}

// compare orders two values of one numeric kind.
func (v Value) compare(o Value) int {
	if v.kind == Float {
		return cmp.Compare(v.float, o.float)
	}
	return cmp.Compare(v.number, o.number)
}
