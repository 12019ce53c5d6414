package runtime

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const policyBulkhead = "bulkhead"

// A Bulkhead bounds how many calls run at a time: a semaphore with a queue that
// is first in, first out. It is safe for concurrent use.
//
// By hand, use Do, or pair each successful TryAcquire or Acquire with exactly
// one Release.
type Bulkhead struct {
	name     string
	events   *Events
	slots    semaphore
	config   atomic.Pointer[BulkheadConfig]
	changing sync.Mutex // serializes changes of config
	rejected atomic.Uint64
	full     *RejectedError // made once: a refusal allocates nothing
}

// NewBulkhead makes a bulkhead with events of its own. It fails if cfg is out of
// bounds.
func NewBulkhead(name string, cfg BulkheadConfig) (*Bulkhead, error) {
	return newBulkhead(name, cfg, new(Events))
}

func newBulkhead(name string, cfg BulkheadConfig, events *Events) (*Bulkhead, error) {
	b := &Bulkhead{
		name:   name,
		events: events,
		full:   &RejectedError{Policy: policyBulkhead, Instance: name, reason: ErrBulkheadFull},
	}
	if err := b.reconfigure(cfg); err != nil {
		return nil, err
	}
	return b, nil
}

// Name returns the instance's name.
func (b *Bulkhead) Name() string { return b.name }

// Events returns where the bulkhead publishes its events.
func (b *Bulkhead) Events() *Events { return b.events }

// Config returns the configuration in force.
func (b *Bulkhead) Config() BulkheadConfig { return *b.config.Load() }

// SetMaxConcurrent changes how many calls may run at a time, from 1 to 1,000,000,
// and leaves the bulkhead as it was if n is out of bounds. More slots go to the
// waiters at once. Fewer cut nothing short: until enough calls have ended, InUse is
// above the new maximum and nobody is admitted.
func (b *Bulkhead) SetMaxConcurrent(n int) error {
	return b.change(func(cfg *BulkheadConfig) { cfg.MaxConcurrent = n })
}

// reconfigure replaces the configuration. Those who wait keep the maximum wait
// they came with. It is to be followed by reconfigured.
func (b *Bulkhead) reconfigure(cfg BulkheadConfig) error {
	return b.exchange(func(old *BulkheadConfig) { *old = cfg })
}

// reconfigured lets in those for whom a new configuration has slots. No lock may
// be held: they may do anything, and change the configuration too.
func (b *Bulkhead) reconfigured() { b.slots.handOn() }

// change puts what edit makes of the configuration in force, if it is valid.
func (b *Bulkhead) change(edit func(*BulkheadConfig)) error {
	err := b.exchange(edit)
	b.reconfigured()
	return err
}

func (b *Bulkhead) exchange(edit func(*BulkheadConfig)) error {
	b.changing.Lock()
	defer b.changing.Unlock()
	var cfg BulkheadConfig
	if old := b.config.Load(); old != nil {
		cfg = *old
	}
	edit(&cfg)
	if err := cfg.validate(); err != nil {
		return fmt.Errorf("bulkhead %s: %w", b.name, err)
	}
	b.config.Store(&cfg)
	b.slots.resize(cfg.MaxConcurrent)
	return nil
}

// TryAcquire takes a slot if one is free and nobody waits for it.
func (b *Bulkhead) TryAcquire() bool {
	ok := b.slots.tryAcquire()
	if wanted := b.events.wants(); !ok || wanted != 0 {
		b.answer(&call{ctx: context.Background(), wanted: wanted}, ok)
	}
	return ok
}

// answer counts and publishes the answer of TryAcquire.
func (b *Bulkhead) answer(c *call, ok bool) {
	if ok {
		b.permit(c)
	} else {
		_ = b.refuse(c, b.full)
	}
}

// Acquire takes a slot, and waits for one as long as the configuration and ctx
// allow. It returns ctx's error if ctx had ended before; otherwise its error is
// a *RejectedError that is ErrBulkheadFull, and ctx's error too if that is what
// ended the wait.
func (b *Bulkhead) Acquire(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var c call
	c.byHand(ctx, b.events)
	_, err := b.acquire(&c, ctx)
	return err
}

