package carrier

// A Phase is how the carrier behaves until it is put into another one.
type Phase int

// The phases. What happens in each is scripted, not random, so that a run can
// be explained and repeated.
const (
	// Healthy answers at once.
	Healthy Phase = iota
	// Flaky answers every second request with 503, beginning with the first.
	Flaky
	// Slow answers after Slowness, unless the client leaves before.
	Slow
	// Failing answers every request with 500.
	Failing
	// Busy answers every request with 429.
	Busy
)

// String returns the phase's name in lower case.
func (p Phase) String() string {
	switch p {
	case Healthy:
		return "healthy"
	case Flaky:
		return "flaky"
	case Slow:
		return "slow"
	case Failing:
		return "failing"
	case Busy:
		return "busy"
	default:
		return "unknown"
	}
}
