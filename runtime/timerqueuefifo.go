package runtime

// newTimeoutQueue returns a queue for entries that all wait for the same time.
func newTimeoutQueue() *timerQueue { return &timerQueue{entries: new(timerFIFO)} }

// A timerFIFO is a timerList for entries that are inserted in the order in which
// they are due, almost: readings of the clock overtake each other on their way
// to the lock.
type timerFIFO struct{ head, tail *timerEntry }

func (l *timerFIFO) first() *timerEntry { return l.head }

func (l *timerFIFO) insert(e *timerEntry) {
	e.place = 1
	prev := l.tail
	for prev != nil && prev.due > e.due {
		prev = prev.prev
	}
	e.prev = prev
	e.next = *l.after(prev)
	*l.after(prev) = e
	*l.before(e.next) = e
}

func (l *timerFIFO) remove(e *timerEntry) {
	*l.after(e.prev) = e.next
	*l.before(e.next) = e.prev
	e.prev, e.next, e.place = nil, nil, 0
}

// after returns where e's successor is noted, nil being the start of the list.
func (l *timerFIFO) after(e *timerEntry) **timerEntry {
	if e == nil {
		return &l.head
	}
	return &e.next
}

// before returns where e's predecessor is noted, nil being the end of the list.
func (l *timerFIFO) before(e *timerEntry) **timerEntry {
	if e == nil {
		return &l.tail
	}
	return &e.prev
}
