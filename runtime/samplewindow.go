package runtime

import (
	"sync/atomic"
	"time"
)

// A sampleWindow is what an adaptive limiter has seen of some calls.
type sampleWindow struct {
	calls    int
	failures int
	// latency is the mean of the calls that succeeded; zero if none did.
	latency time.Duration
	// busy says that the limit was at least half used at some time: a limit that
	// nobody comes near has not shown that it could be higher.
	busy bool
}

// samples collects a sampleWindow in one atomic word. From the lowest bit on:
// the sum of latencies in units of 256 ns (41 bits), busy (1), failures (11), calls
// (11). A window has at most maxWindow calls, and a latency counts for maxLatency
// at most, so that no field overflows.
type samples struct{ word atomic.Uint64 }

const (
	maxWindow = 1000

	latencyUnit = 256 * time.Nanosecond
	sumBits     = 41
	maxLatency  = (1<<sumBits - 1) / maxWindow * latencyUnit // nine minutes

	busyBit    = 1 << sumBits
	oneFailure = busyBit << 1
	oneCall    = oneFailure << 11
	countMask  = 1<<11 - 1
)

// windowSize is how many calls a window has under the given limit: four times as
// many as can be under way. Fewer are too few to tell a queue from chance, and
// would see what the limit was before.
func windowSize(limit int) int { return min(max(4*limit, 20), maxWindow) }

// add counts a call. If the window has size calls with it, add returns the window
// and true, and begins the next one.
func (s *samples) add(size int, failed, busy bool, latency time.Duration) (sampleWindow, bool) {
	sample := uint64(oneCall)
	if failed {
		sample += oneFailure
	} else {
		sample += uint64(min(max(latency, 0), maxLatency) / latencyUnit)
	}
	for {
		word := s.word.Load()
		sum := word + sample
		if busy {
			sum |= busyBit
		}
		if int(sum/oneCall) < size {
			if s.word.CompareAndSwap(word, sum) {
				return sampleWindow{}, false
			}
		} else if s.word.CompareAndSwap(word, 0) {
			return unpack(sum), true
		}
	}
}

func unpack(word uint64) sampleWindow {
	w := sampleWindow{
		calls:    int(word / oneCall),
		failures: int(word / oneFailure & countMask),
		busy:     word&busyBit != 0,
	}
	if succeeded := w.calls - w.failures; succeeded > 0 {
		w.latency = time.Duration(word&(busyBit-1)) * latencyUnit / time.Duration(succeeded)
	}
	return w
}
