// Package narrate prints what happens in the examples, for a person to follow.
package narrate

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"time"
)

// A Narrator prints what happens, one line each, as it happens. Its methods may
// be called from several goroutines.
type Narrator struct {
	start time.Time

	mu  sync.Mutex
	out io.Writer
}

// New returns a narrator that prints to out, in time since now.
func New(out io.Writer) *Narrator { return &Narrator{start: time.Now(), out: out} }

// Scene prints a scene's title, and in one line what happens in it.
func (n *Narrator) Scene(number int, title, what string) {
	n.Print("\n%d. %s\n   %s\n", number, strings.ToUpper(title), what)
}

// Say prints a line with the time.
func (n *Narrator) Say(format string, args ...any) {
	n.Print("   %6.3fs  %s\n", time.Since(n.start).Seconds(), fmt.Sprintf(format, args...))
}

// Print prints text as it is.
func (n *Narrator) Print(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	fmt.Fprintf(n.out, format, args...)
}

// Write prints what something else has formatted.
func (n *Narrator) Write(text []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.out.Write(text)
}

// Brief is an error's text without the request that net/http adds.
func Brief(err error) string {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return err.Error()
}
