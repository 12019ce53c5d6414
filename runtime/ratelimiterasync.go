package runtime

// tryAcquire takes a permit if one is there. Otherwise it refuses the call, or
// tells it to wait for one with enqueue.
func (l *RateLimiter) tryAcquire(c *call, at instant) (wait bool, err error) {
	got := l.take(at, 1, 0)
	switch {
	case got.ok:
		l.permit(c)
		return false, nil
	case got.wait > l.pace.Load().MaxWait:
		return false, l.refuse(c, at, got, nil)
	default:
		return true, nil
	}
}

// enqueue is wait without a goroutine that waits. With a nil waiter the permit
// was there at once, or was refused with an error. Otherwise ready is called once,
// on a timer's goroutine, when the permit is there. A wait that would not be over
// before the given instant is refused now; zero sets none.
func (l *RateLimiter) enqueue(c *call, at, before instant, ready func()) (*permitWaiter, error) {
	if got := l.take(at, 1, 0); got.ok {
		l.permit(c)
		return nil, nil
	}
	return l.enqueueWaiter(c, at, before, ready)
}

func (l *RateLimiter) enqueueWaiter(c *call, at, before instant, ready func()) (*permitWaiter, error) {
	waiting := *c // the queue outlives c
	w, got, cause := l.join(at, before, 1, func() {
		waiting.wanted = l.events.wants()
		defer ready() // also if a listener ends the goroutine, which is a timer's
		l.permit(&waiting)
	})
	switch {
	case !got.ok:
		return nil, l.refuse(c, at, got, cause)
	case w == nil:
		l.permit(c)
	}
	return w, nil
}
