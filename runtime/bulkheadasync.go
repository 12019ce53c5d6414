package runtime

// tryAcquire takes a slot if one is free. Otherwise it refuses the call, or tells
// it to wait for one with enqueue.
func (b *Bulkhead) tryAcquire(c *call) (wait bool, err error) {
	switch {
	case b.slots.tryAcquire():
		b.permit(c)
		return false, nil
	case b.config.Load().MaxWait == 0:
		return false, b.refuse(c, b.full)
	default:
		return true, nil
	}
}

// enqueue is acquire without a goroutine that waits. With a nil waiter the slot
// was given at once, or refused with an error. Otherwise ready is called once,
// on another goroutine or on this one: with nil when the slot has been given,
// with a rejection when the maximum wait is over, with ErrGoexit if a listener has
// ended the goroutine that gave the slot. It is called without locks and must not
// panic.
func (b *Bulkhead) enqueue(c *call, ready func(error)) (*slotWaiter, error) {
	if b.slots.tryAcquire() {
		b.permit(c)
		return nil, nil
	}
	return b.enqueueWaiter(c, ready)
}

func (b *Bulkhead) enqueueWaiter(c *call, ready func(error)) (*slotWaiter, error) {
	cfg := b.config.Load()
	if cfg.MaxWait == 0 {
		return nil, b.refuse(c, b.full)
	}
	waiting := *c // the queue outlives c
	w, ok := b.slots.join(cfg.Queue, cfg.MaxWait, func(granted bool) {
		waiting.wanted = b.events.wants()
		err := error(b.full)
		defer func() { ready(err) }()
		if !granted {
			_ = b.refuse(&waiting, b.full)
			return
		}
		err = ErrGoexit
		b.permit(&waiting)
		err = nil
	})
	switch {
	case !ok:
		return nil, b.refuse(c, b.full)
	case w == nil:
		b.permit(c)
	}
	return w, nil
}

// cancel gives up w's place in the queue, in constant time: its ready is not
// called any more. It returns false if ready was called, or is about to be.
func (b *Bulkhead) cancel(w *slotWaiter) bool { return b.slots.leave(w) }
