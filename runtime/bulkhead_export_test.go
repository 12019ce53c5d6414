package runtime

import "context"

// A QueuedSlot is a place in a bulkhead's queue, as the asynchronous pipeline
// holds it.
type QueuedSlot struct {
	bulkhead *Bulkhead
	waiter   *slotWaiter
}

// Enqueue is Bulkhead.enqueue with a call of its own.
func (b *Bulkhead) Enqueue(ready func(error)) (QueuedSlot, error) {
	c := call{ctx: context.Background(), wanted: b.events.wants()}
	w, err := b.enqueue(&c, ready)
	return QueuedSlot{bulkhead: b, waiter: w}, err
}

// Waiting reports whether the slot was not given at once.
func (q QueuedSlot) Waiting() bool { return q.waiter != nil }

// Cancel gives up the place in the queue.
func (q QueuedSlot) Cancel() bool { return q.bulkhead.cancel(q.waiter) }

// Release gives the slot back.
func (q QueuedSlot) Release() {
	c := call{ctx: context.Background(), wanted: q.bulkhead.events.wants()}
	q.bulkhead.release(&c)
}

// Reconfigure replaces the configuration.
func (b *Bulkhead) Reconfigure(cfg BulkheadConfig) error {
	defer b.reconfigured()
	return b.reconfigure(cfg)
}
