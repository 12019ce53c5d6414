package runtime

import (
	"sync/atomic"
	"time"
)

// A timeWindow holds the outcomes of the last buckets of time, the one under way
// included. Only buckets with outcomes are kept, in a queue: each is dropped once,
// however long nothing happened, so calls and reads take constant time on average.
// How many calls a bucket has follows from where the ledger stood at its start.
type timeWindow struct {
	ledger
	width instant
	floor uint64 // the word before the oldest outcome inside the window
	// start is when the newest bucket began; what happens within width of it
	// belongs there.
	start atomic.Int64

	origin  instant // when bucket number 0 began
	buckets []bucket
	oldest  int // index in buckets
	used    int
}

type bucket struct {
	number int64
	floor  uint64 // the ledger's word before its first outcome
	marked counts // calls is not used
}

// bucketWidth is the resolution of a time window: a second for windows of whole
// seconds from ten on, a tenth of a second for shorter ones.
func bucketWidth(span time.Duration) time.Duration {
	if span >= 10*time.Second {
		return time.Second
	}
	return time.Second / 10
}

func newTimeWindow(span time.Duration, limits limits, word uint64, at instant) *timeWindow {
	width := bucketWidth(span)
	w := &timeWindow{width: width, buckets: make([]bucket, span/width)}
	w.init(limits, word)
	w.restart(word, at)
	return w
}

func (w *timeWindow) succeed(at instant) bool {
	for {
		word := w.word.Load()
		if word&(flagBusy|flagWatch) != 0 || uint64(int64(at)-w.start.Load()) >= uint64(w.width) {
			return false
		}
		if w.word.CompareAndSwap(word, word+oneOutcome) {
			return true
		}
	}
}

func (w *timeWindow) record(m mark, at instant) (crossed, reached rates) {
	word := w.freeze()
	w.advance(word, at)
	w.newest().marked.add(m)
	w.note(m)
	word += oneOutcome
	return w.thaw(word, w.countsAt(word))
}

// advance makes the bucket of the instant the newest.
func (w *timeWindow) advance(word uint64, at instant) {
	if int64(at) < w.start.Load() {
		// The caller read the clock before another one moved on; or the clock is
		// another one, since a synctest bubble began or ended. A fresh reading tells.
		if at = now(); int64(at) < w.start.Load() {
			w.restart(word, at)
			return
		}
	}
	number := int64((at - w.origin) / w.width)
	w.drop(number)
	if w.used == 0 || w.newest().number != number {
		w.push(bucket{number: number, floor: word})
	}
	w.floor = w.buckets[w.oldest].floor
}

// restart forgets everything and numbers the buckets from the instant on.
func (w *timeWindow) restart(word uint64, at instant) {
	w.origin, w.used, w.floor, w.inside = at, 0, word, counts{}
	w.push(bucket{floor: word})
}

func (w *timeWindow) push(b bucket) {
	w.used++
	*w.newest() = b
	w.start.Store(int64(w.origin + instant(b.number)*w.width))
}

func (w *timeWindow) newest() *bucket {
	return &w.buckets[(w.oldest+w.used-1)%len(w.buckets)]
}

// drop removes the buckets that have left the window when the one with the given
// number is under way.
func (w *timeWindow) drop(number int64) {
	for w.used > 0 && w.buckets[w.oldest].number <= number-int64(len(w.buckets)) {
		w.inside = w.inside.minus(w.buckets[w.oldest].marked)
		w.oldest = (w.oldest + 1) % len(w.buckets)
		w.used--
	}
}

// expire opens no bucket: the next outcome does, and is judged, so that reading
// changes nothing.
func (w *timeWindow) expire(at instant) {
	if int64(at) < w.start.Load() {
		w.used, w.inside = 0, counts{} // another clock, see advance
	} else {
		w.drop(int64((at - w.origin) / w.width))
	}
	if w.used > 0 {
		w.floor = w.buckets[w.oldest].floor
	} else {
		w.floor = w.word.Load() &^ flags
	}
}

func (w *timeWindow) counts() counts { return w.countsAt(w.word.Load() &^ flags) }

func (w *timeWindow) countsAt(word uint64) counts {
	c := w.inside
	c.calls = (word - w.floor) / oneOutcome
	return c
}
