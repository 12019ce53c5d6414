package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/diagnostic"
)

const explainUsage = `usage: resgen explain [flags] [packages]
       resgen explain CODE...

Explain prints, for each method that directives protect, its policies in their
order with their numbers, the most attempts and the longest time of a call, and
warnings. For the code of an error it prints what the error means, why it is
one, and an example.

Flags:
%s`

var code = regexp.MustCompile(`^(?i:rg)[0-9]+$`)

// explain does what the arguments after the word explain say, and returns the exit
// code.
func (c *command) explain(ctx context.Context, args []string) int {
	f, err := c.parseExplain(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		return exitBroken
	case len(f.packages) > 0 && code.MatchString(f.packages[0]):
		return c.explainCodes(f.packages)
	}
	done := c.watch()
	explained, err := generator.Explain(ctx, c.options(f))
	done()
	if err != nil {
		fmt.Fprintf(c.errOut, "resgen: %v\n", err)
		return exitBroken
	}
	c.notes(explained.Skipped)
	write := explained.Report.WriteText
	if f.json {
		write = explained.Report.WriteJSON
	}
	if err := errors.Join(write(c.out, c.dir), explained.Diagnostics.WriteText(c.errOut, c.dir)); err != nil {
		return exitBroken
	}
	if len(explained.Diagnostics) > 0 {
		return exitRefuse
	}
	return exitDone
}

// parseExplain reads the arguments. It has said on stderr what it returns as an
// error.
func (c *command) parseExplain(args []string) (flags, error) {
	var f flags
	set := flag.NewFlagSet("resgen explain", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.BoolVar(&f.json, "json", false, "print one JSON object instead of tables")
	set.StringVar(&f.tags, "tags", "", tagsUsage)
	err := parseAll(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(c.out, explainUsage, defaults(set))
	case err != nil:
		fmt.Fprintf(c.errOut, "resgen explain: %v; resgen explain -h lists the flags\n", err)
	}
	f.packages = set.Args()
	return f, err
}

// explainCodes prints the pages of error codes.
func (c *command) explainCodes(codes []string) int {
	for i, code := range codes {
		entry, ok := diagnostic.Lookup(code)
		if !ok {
			fmt.Fprintf(c.errOut, "resgen explain: there is no code %s\n", code)
			return exitBroken
		}
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprint(c.out, entry.Page())
	}
	return exitDone
}
