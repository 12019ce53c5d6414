package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
)

const usage = `usage: resgen [flags] [packages]
       resgen explain [flags] [packages]
       resgen explain CODE

Resgen writes, for each interface with //resilience: directives in the named
packages, a wrapper that adds the policies which the directives state. Packages
are named as for the go command; the default is the one in the current folder.
The wrappers of client.go are in client_resilient.go, beside it.

Flags:
%s
Examples:
  resgen                    the package in the current folder
  resgen ./...              all packages of the module
  resgen -check ./...       say whether the outputs are up to date, for CI
  resgen explain ./...      say what the directives do to each call: the most
                            attempts, the longest time
  resgen explain RG701      say what an error means and how to mend it
  //go:generate go tool resgen
                            in a Go file: run by go generate

Exit status:
  0  the outputs are up to date
  1  directives or code have mistakes, which are printed as
     file:line:col: CODE: message; nothing was written.
     With -check, also: outputs are stale, and the difference was printed
  2  resgen could not run
`

const tagsUsage = "comma-separated `list` of build tags to consider satisfied"

// parse reads the arguments. It has said on stderr what it returns as an error.
func (c *command) parse(args []string) (flags, error) {
	var f flags
	set := flag.NewFlagSet("resgen", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.BoolVar(&f.check, "check", false, "write nothing; print the difference and exit with 1 if outputs are stale")
	set.BoolVar(&f.json, "json", false, "print mistakes on stdout as a JSON array, and no difference")
	set.StringVar(&f.tags, "tags", "", tagsUsage)
	set.BoolVar(&f.version, "version", false, "print the version and exit")
	err := parseAll(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(c.out, usage, defaults(set))
	case err != nil:
		fmt.Fprintf(c.errOut, "resgen: %v; resgen -h lists the flags\n", err)
	}
	f.packages = set.Args()
	return f, err
}

// parseAll parses the arguments and refuses flags behind the first package, which
// the flag package takes for packages.
func parseAll(set *flag.FlagSet, args []string) error {
	if err := set.Parse(args); err != nil {
		return err
	}
	for _, arg := range set.Args() {
		if strings.HasPrefix(arg, "-") {
			return fmt.Errorf("%s stands behind a package: put flags first", arg)
		}
	}
	return nil
}

// defaults describes the flags, one or two lines each.
func defaults(set *flag.FlagSet) string {
	text := ""
	set.VisitAll(func(f *flag.Flag) {
		name, doc := flag.UnquoteUsage(f)
		if name != "" {
			name = " " + name
		}
		text += fmt.Sprintf("  -%-12s %s\n", f.Name+name, doc)
	})
	return text
}

// version is the module's version, as the go command has recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == modulePath && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

const modulePath = "github.com/go-resgen/resgen"
