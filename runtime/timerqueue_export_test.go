package runtime

import (
	"time"
	"unsafe"
)

// TimerQueue, and its two kinds, for tests.
type TimerQueue struct{ q *timerQueue }

func NewTimeoutQueue() TimerQueue { return TimerQueue{newTimeoutQueue()} }

func NewDelayQueue() TimerQueue { return TimerQueue{newDelayQueue()} }

// Appointment is a timerEntry with a function as its owner.
type Appointment struct{ entry timerEntry }

type ownerFunc func(turn uint32)

func (fn ownerFunc) expire(turn uint32) { fn(turn) }

func NewAppointment(fn func(turn uint32)) *Appointment {
	return &Appointment{timerEntry{owner: ownerFunc(fn)}}
}

func (q TimerQueue) Schedule(a *Appointment, d time.Duration, turn uint32) {
	q.q.schedule(&a.entry, after(now(), d), turn)
}

func (q TimerQueue) Cancel(a *Appointment) bool { return q.q.cancel(&a.entry) }

// HasTimer reports whether the queue keeps a timer.
func (q TimerQueue) HasTimer() bool {
	q.q.mu.Lock()
	defer q.q.mu.Unlock()
	return q.q.alarm != nil
}

const TimerEntrySize = unsafe.Sizeof(timerEntry{})
