package runtime

// aimd is additive increase and multiplicative decrease (D. Chiu and R. Jain,
// "Analysis of the Increase and Decrease Algorithms for Congestion Avoidance in
// Computer Networks", Computer Networks and ISDN Systems 17(1), 1989), with the
// ratio of the AIMDLimit of Netflix's concurrency-limits. It knows failures only:
// a failed call takes a tenth of the limit, and without one the limit grows by one
// while it is in use.
type aimd struct{}

func (aimd) next(w sampleWindow, limit int) (next int, measure bool) {
	switch {
	case w.failures > 0:
		return min(limit-1, limit*9/10), false
	case w.busy:
		return limit + 1, false
	}
	return limit, false
}
