package main

import (
	"fmt"
	"io"
	"time"
)

// progressAfter is how long a run may take without a word.
const progressAfter = time.Second

// clearLine goes back to the beginning of a terminal's line and erases it.
const clearLine = "\r\x1b[K"

// progress tells a person, from the second second on, that the work goes on and
// for how long it has. The returned function ends that and leaves no trace.
func progress(terminal io.Writer, what string) (done func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		start := time.Now()
		tick := time.NewTicker(progressAfter)
		defer tick.Stop()
		said := false
		for {
			select {
			case <-tick.C:
				fmt.Fprintf(terminal, "%sresgen: %s, %v so far", clearLine, what, time.Since(start).Round(time.Second))
				said = true
			case <-stop:
				if said {
					fmt.Fprint(terminal, clearLine)
				}
				return
			}
		}
	}()
	return func() { close(stop); <-stopped }
}
