package runtime

import "sync/atomic"

// A mailbox makes what happens to a call at once happen one after the other,
// without a lock: whoever posts a signal while nobody works on the call becomes
// the one who does, and goes on until there are no more signals; everybody else
// leaves theirs and goes away.
//
// Its word has the signals and flags below, and over them the number of the
// call's latest appointment in a timer queue.
type mailbox struct{ word atomic.Uint32 }

// The signals, most urgent first.
const (
	// signalBegin: Start has gone as far as it could.
	signalBegin uint32 = 1 << iota
	// signalDone: the future that the call waits for has completed.
	signalDone
	// signalEnd: the caller has cancelled, or its context has ended.
	signalEnd
	// signalExpired: the time of a policy around the caller has run out.
	signalExpired
	// signalLost: another attempt of the same call has succeeded.
	signalLost
	// signalLimit: a limit of the whole loop of attempts has passed.
	signalLimit
	// signalDue: the attempt's time has run out, or the delay is over.
	signalDue
	// signalReady: the wait for a place is over.
	signalReady

	// flagWorking is set while somebody works on the call.
	flagWorking
	// flagCalling is set while that somebody is in the method or in a fallback,
	// for however long that takes.
	flagCalling

	oneTurn     uint32 = 1 << iota
	everySignal        = flagWorking - 1
)

// post leaves a signal. If it reports true the caller has to work on the call.
func (m *mailbox) post(signal uint32) bool {
	for {
		word := m.word.Load()
		if m.word.CompareAndSwap(word, word|signal|flagWorking) {
			return word&flagWorking == 0
		}
	}
}

// postDue is post of signalDue for one appointment; it does nothing if that is
// not the latest.
func (m *mailbox) postDue(turn uint32) bool {
	for {
		word := m.word.Load()
		if word/oneTurn != turn {
			return false
		}
		if m.word.CompareAndSwap(word, word|signalDue|flagWorking) {
			return word&flagWorking == 0
		}
	}
}

// take returns the most urgent signal. If there is none it returns 0, and the
// work is over, unless the caller holds on to it.
func (m *mailbox) take(hold bool) uint32 {
	for {
		word := m.word.Load()
		signals := word & everySignal
		signal := signals & -signals
		rest := word &^ signal
		if signal == 0 && !hold {
			rest &^= flagWorking
		}
		if m.word.CompareAndSwap(word, rest) {
			return signal
		}
	}
}

// nextTurn returns the number of a new appointment. What the former ones have
// signalled, or still will, is void. To be called by the one who works.
func (m *mailbox) nextTurn() uint32 {
	for {
		word := m.word.Load()
		next := word&^signalDue + oneTurn
		if m.word.CompareAndSwap(word, next) {
			return next / oneTurn
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
