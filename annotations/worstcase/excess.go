package worstcase

import (
	"fmt"
	"strings"

	"github.com/go-resgen/resgen/annotations"
)

// An Excess says that a bound is above what a worstcase directive allows.
type Excess struct {
	// Key is the directive's key: duration or attempts.
	Key string
	// Endless says that there is no bound at all.
	Endless bool
	// Message continues the name of the method: it says by what the limit is
	// exceeded, with the sum on lines of its own.
	Message string
}

// Exceeds returns by what the bound is above the limits of a worstcase
// directive.
func (b Bound) Exceeds(limits annotations.Settings) []Excess {
	var all []Excess
	if most := limits.Duration("duration"); limits.Has("duration") {
		allowed := limits["duration"].String()
		switch {
		case b.Endless != "":
			all = append(all, Excess{"duration", true, fmt.Sprintf("can take any time, and worstcase allows %s: %s", allowed, b.Endless)})
		case b.Time > most:
			all = append(all, Excess{"duration", false, fmt.Sprintf("can take %s, and worstcase allows %s:\n%s", annotations.FormatDuration(b.Time), allowed, b.Sum())})
		}
	}
	if most := limits.Int("attempts"); limits.Has("attempts") && b.Attempts > most {
		all = append(all, Excess{"attempts", false, fmt.Sprintf("can make %d attempts, and worstcase allows %d: lower maxAttempts", b.Attempts, most)})
	}
	return all
}

// Sum writes the terms one a line, and what they add up to.
func (b Bound) Sum() string {
	var rows [][2]string
	width := 0
	for _, t := range b.Terms {
		rows = append(rows, [2]string{t.amount(), t.What})
		width = max(width, len(t.amount()))
	}
	var text strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&text, "%*s  %s\n", width, row[0], row[1])
	}
	return text.String() + fmt.Sprintf("%*s  in all", width, annotations.FormatDuration(b.Time))
}
