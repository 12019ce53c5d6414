package runtime

import "container/heap"

// newDelayQueue returns a queue for entries that wait for different times.
func newDelayQueue() *timerQueue { return &timerQueue{entries: new(timerHeap)} }

// A timerHeap is a timerList for entries that come in any order.
type timerHeap struct{ entries entryHeap }

func (l *timerHeap) first() *timerEntry {
	if len(l.entries) == 0 {
		return nil
	}
	return l.entries[0]
}

func (l *timerHeap) insert(e *timerEntry) { heap.Push(&l.entries, e) }

func (l *timerHeap) remove(e *timerEntry) {
	heap.Remove(&l.entries, int(e.place)-1)
	e.place = 0
	l.shrink()
}

// shrink gives back the memory of a crowd that has left.
func (l *timerHeap) shrink() {
	if n := len(l.entries); cap(l.entries) > 64 && n < cap(l.entries)/4 {
		l.entries = append(make(entryHeap, 0, 2*n), l.entries...)
	}
}

// An entryHeap implements heap.Interface.
type entryHeap []*timerEntry

func (h entryHeap) Len() int           { return len(h) }
func (h entryHeap) Less(i, j int) bool { return h[i].due < h[j].due }

func (h entryHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = int32(i+1), int32(j+1)
}

func (h *entryHeap) Push(e any) {
	entry := e.(*timerEntry)
	*h = append(*h, entry)
	entry.place = int32(len(*h))
}

func (h *entryHeap) Pop() any {
	old := *h
	last := len(old) - 1
	e := old[last]
	old[last] = nil
	*h = old[:last]
	return e
}
