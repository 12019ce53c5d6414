package runtime

import (
	"context"
	"sync"
	"time"
)

// asyncWatches tell the asynchronous calls of a pipeline when their callers'
// contexts end. All calls under one context, or under contexts that end together,
// share one watch: the end of a hundred thousand calls takes one goroutine.
type asyncWatches struct {
	mu     sync.Mutex
	active map[<-chan struct{}]*asyncWatch // by what Done returns
	// spare is the watch of a context under which there is no call at present. It
	// is kept for the next one, until that has another context.
	spare *asyncWatch
}

// An asyncWatch is what waits for the end of one context.
type asyncWatch struct {
	done  <-chan struct{}
	stop  func() bool
	first *watched
	// bubbled is set in a synctest bubble, which the watch must not outlive: for a
	// context that the standard library does not know it is a goroutine.
	bubbled bool
}

// A watched is the context of a call whose caller can leave.
type watched struct {
	context.Context
	call       typedCall
	watch      *asyncWatch // nil once it is not watched any more
	next, prev *watched
}

// join has the call told of the end of ctx, and returns the context for its core.
func (o *asyncWatches) join(ctx context.Context, s typedCall) context.Context {
	done := ctx.Done()
	if done == nil {
		return ctx
	}
	w := &watched{Context: ctx, call: s}
	o.mu.Lock()
	defer o.mu.Unlock()
	watch := o.active[done]
	switch {
	case watch == nil:
		o.discard(nil)
		watch = &asyncWatch{done: done, bubbled: inBubble(time.Now())}
		if o.active == nil {
			o.active = make(map[<-chan struct{}]*asyncWatch)
		}
		o.active[done] = watch
		watch.stop = context.AfterFunc(ctx, func() { o.end(watch) })
	case watch == o.spare:
		o.spare = nil
	}
	w.watch, w.next = watch, watch.first
	if w.next != nil {
		w.next.prev = w
	}
	watch.first = w
	return w
}

// leave ends the watching of w's context for its call.
func (o *asyncWatches) leave(w *watched) {
	o.mu.Lock()
	defer o.mu.Unlock()
	watch := w.watch
	if watch == nil {
		return
	}
	watch.remove(w)
	switch {
	case watch.first != nil || o.active[watch.done] != watch:
	case watch.bubbled:
		watch.stop()
		delete(o.active, watch.done)
	default:
		o.discard(watch)
	}
}

// discard replaces the spare watch, which nobody needs any more.
func (o *asyncWatches) discard(next *asyncWatch) {
	if spare := o.spare; spare != nil {
		spare.stop()
		delete(o.active, spare.done)
	}
	o.spare = next
}

// end tells the calls of a watch that their callers have left.
func (o *asyncWatches) end(watch *asyncWatch) {
	finished := false
	defer func() {
		if !finished { // a callback has ended the goroutine
			o.end(watch)
		}
	}()
	for s := o.take(watch); s != nil; s = o.take(watch) {
		signal(s, signalEnd)
	}
	finished = true
}

// take retires the watch, and returns one of its calls, nil if there are no more.
func (o *asyncWatches) take(watch *asyncWatch) typedCall {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.active[watch.done] == watch {
		delete(o.active, watch.done)
	}
	if o.spare == watch {
		o.spare = nil
	}
	w := watch.first
	if w == nil {
		return nil
	}
	watch.remove(w)
	return w.call
}

func (watch *asyncWatch) remove(w *watched) {
	if w.prev != nil {
		w.prev.next = w.next
	} else {
		watch.first = w.next
	}
	if w.next != nil {
		w.next.prev = w.prev
	}
	w.watch, w.next, w.prev = nil, nil, nil
}

// unwatch forgets the caller's context.
func (c *asyncCore) unwatch() {
	if w, ok := c.ctx.(*watched); ok {
		c.plan.owner.watches.leave(w)
	}
}
