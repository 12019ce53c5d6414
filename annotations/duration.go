package annotations

import (
	"strconv"
	"strings"
	"time"
)

func parseDuration(text string) (Value, *fault) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return Value{}, badDuration(text)
	}
	return Value{kind: Duration, number: int64(d)}, nil
}

// badDuration says why text is not a duration.
func badDuration(text string) *fault {
	quoted := strconv.Quote(text)
	if _, _, ok := splitDecimal(text); ok {
		return badValue(quoted + " has no unit: write " + text + "ms, " + text + "s or another Go duration")
	}
	if isUnit(text) {
		return badValue(quoted + " has no number: write " + betterDuration("1"+text)).replacedBy(betterDuration("1" + text))
	}
	if dotted := strings.Replace(text, ",", ".", 1); dotted != text {
		if _, err := time.ParseDuration(dotted); err == nil {
			return badValue(quoted + " has a decimal comma: write " + dotted).replacedBy(dotted)
		}
	}
	if better := betterDuration(text); better != text {
		return badValue(quoted + " has an unknown unit: write " + better).replacedBy(better)
	}
	return badValue(quoted + " is not a Go duration of at most " + longest + ", such as 50ms or 1m30s; the units are ns, us, ms, s, m and h")
}

// betterDuration returns the duration that was probably meant, text itself if
// that is not clear.
func betterDuration(text string) string {
	unit := strings.TrimLeft(text, "0123456789.")
	number := strings.TrimSuffix(text, unit)
	better := number + knownUnit(unit)
	if days, err := strconv.ParseInt(number, 10, 16); err == nil && knownUnit(unit) == "d" {
		better = strconv.FormatInt(24*days, 10) + "h"
	}
	if _, err := time.ParseDuration(better); err != nil {
		return text
	}
	return better
}

// knownUnit returns the unit that was probably meant.
func knownUnit(unit string) string {
	switch unit := strings.ToLower(unit); unit {
	case "msec", "millis", "millisecond", "milliseconds":
		return "ms"
	case "sec", "secs", "second", "seconds":
		return "s"
	case "min", "mins", "minute", "minutes":
		return "m"
	case "hr", "hrs", "hour", "hours":
		return "h"
	case "day", "days":
		return "d"
	default:
		return unit
	}
}

// isUnit reports whether text is a unit of time, or what is taken for one.
func isUnit(text string) bool {
	if strings.ContainsAny(text, "0123456789.") {
		return false
	}
	_, err := time.ParseDuration("1" + knownUnit(text))
	return err == nil || knownUnit(text) == "d"
}

// FormatDuration writes d as time.Duration does, but in ASCII and without the
// zeros at the end of 1m0s and 1h0m0s.
func FormatDuration(d time.Duration) string {
	text := strings.Replace(d.String(), "µ", "u", 1)
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
