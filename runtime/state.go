package runtime

import "fmt"

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

var stateNames = [...]string{
	"none", "closed", "open", "halfOpen", "disabled", "forcedOpen", "metricsOnly",
}

// String returns the state's name as directives and snapshots write it.
func (s State) String() string {
	if int(s) >= len(stateNames) {
		return stateNames[0]
	}
	return stateNames[s]
}

// MarshalText writes the state as String does.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes; anything else is an error.
func (s *State) UnmarshalText(text []byte) error {
	for i, name := range stateNames {
		if name == string(text) {
			*s = State(i)
			return nil
		}
	}
	return fmt.Errorf("unknown circuit breaker state %q", text)
}
