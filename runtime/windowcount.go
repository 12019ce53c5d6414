package runtime

import (
	"math/bits"
	"sync/atomic"
)

// A countWindow holds the last size outcomes exactly. Their marks lie in a ring
// of bits, two an outcome. Slots outside the window are clean, so a quick success
// that pushes out another one changes nothing but the position.
type countWindow struct {
	ledger
	size uint64 // in units of oneOutcome
	mask uint64 // of slots; the ring is a power of two long
	ring []atomic.Uint64
}

// marksPerWord is how many outcomes' marks one word of the ring has.
const marksPerWord = 32

func newCountWindow(size uint64, limits limits, word uint64) *countWindow {
	slots := max(marksPerWord, uint64(1)<<bits.Len64(size-1))
	w := &countWindow{
		size: size * oneOutcome,
		mask: slots - 1,
		ring: make([]atomic.Uint64, slots/marksPerWord),
	}
	w.init(limits, word)
	return w
}

func (w *countWindow) succeed(instant) bool {
	for {
		word := w.word.Load()
		if word&(flagBusy|flagWatch) != 0 {
			return false
		}
		if word&flagMarked != 0 && w.mark(word-w.size) != 0 {
			return false // it changes what is inside
		}
		if w.word.CompareAndSwap(word, word+oneOutcome) {
			return true
		}
	}
}

func (w *countWindow) record(m mark, _ instant) (crossed, reached rates) {
	word := w.freeze()
	if old := w.mark(word - w.size); old != 0 {
		w.flip(word-w.size, old)
		var leaving counts
		leaving.add(old)
		w.inside = w.inside.minus(leaving)
	}
	w.flip(word, m)
	w.note(m)
	word += oneOutcome
	return w.thaw(word, w.countsAt(word))
}

// expire does nothing: outcomes do not age here.
func (w *countWindow) expire(instant) {}

func (w *countWindow) counts() counts { return w.countsAt(w.word.Load() &^ flags) }

func (w *countWindow) countsAt(word uint64) counts {
	c := w.inside
	c.calls = min(word-w.first, w.size) / oneOutcome
	return c
}

// mark returns the mark of the outcome that moved the ledger on from word.
func (w *countWindow) mark(word uint64) mark {
	slot := word / oneOutcome & w.mask
	return mark(w.ring[slot/marksPerWord].Load()>>(slot%marksPerWord*2)) & (markFailed | markSlow)
}

// flip inverts the bits of m in that outcome's slot.
func (w *countWindow) flip(word uint64, m mark) {
	slot := word / oneOutcome & w.mask
	cell := &w.ring[slot/marksPerWord]
	cell.Store(cell.Load() ^ uint64(m)<<(slot%marksPerWord*2))
}
