package main

// A goal bounds what a contender of a case may cost.
type goal struct {
	Case      string
	Contender string
	// CPUs is how many processors the contender has; 0 is one.
	CPUs int
	// Uncontended is the case of Against, on one processor, if it is not Case.
	Uncontended string
	// Against is the contender whose time Ratio is of; "" if only the
	// allocations are bounded.
	Against string
	Ratio   float64
	// Allocs and Bytes are bounds for an operation, where Bounded is set; beyond
	// those of the contender Beyond, if it is not "".
	Bounded       bool
	Beyond        string
	Allocs, Bytes float64
	// Live bounds the bytes that a call holds while it waits, on no goroutine, if
	// it is not 0.
	Live float64
}

// goals are what resgen sets out to reach, at one CPU if not said otherwise.
var goals = []goal{
	{Case: "FivePolicies/DoneUsed", Contender: "resgen", Against: "failsafe-go", Ratio: 0.40},
	{Case: "FivePolicies/DoneUsed", Contender: "resgen", Against: "by-hand", Ratio: 0.85},
	{Case: "FivePolicies/DoneUnused", Contender: "resgen", Against: "failsafe-go", Ratio: 0.08, Bounded: true, Allocs: 1, Bytes: 64},
	{Case: "FourPolicies", Contender: "resgen", Against: "failsafe-go", Ratio: 0.04, Bounded: true},
	{Case: "FourPolicies", Contender: "resgen", Against: "direct", Ratio: 6},
	{Case: "SixPolicies/DoneUnused", Contender: "resgen", Against: "failsafe-go", Ratio: 0.065},
	{Case: "PrimitiveBreaker", Contender: "resgen", Against: "gobreaker", Ratio: 0.12, Bounded: true},
	{Case: "PrimitiveTimedBreaker", Contender: "resgen", Against: "gobreaker", Ratio: 0.50, Bounded: true},
	{Case: "PrimitiveRefusal", Contender: "resgen", Against: "gobreaker", Ratio: 0.50, Bounded: true},
	{Case: "PrimitiveRateLimit", Contender: "resgen", Against: "x-time-rate", Ratio: 0.45},
	{Case: "PrimitiveBulkhead", Contender: "resgen", Against: "x-sync-semaphore", Ratio: 0.65},
	{Case: "ThreeFailures", Contender: "resgen", Against: "backoff", Ratio: 0.03, Bounded: true},
	{Case: "ThreeFailures", Contender: "resgen", Against: "retry-go", Ratio: 0.03},
	{Case: "ThreeFailures", Contender: "resgen", Against: "go-resiliency", Ratio: 0.03},
	{Case: "ThreeFailures", Contender: "resgen", Against: "failsafe-go", Ratio: 0.03},
	{Case: "ParallelBreaker/Each64", Contender: "resgen", CPUs: 2, Uncontended: "ParallelBreaker/Each1", Against: "resgen", Ratio: 2.5},
	{Case: "AsyncCompleted", Contender: "resgen", Against: "failsafe-go", Ratio: 0.03, Bounded: true},
	{Case: "AsyncTimeout/Background", Contender: "resgen", Against: "failsafe-go", Ratio: 0.08, Bounded: true, Beyond: "direct", Allocs: 1, Bytes: 192},
	{Case: "AsyncTimeout/Cancellable", Contender: "resgen", Against: "failsafe-go", Ratio: 0.08, Bounded: true, Beyond: "direct", Allocs: 3, Bytes: 320},
	{Case: "AsyncDelay/Background", Contender: "resgen", Against: "failsafe-go", Ratio: 0.10, Live: 400},
	{Case: "AsyncDelay/Cancellable", Contender: "resgen", Against: "failsafe-go", Ratio: 0.10, Live: 600},
}

// met reports whether m, the measure of the goal's contender, is within bounds,
// and the ratio of its time to that of against.
func (g goal) met(m, against measure) (ratio float64, ok bool) {
	ok = !g.Bounded || m.Allocs <= g.Allocs && m.Bytes <= g.Bytes
	if g.Live > 0 {
		ok = ok && m.Live <= g.Live && m.Goroutines <= 0
	}
	if g.Against != "" {
		ratio = m.Nanoseconds / against.Nanoseconds
		ok = ok && ratio <= g.Ratio
	}
	return ratio, ok
}
