package runtime

import "sync/atomic"

// The word of a ledger: the number of recorded outcomes in the upper 61 bits,
// over three flags. At an outcome a nanosecond the number wraps after 73 years,
// out of the top of the word and so into nothing; all arithmetic on it is modulo
// 2^64, and in units of oneOutcome.
const (
	// flagBusy is set while the holder of the breaker's lock changes the ledger,
	// and for good once the window is closed.
	flagBusy = 1 << iota
	// flagWatch makes every outcome take the lock, since a success may change what
	// the breaker has to do: there are fewer outcomes than the minimum, a rate is at
	// its threshold, or the limits are new. Otherwise a success can raise no rate.
	flagWatch
	// flagMarked says that the window holds marked outcomes.
	flagMarked
	oneOutcome

	flags = oneOutcome - 1
)

// A ledger is the part that both kinds of windows share: a sequence lock whose
// sequence is the number of outcomes. An unremarkable outcome is recorded by
// advancing the word from a value without flags. Any other is recorded under the
// breaker's lock and with flagBusy set, so that every compare-and-swap fails that
// began before. All fields but word belong to the holder of the lock.
type ledger struct {
	word   atomic.Uint64
	first  uint64 // the word before the first outcome
	limits limits
	above  rates  // the rates at their thresholds after the last outcome
	inside counts // marked outcomes inside the window; calls is not used
	ever   counts // marked outcomes since the beginning; calls is not used
}

func (l *ledger) init(limits limits, word uint64) {
	l.limits = limits
	l.first = word
	l.word.Store(word | flagWatch)
}

// succeed records an unmarked outcome in a window that holds no others, and has
// no need to look at the clock. It tries once.
func (l *ledger) succeed() bool {
	word := l.word.Load()
	return word&flags == 0 && l.word.CompareAndSwap(word, word+oneOutcome)
}

// freeze keeps succeed from changing the word, and returns it without flags.
func (l *ledger) freeze() uint64 { return l.word.Add(flagBusy) &^ flags }

// note counts an outcome's marks.
func (l *ledger) note(m mark) {
	l.inside.add(m)
	l.ever.add(m)
}

// thaw ends what freeze began. It judges the counts, and sets the word.
func (l *ledger) thaw(word uint64, c counts) (crossed, reached rates) {
	reached = l.limits.reached(c)
	crossed = reached &^ l.above
	l.above = reached
	if reached != 0 || c.calls < l.limits.minCalls {
		word |= flagWatch
	}
	if c.failed|c.slow != 0 {
		word |= flagMarked
	}
	l.word.Store(word)
	return crossed, reached
}

func (l *ledger) recorded() counts {
	c := l.ever
	c.calls = (l.word.Load()&^flags - l.first) / oneOutcome
	return c
}

func (l *ledger) judgeBy(limits limits) {
	l.limits = limits
	l.word.Or(flagWatch)
}

func (l *ledger) close() { l.word.Or(flagBusy) }
