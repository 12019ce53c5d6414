package runtime

import "sync/atomic"

// A mailbox makes what happens to a call at once happen one after the other,
// without a lock: whoever posts a signal while nobody works on the call becomes
// the one who does, and goes on until there are no more signals; everybody else
// leaves theirs and goes away.
//
// Its word has the signals and flags below, and over them a turn: a number that
// tells the call's present appointment in a timer queue from those it has missed.
type mailbox struct{ word atomic.Uint32 }

// The signals, most urgent first.
const (
	// signalDone: the future that the call waits for has completed.
	signalDone uint32 = 1 << iota
	// signalExpired: the time of a policy around the caller has run out. Of a caller
	// who has left, the policies around ask no more: if it is there, it came first.
	signalExpired
	// signalEnd: the caller has cancelled, or its context has ended.
	signalEnd
	// signalLost: another attempt of the same call has succeeded.
	signalLost
	// signalLimit: a limit of the whole loop of attempts has passed.
	signalLimit
	// signalDue: the attempt's time has run out, or the delay is over.
	signalDue
	// signalReady: the wait for a place is over.
	signalReady
	// signalBegin: Start has gone as far as it could. Nobody posts it; whoever
	// makes the call begins with it.
	signalBegin
	// signalAsked: what the call waits for has been asked to cancel. Nobody posts
	// it; whoever has asked goes on with it.
	signalAsked

	// flagIdle is set while nobody works on the call. Whoever makes the call works
	// on it.
	flagIdle
	// flagCalling is set while that somebody is in the method or in a fallback,
	// for however long that takes.
	flagCalling

	oneTurn        uint32 = 1 << iota
	everySignal           = flagIdle - 1
	leavingSignals        = signalEnd | signalExpired | signalLost
)

// post leaves a signal for the one who works on the call. If there is none it
// returns true, and the caller has to work on it, beginning with that signal.
func (m *mailbox) post(signal uint32) bool {
	for {
		word := m.word.Load()
		if m.word.CompareAndSwap(word, delivered(word, signal)) {
			return word&flagIdle != 0
		}
	}
}

// postDue is post of signalDue for an appointment that was made in the given
// turn; it does nothing if another has begun.
func (m *mailbox) postDue(turn uint32) bool {
	for {
		word := m.word.Load()
		if word/oneTurn != turn {
			return false
		}
		if m.word.CompareAndSwap(word, delivered(word, signalDue)) {
			return word&flagIdle != 0
		}
	}
}

// delivered is the word after a signal: whoever finds nobody working takes it along.
func delivered(word, signal uint32) uint32 {
	if word&flagIdle != 0 {
		return word &^ flagIdle
	}
	return word | signal
}

// take returns the most urgent signal. If there is none it returns 0, and the
// work is over, unless the caller holds on to it.
func (m *mailbox) take(hold bool) uint32 {
	for {
		word := m.word.Load()
		signals := word & everySignal
		signal := signals & -signals
		rest := word &^ signal
		switch {
		case signal != 0:
		case hold:
			return 0
		default:
			rest |= flagIdle
		}
		if m.word.CompareAndSwap(word, rest) {
			return signal
		}
	}
}

// leaving returns the most urgent signal that the caller has left, which stays; 0
// if there is none.
func (m *mailbox) leaving() uint32 {
	signals := m.word.Load() & leavingSignals
	return signals & -signals
}

// turn is the number for appointments that are made now.
func (m *mailbox) turn() uint32 { return m.word.Load() / oneTurn }

// nextTurn makes void what the appointments of this turn have signalled, or still
// will. To be called by the one who works.
func (m *mailbox) nextTurn() {
	for {
		word := m.word.Load()
		if m.word.CompareAndSwap(word, word&^signalDue+oneTurn) {
			return
		}
	}
}

// calling marks the time in which the one who works is in the user's code.
func (m *mailbox) calling(is bool) {
	if is {
		m.word.Or(flagCalling)
	} else {
		m.word.And(^flagCalling)
	}
}

// inCall reports whether whoever works on the call is in the user's code.
func (m *mailbox) inCall() bool { return m.word.Load()&flagCalling != 0 }
