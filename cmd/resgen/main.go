// Resgen writes resilient wrappers for interfaces that carry //resilience:
// directives. Run it with -h for its usage.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/go-resgen/resgen/generator/analyzer"
)

func main() {
	if isVet(os.Args[1:]) {
		unitchecker.Main(analyzer.Analyzer)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // paths are printed in full then
	}
	c := command{
		dir:    dir,
		goFile: os.Getenv("GOFILE"),
		out:    os.Stdout,
		errOut: os.Stderr,
	}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		c.terminal = os.Stderr
	}
	code := c.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}
