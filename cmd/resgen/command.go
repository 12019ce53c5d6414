package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/output"
)

// Exit codes.
const (
	exitDone   = 0 // outputs are as they should be
	exitRefuse = 1 // something is wrong with the code; with -check, also stale output
	exitBroken = 2 // the run itself failed, or was asked for wrongly
)

// A command is a run of the program in its surroundings.
type command struct {
	dir         string // the working directory
	goFile      string // $GOFILE, which go generate sets
	out, errOut io.Writer
	// terminal is where a person watches; nil if nobody does.
	terminal io.Writer
}

type flags struct {
	check, json, version bool
	tags                 string
	packages             []string
}

// run does what the arguments say and returns the exit code.
func (c *command) run(ctx context.Context, args []string) int {
	if len(args) > 0 && args[0] == "explain" {
		return c.explain(ctx, args[1:])
	}
	f, err := c.parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		return exitBroken
	case f.version:
		fmt.Fprintln(c.out, "resgen", version())
		return exitDone
	}
	done := c.watch()
	result, err := generator.Generate(ctx, c.options(f))
	done()
	if err != nil {
		fmt.Fprintf(c.errOut, "resgen: %v\n", err)
		return exitBroken
	}
	c.notes(result.Skipped)
	if err := c.diagnose(f, result.Diagnostics); err != nil {
		return exitBroken
	}
	switch {
	case len(result.Diagnostics) > 0:
		return exitRefuse
	case f.check:
		return c.check(f, result.Changes)
	}
	if err := output.Apply(result.Changes); err != nil {
		fmt.Fprintf(c.errOut, "resgen: %v\n", err)
		return exitBroken
	}
	return exitDone
}

// watch shows progress to the person who watches, if one does, until done.
func (c *command) watch() (done func()) {
	if c.terminal == nil {
		return func() {}
	}
	return progress(c.terminal, "loading and checking packages")
}

// options are what the flags ask for. Under go generate, the file that asks for
// the run must be part of the build.
func (c *command) options(f flags) generator.Options {
	opts := generator.Options{Dir: c.dir, Patterns: f.packages, Tags: f.tags}
	if len(f.packages) == 0 {
		opts.File = c.goFile
	}
	return opts
}

// notes says which files with directives the build leaves out.
func (c *command) notes(skipped []load.Skipped) {
	for _, s := range skipped {
		fmt.Fprintf(c.errOut, "resgen: note: %s is skipped: %s\n", diagnostic.RelativePath(s.File, c.dir), s.Reason)
	}
}

// diagnose prints what is wrong with the code, for people or for programs.
func (c *command) diagnose(f flags, list diagnostic.List) error {
	if f.json {
		return list.WriteJSON(c.out, c.dir)
	}
	return list.WriteText(c.errOut, c.dir)
}

// check prints what a run would change, unless a program reads the output.
func (c *command) check(f flags, changes []output.Change) int {
	if len(changes) == 0 {
		return exitDone
	}
	if !f.json {
		if err := output.WriteDiff(c.out, c.dir, changes); err != nil {
			fmt.Fprintf(c.errOut, "resgen: %v\n", err)
			return exitBroken
		}
	}
	fmt.Fprintf(c.errOut, "resgen: %s: run resgen to update\n", stale(len(changes)))
	return exitRefuse
}

func stale(files int) string {
	if files == 1 {
		return "1 file is stale"
	}
	return fmt.Sprintf("%d files are stale", files)
}
