package runtime

import (
	"container/list"
	"sync"
	"sync/atomic"
	"time"
)

// A semaphore counts slots and queues, first in first out, who waits for one.
// Without waiters, taking and giving back a slot is one compare-and-swap each.
type semaphore struct {
	// word has the slots in use in its lower half and the number of waiters in
	// its upper half. Nobody waits and a slot is free exactly if word < size, so
	// that a newcomer never overtakes a waiter.
	word atomic.Uint64
	size atomic.Uint64

	// mu guards what follows, and every change of the upper half of word.
	mu    sync.Mutex
	queue list.List   // of *slotWaiter
	ends  *timerQueue // of their waits; nil until somebody waits
}

const (
	oneWaiter = 1 << 32
	slotsMask = oneWaiter - 1
)

// A slotWaiter is one place in a semaphore's queue.
type slotWaiter struct {
	of    *semaphore
	ready func(granted bool)
	place *list.Element // nil once it has left the queue
	end   timerEntry    // of its wait
}

// expire implements timerOwner: the wait is over.
func (w *slotWaiter) expire(uint32) {
	if w.of.leave(w) {
		w.ready(false)
	}
}

// tryAcquire takes a slot if one is free and nobody waits for it.
func (s *semaphore) tryAcquire() bool {
	for {
		word := s.word.Load()
		if word >= s.size.Load() {
			return false
		}
		if s.word.CompareAndSwap(word, word+1) {
			return true
		}
	}
}

// join takes a slot, or else a place in the queue if fewer than bound wait
// (bound < 0: always). A nil waiter and true mean a slot, a nil waiter and false
// that there was no place.
//
// ready is called once: with true when the waiter has been given a slot, with
// false when it has waited for maxWait. It runs without locks, on the goroutine
// that released the slot or on a timer's, and must not panic.
func (s *semaphore) join(bound int, maxWait time.Duration, ready func(granted bool)) (*slotWaiter, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		word := s.word.Load()
		switch {
		case word < s.size.Load():
			if s.word.CompareAndSwap(word, word+1) {
				return nil, true
			}
		case bound >= 0 && word>>32 >= uint64(bound):
			return nil, false
		case s.word.CompareAndSwap(word, word+oneWaiter):
			return s.push(maxWait, ready), true
		}
	}
}

// push adds a waiter to the queue, under mu.
func (s *semaphore) push(maxWait time.Duration, ready func(granted bool)) *slotWaiter {
	w := &slotWaiter{of: s, ready: ready}
	w.place = s.queue.PushBack(w)
	w.end.owner = w
	if s.ends == nil {
		s.ends = newDelayQueue()
	}
	s.ends.schedule(&w.end, after(now(), maxWait), 0)
	return w
}

// leave gives up w's place, and w's ready is not called any more. It returns
// false if w had left the queue before: ready was called, or will be.
func (s *semaphore) leave(w *slotWaiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w.place == nil {
		return false
	}
	s.remove(w)
	s.word.Add(^uint64(oneWaiter - 1)) // minus one waiter
	return true
}

// remove takes w out of the queue, under mu.
func (s *semaphore) remove(w *slotWaiter) {
	s.queue.Remove(w.place)
	w.place = nil
	s.ends.cancel(&w.end)
}

// giveBack frees a slot, and reports whether somebody waits for one: then the
// caller goes on with handOn. One slot too many is ignored where it shows: with
// none in use.
func (s *semaphore) giveBack() (wanted bool) {
	for {
		word := s.word.Load()
		if word&slotsMask == 0 {
			return false
		}
		if s.word.CompareAndSwap(word, word-1) {
			return word >= oneWaiter
		}
	}
}

// handOn gives free slots to the first waiters, until there are no more of
// either.
func (s *semaphore) handOn() {
	for w := s.next(); w != nil; w = s.next() {
		w.ready(true)
	}
}

// next gives a free slot to the first waiter and returns it, or nil.
func (s *semaphore) next() *slotWaiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		word := s.word.Load()
		if word < oneWaiter || word&slotsMask >= s.size.Load() {
			return nil
		}
		if s.word.CompareAndSwap(word, word-oneWaiter+1) {
			w := s.queue.Front().Value.(*slotWaiter)
			s.remove(w)
			return w
		}
	}
}

// resize changes the number of slots. Those in use stay in use; handOn gives new
// ones to the waiters.
func (s *semaphore) resize(size int) {
	s.mu.Lock() // join must not queue by the old size what handOn has not seen
	defer s.mu.Unlock()
	s.size.Store(uint64(size))
}

// counts returns the slots in use and the number of waiters, of one moment.
func (s *semaphore) counts() (inUse, waiting int) {
	word := s.word.Load()
	return int(word & slotsMask), int(word >> 32)
}
