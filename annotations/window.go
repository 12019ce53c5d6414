package annotations

import (
	"strconv"
	"time"
)

// The bounds of windows. A window of time is divided into buckets of a second,
// or of a tenth of one where it is short, hence the steps.
const (
	maxWindowCalls   = 1_000_000
	minWindowSpan    = 100 * time.Millisecond
	maxWindowSpan    = time.Hour
	longWindow       = 10 * time.Second
	shortWindowStep  = 100 * time.Millisecond
	longWindowStep   = time.Second
	windowConstraint = "a window is 1 to 1000000 calls, or 100ms to 1h in tenths of a second below 10s and whole seconds from there"
)

func parseWindow(text string) (Value, *fault) {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > maxWindowCalls {
			return Value{}, badWindow(CodeOutOfBounds, text)
		}
		return Value{kind: Window, number: int64(n)}, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return Value{}, badWindow(CodeBadValue, text)
	}
	step := shortWindowStep
	if d >= longWindow {
		step = longWindowStep
	}
	switch {
	case d < minWindowSpan || d > maxWindowSpan:
		return Value{}, badWindow(CodeOutOfBounds, text)
	case d%step != 0:
		return Value{}, badWindow(CodeBadValue, text).replacedBy(FormatDuration(d.Round(step)))
	}
	return Value{kind: Window, number: int64(d), timed: true}, nil
}

func badWindow(code, text string) *fault {
	return &fault{code: code, message: strconv.Quote(text) + " is not a window: " + windowConstraint}
}
