package runtime

// State is the state of a circuit breaker. The zero value is no state.
type State uint8

// The states of a circuit breaker. The first three are the machine's own; the
// last three are set by hand or by configuration, and left by hand only.
const (
	// StateClosed admits every call and watches the failure and slow-call rates.
	StateClosed State = iota + 1
	// StateOpen refuses every call until the open wait is over.
	StateOpen
	// StateHalfOpen admits a fixed number of probes and decides by their outcomes.
	StateHalfOpen
	// StateDisabled admits every call and records nothing.
	StateDisabled
	// StateForcedOpen refuses every call and records nothing.
	StateForcedOpen
	// StateMetricsOnly admits every call, records it, and never moves by itself.
	StateMetricsOnly
)

// String returns the state's name as directives and snapshots write it.
func (s State) String() string {
	switch s {
	case StateClosed:
		return "closed"
	case StateOpen:
		return "open"
	case StateHalfOpen:
		return "halfOpen"
	case StateDisabled:
		return "disabled"
	case StateForcedOpen:
		return "forcedOpen"
	case StateMetricsOnly:
		return "metricsOnly"
	default:
		return "none"
	}
}
