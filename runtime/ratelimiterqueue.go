package runtime

import (
	"container/list"
	"context"
	"time"
)

// A permitWaiter is one place in a rate limiter's queue. Its permits are claimed
// already; what it waits for is the instant at which they are there.
type permitWaiter struct {
	ready func()
	place *list.Element // nil once it has left the queue
	cost  instant       // by how much it moved arrival
	// gap is how long it is served after the waiter before it. The gap of the
	// first is the instant at which it is served.
	gap instant
}

// A permitQueue holds waiters in the order in which they are served. As each
// knows only its gap, all move up at once when one in front of them leaves.
type permitQueue struct {
	list   list.List   // of *permitWaiter
	tail   instant     // when the last is served
	timer  *time.Timer // for the first; nil while nobody waits
	bubble bubble      // of timer
}

func (q *permitQueue) first() *permitWaiter {
	if front := q.list.Front(); front != nil {
		return front.Value.(*permitWaiter)
	}
	return nil
}

// push adds w, to be served at start.
func (q *permitQueue) push(w *permitWaiter, start instant) {
	w.gap = start
	if q.list.Len() > 0 {
		w.gap -= q.tail
	}
	q.tail = start
	w.place = q.list.PushBack(w)
}

// remove takes w out, and serves all behind it sooner by moveUp.
func (q *permitQueue) remove(w *permitWaiter, moveUp instant) {
	if next := w.place.Next(); next != nil {
		next.Value.(*permitWaiter).gap += w.gap - moveUp
		q.tail -= moveUp
	} else {
		q.tail -= w.gap
	}
	q.list.Remove(w.place)
	w.place = nil
}

// moveUp serves all sooner.
func (q *permitQueue) moveUp(by instant) {
	if w := q.first(); w != nil {
		w.gap -= by
		q.tail -= by
	}
}

// forsake drops the waiters that a bubble that is gone has left, and returns by
// how much they moved arrival.
func (q *permitQueue) forsake() (cost instant) {
	if q.timer == nil || q.bubble == 0 || q.bubble == currentBubble() {
		return 0
	}
	q.timer = nil
	for w := q.first(); w != nil; w = q.first() {
		q.remove(w, 0)
		cost += w.cost
	}
	return cost
}

// lock locks mu, with none but waiters that will be served.
func (l *RateLimiter) lock() {
	l.mu.Lock()
	l.arrival.Add(-int64(l.waiters.forsake()))
}

// join claims n permits that are there within the maximum wait and before the
// given instant; zero sets none. If they are not there yet it returns a waiter:
// ready is called without locks, on a timer's goroutine, when they are. The error
// is the context's if that instant forbade what the maximum wait allows.
func (l *RateLimiter) join(at, before instant, n int, ready func()) (*permitWaiter, claim, error) {
	l.lock()
	defer l.mu.Unlock()
	maxWait := l.pace.Load().MaxWait
	bearable := maxWait
	if before != 0 {
		bearable = min(maxWait, before-at-1)
	}
	got := l.take(at, n, bearable)
	switch {
	case !got.ok && got.wait >= 0 && got.wait <= maxWait:
		return nil, got, context.DeadlineExceeded
	case !got.ok || got.wait == 0:
		return nil, got, nil
	}
	w := &permitWaiter{ready: ready, cost: got.cost}
	l.waiters.push(w, at+got.wait)
	if l.waiters.timer == nil {
		l.arm()
	}
	return w, got, nil
}

// cancel gives up w's place: all behind it move up, and ready is not called any
// more. It returns false if ready was called, or is about to be.
func (l *RateLimiter) cancel(w *permitWaiter) bool {
	l.lock()
	defer l.mu.Unlock()
	if w.place == nil {
		return false
	}
	first := w == l.waiters.first()
	cost := w.cost
	if place := w.place.Next(); first && place != nil {
		next := place.Value.(*permitWaiter)
		cost = l.nearer(cost, next, w.gap+next.gap)
	}
	l.waiters.remove(w, cost)
	l.arrival.Add(-int64(cost))
	if first {
		l.arm()
	}
	return true
}

// delay returns how long it takes until w is served; negative or zero if it has been,
// or has given up its place.
func (l *RateLimiter) delay(w *permitWaiter) time.Duration {
	l.lock()
	defer l.mu.Unlock()
	if w.place == nil {
		return 0
	}
	var start instant
	for place := w.place; place != nil; place = place.Prev() {
		start += place.Value.(*permitWaiter).gap
	}
	return start - now()
}

// nearer returns by how much those may move up of whom the first, w, is served at
// start: by cost, unless those permits were worth more time than they are now. Nobody
// is served before an instant that a full burst would have allowed.
func (l *RateLimiter) nearer(cost instant, w *permitWaiter, start instant) instant {
	spare := max(0, l.pace.Load().tolerance-w.cost) // of a full burst
	return min(cost, max(0, start+spare-now()))
}

// refund gives back permits that were served and not used.
func (l *RateLimiter) refund(cost instant) {
	l.lock()
	defer l.mu.Unlock()
	if w := l.waiters.first(); w != nil {
		cost = l.nearer(cost, w, w.gap)
	}
	l.waiters.moveUp(cost)
	l.arrival.Add(-int64(cost))
	l.arm()
}

// serve runs when the first waiter's permits are there.
func (l *RateLimiter) serve() {
	if w := l.due(); w != nil {
		w.ready()
	}
}

// due takes the first waiter out if its instant has come, and sets the timer for
// the next one: nobody waits for what ready does.
func (l *RateLimiter) due() *permitWaiter {
	l.lock()
	defer l.mu.Unlock()
	w := l.waiters.first()
	if w != nil && w.gap <= now() {
		l.waiters.remove(w, 0)
	} else {
		w = nil
	}
	l.arm()
	return w
}

// arm sets the timer for the first waiter. There is none while nobody waits: it
// would outlive the bubble of a test.
func (l *RateLimiter) arm() {
	w, timer := l.waiters.first(), l.waiters.timer
	switch {
	case w == nil && timer != nil:
		timer.Stop()
		l.waiters.timer = nil
	case w != nil && timer != nil:
		timer.Reset(w.gap - now())
	case w != nil:
		l.waiters.timer = time.AfterFunc(w.gap-now(), l.serve)
		l.waiters.bubble = currentBubble()
	}
}
