package runtime

import (
	"bytes"
	"runtime"
	"strconv"
	"time"
)

// A bubble tells the synctest bubbles in which a queue is used one after another
// from each other. Zero is outside of all. A timer must stay in its bubble, and
// never fires once that is gone.
type bubble uint64

// unnamedBubble is a bubble if the Go version does not say which.
const unnamedBubble bubble = 1<<64 - 1

// currentBubble returns the bubble of the calling goroutine. In a bubble it takes
// two microseconds: as all begin at the same time, the header of the goroutine's
// stack trace is all that tells one from the next.
func currentBubble() bubble {
	if !inBubble(time.Now()) {
		return 0
	}
	var trace [128]byte
	header, _, _ := bytes.Cut(trace[:runtime.Stack(trace[:], false)], []byte("]:"))
	_, number, _ := bytes.Cut(header, []byte("synctest bubble "))
	if id, err := strconv.ParseUint(string(number), 10, 64); err == nil {
		return bubble(id)
	}
	return unnamedBubble
}

// inBubble reports whether wall was read in a synctest bubble, whose clock has no
// monotonic reading.
func inBubble(wall time.Time) bool { return wall == wall.Round(0) }
