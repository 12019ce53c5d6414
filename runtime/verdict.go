package runtime

// A Verdict is what a call's results say about it beyond its error: a set of
// bits, zero for a call whose results are unremarkable. It counts only where
// the error is nil.
type Verdict uint8

const (
	// RetryResult asks for another attempt although there was no error.
	RetryResult Verdict = 1 << iota
	// RecordResult counts the call as a failure of the circuit breaker although
	// there was no error.
	RecordResult
)

// outcome is how an attempt counts for the policies around it.
type outcome uint8

const (
	success outcome = iota
	failure
	// neutral changes no counter and gives back every permit: the attempt was
	// ignored, given up by its caller, or never reached the implementation.
	neutral
)
