package runtime

import "time"

// base is the origin of the package's clock. time.Since of a fixed time reads
// the monotonic clock alone and costs half of time.Now.
var base = time.Now()

// instant is a reading of the monotonic clock, counted from base. Readings are
// compared by subtraction only: inside a synctest bubble they lie in another
// era than outside it.
type instant = time.Duration

// now reads the clock, for over 20 ns: callers on the path of every call read
// it at most twice an attempt, and hand the reading on.
func now() instant { return time.Since(base) }
