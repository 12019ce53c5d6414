package reference

import "github.com/go-resgen/resgen/annotations"

// values says what a key takes: its kind, and its bounds where it has them.
func values(k *annotations.Key) string {
	switch k.Kind {
	case annotations.Bool:
		return "`true` or `false`"
	case annotations.Enum:
		return join(k.Enum, " or ")
	case annotations.Policies:
		return "list of " + join(k.Enum, ", ")
	case annotations.Errors:
		return "list of errors"
	case annotations.Methods:
		return "list of methods"
	case annotations.Window:
		return "calls or duration"
	default:
		return k.Kind.String() + bounds(k)
	}
}

func bounds(k *annotations.Key) string {
	switch {
	case k.Min == "":
		return ""
	case k.Kind == annotations.Duration && k.MinExclusive:
		return ", not 0"
	case k.Kind == annotations.Duration:
		// That it is at most a year is said once, for all durations.
		return ""
	case k.MinExclusive:
		return ", more than " + k.Min + ", at most " + k.Max
	default:
		return ", " + k.Min + " to " + k.Max
	}
}
