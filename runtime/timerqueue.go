package runtime

import (
	"sync"
	"time"
)

// A timerQueue calls its entries' owners when they are due. It has one timer,
// for the entry that is due first, and calls on one goroutine, so that a hundred
// thousand entries that are due at once make no crowd of them.
//
// Outside of synctest bubbles the timer is kept, and may ring for an entry that
// has left: that is cheaper than stopping it for each call. In a bubble it lives
// only as long as there is an entry, since it must not outlive the bubble; what
// waits when the bubble ends is dropped. Bubbles begin in the year 2000, so that
// their instants lie before all others.
type timerQueue struct {
	mu      sync.Mutex
	entries timerList
	alarm   *alarm // nil if there is no timer
}

// An alarm is the timer of a queue, and the goroutines that it started. The ones
// of an alarm that the queue has given up leave the queue alone.
type alarm struct {
	timer  *time.Timer
	bubble bubble  // in which it was made
	armed  bool    // it is going to ring, not after rings
	rings  instant // when it does
	// calling is the number of goroutines that call owners. There is more than
	// one only while an owner is busy for longer than takeover.
	calling int
	called  instant // when the latest call of an owner began
}

// takeover is how long entries that are due wait for an owner that is busy,
// until another goroutine calls theirs.
const takeover = time.Millisecond

// A timerEntry is one appointment in a queue, embedded in what waits for it.
type timerEntry struct {
	due   instant
	owner timerOwner
	// The neighbours in a timerFIFO.
	next, prev *timerEntry
	// The place in a timerHeap, or any in a timerFIFO, counted from 1; 0 when not
	// in a queue.
	place int32
	// turn tells the owner which of its appointments this is: an entry may be used
	// again while the call for the previous one is still on its way.
	turn uint32
}

// A timerOwner has appointments.
type timerOwner interface {
	// expire is called once for each appointment that was not cancelled, without
	// locks. It may do whatever the user's code does.
	expire(turn uint32)
}

// A timerList keeps entries in the order in which they are due. An implementation
// sets place.
type timerList interface {
	insert(e *timerEntry)
	remove(e *timerEntry)
	// first returns the entry that is due first, nil if there is none.
	first() *timerEntry
}

// schedule has e's owner called at due. An entry is in one queue at a time.
func (q *timerQueue) schedule(e *timerEntry, due instant, turn uint32) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.forsake()
	e.due, e.turn = due, turn
	q.entries.insert(e)
	q.ringBy(due)
}

// cancel takes e out of the queue. It returns false if e was not in it: its owner
// has been called, or is about to be.
func (q *timerQueue) cancel(e *timerEntry) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if e.place == 0 {
		return false
	}
	q.entries.remove(e)
	q.rest()
	return true
}

// ring is called by the timer of a.
func (q *timerQueue) ring(a *alarm) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if a != q.alarm {
		return
	}
	a.armed = false
	if a.calling > 0 && now()-a.called < takeover {
		if e := q.entries.first(); e != nil {
			q.ringBy(max(e.due, a.called+takeover))
		}
		return
	}
	q.callAll(a)
}

// callAll calls the owners of all entries that are due.
func (q *timerQueue) callAll(a *alarm) {
	a.calling++
	defer func() {
		if a.calling--; a != q.alarm {
			return
		}
		if e := q.entries.first(); e != nil && a.calling == 0 {
			q.ringBy(e.due)
		}
		q.rest()
	}()
	for e := q.takeDue(a); e != nil; e = q.takeDue(a) {
		q.call(e.owner, e.turn)
	}
}

// takeDue takes the first entry out of the queue if it is due, and sees to it
// that the others do not have to wait for its owner.
func (q *timerQueue) takeDue(a *alarm) *timerEntry {
	e := q.entries.first()
	if e == nil || a != q.alarm {
		return nil
	}
	reading := now()
	if e.due > reading {
		return nil
	}
	q.entries.remove(e)
	a.called = reading
	if next := q.entries.first(); next != nil {
		q.ringBy(max(next.due, reading+takeover))
	}
	return e
}

// call calls an owner without the lock, which it takes again whatever happens.
func (q *timerQueue) call(owner timerOwner, turn uint32) {
	q.mu.Unlock()
	defer q.mu.Lock()
	owner.expire(turn)
}

// ringBy has the timer ring at the given instant, if it does not ring earlier.
func (q *timerQueue) ringBy(at instant) {
	a := q.alarm
	if a != nil && a.armed && a.rings <= at {
		return
	}
	wall, reading := clock()
	if a != nil && (a.bubble != 0) == inBubble(wall) {
		a.timer.Reset(at - reading)
	} else {
		a = &alarm{bubble: currentBubble()}
		a.timer = time.AfterFunc(at-reading, func() { q.ring(a) })
		q.alarm = a
	}
	a.armed, a.rings = true, at
}

// rest gives a bubble's timer up when there is nothing to ring for.
func (q *timerQueue) rest() {
	if q.alarm == nil || q.alarm.bubble == 0 || q.entries.first() != nil {
		return
	}
	if inBubble(time.Now()) { // outside it would end the program
		q.alarm.timer.Stop()
	}
	q.alarm = nil
}

// forsake drops what a bubble that is gone has left undone.
func (q *timerQueue) forsake() {
	if q.alarm == nil || q.alarm.bubble == 0 || q.alarm.bubble == currentBubble() {
		return
	}
	q.alarm = nil
	e := q.entries.first()
	for ; e != nil && e.due < 0; e = q.entries.first() {
		q.entries.remove(e)
	}
	if e != nil {
		q.ringBy(e.due)
	}
}
