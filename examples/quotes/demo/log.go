package main

import (
	"log/slog"

	"github.com/go-resgen/resgen/examples/internal/narrate"
)

// logHandler is a program's usual handler of logs, but for the time, which the
// narrator prints.
func logHandler(n *narrate.Narrator) slog.Handler {
	return slog.NewTextHandler(logWriter{n}, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})
}

// logWriter tells lines of a log.
type logWriter struct{ narrator *narrate.Narrator }

func (w logWriter) Write(line []byte) (int, error) {
	w.narrator.Print("   log      %s", line)
	return len(line), nil
}
