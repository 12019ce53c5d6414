package runtime

// A limitAlgorithm moves a limit by what it sees of the calls under it.
type limitAlgorithm interface {
	// next returns the limit that follows from a window of calls under the given
	// one. With measure, half of it is in force for the next window.
	next(w sampleWindow, limit int) (next int, measure bool)
}

func newLimitAlgorithm(name LimitAlgorithm) limitAlgorithm {
	if name == LimitAIMD {
		return aimd{}
	}
	return &vegas{}
}