// Release gives back a slot, to the first waiter if there is one. A Release
// without a slot in use does nothing.
func (b *Bulkhead) Release() {
	if wanted := b.events.wants(); wanted != 0 {
		b.release(&call{ctx: context.Background(), wanted: wanted})
	} else if b.slots.giveBack() {
		b.slots.handOn()
	}
}

// Do runs fn in a slot, which it gives back however fn ends. It returns fn's
// error, or the error of Acquire.
func (b *Bulkhead) Do(ctx context.Context, fn func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var c call
	c.byHand(ctx, b.events)
	if _, err := b.acquire(&c, ctx); err != nil {
		return err
	}
	defer b.release(&c)
	return fn(ctx)
}

// acquire takes a slot, or waits for one until ctx ends, and reports whether it
// had to wait. The caller has seen that ctx is alive: asking again can cost a
// clock read.
func (b *Bulkhead) acquire(c *call, ctx context.Context) (waited bool, err error) {
	if !b.slots.tryAcquire() {
		if err := b.wait(ctx); err != nil {
			return true, b.refuse(c, err)
		}
		waited = true
	}
	b.permit(c)
	return waited, nil
}

// wait takes a place in the queue and waits there for a slot.
func (b *Bulkhead) wait(ctx context.Context) *RejectedError {
	cfg := b.config.Load()
	if cfg.MaxWait == 0 {
		return b.full
	}
	if err := ended(ctx); err != nil {
		return b.cut(err)
	}
	ready := make(chan bool, 1)
	w, ok := b.slots.join(cfg.Queue, cfg.MaxWait, func(granted bool) { ready <- granted })
	switch {
	case !ok:
		return b.full
	case w == nil:
		return nil
	}
	granted := false
	select {
	case granted = <-ready:
	case <-ctx.Done():
		if !b.slots.leave(w) {
			granted = <-ready
		}
	}
	if err := ctx.Err(); err != nil {
		// A slot that came in the instant in which ctx ended goes to the next one.
		if granted && b.slots.giveBack() {
			b.slots.handOn()
		}
		return b.cut(err)
	}
	if !granted {
		return b.full
	}
	return nil
}

// release gives back a slot that acquire or enqueue had given. The event comes
// before what the next waiter does with the slot.
func (b *Bulkhead) release(c *call) {
	wanted := b.slots.giveBack()
	if c.wanted.has(KindFinished) {
		b.publishFinished(c, wanted)
	} else if wanted {
		b.slots.handOn()
	}
}

// publishFinished hands the slot on too if a listener ends the goroutine.
func (b *Bulkhead) publishFinished(c *call, wanted bool) {
	if wanted {
		defer b.slots.handOn()
	}
	b.finished(c)
}

// finished publishes that a call has given its slot back.
func (b *Bulkhead) finished(c *call) {
	if c.wanted.has(KindFinished) {
		b.events.publish(b.event(c, KindFinished))
	}
}

func (b *Bulkhead) permit(c *call) {
	if c.wanted.has(KindPermitted) {
		b.publishPermitted(c)
	}
}

// publishPermitted takes the slot back if a listener ends the goroutine, which
// then never gets to know of it.
func (b *Bulkhead) publishPermitted(c *call) {
	returned := false
	defer func() {
		if !returned && b.slots.giveBack() {
			b.slots.handOn()
		}
	}()
	b.events.publish(b.event(c, KindPermitted))
	returned = true
}

func (b *Bulkhead) refuse(c *call, err *RejectedError) error {
	b.rejected.Add(1)
	if c.wanted.has(KindRejected) {
		ev := b.event(c, KindRejected)
		ev.Err = err
		b.events.publish(ev)
	}
	return err
}

func (b *Bulkhead) event(c *call, kind Kind) Event {
	return c.event(kind, policyBulkhead, b.name, b.config.Load().Group)
}

// cut is the rejection of a wait that the context's error err ended.
func (b *Bulkhead) cut(err error) *RejectedError {
	return &RejectedError{Policy: policyBulkhead, Instance: b.name, reason: ErrBulkheadFull, cause: err}
}

// ended returns ctx's error, also where its deadline has come and its timer has
// not told it yet.
func ended(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= 0 {
		return context.DeadlineExceeded
	}
	return nil
}
