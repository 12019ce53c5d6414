// Corpus tries resgen on every exported interface of the standard library and of public modules. It declares each interface
// again in a package of its own, with every policy that applies to its methods, does what diagnostics say, compiles and vets
// the output, and calls every method through a stub. Then it writes the same directives into the sources of the module, where
// outputs meet whatever its packages declare, and compiles that. It fails if anything else fails, if less than 95 percent of the methods
// whose last result is an error are generated, or if a refusal has not been reviewed in refusals.txt.
//
// Arguments are modules to try instead of those in modules.txt: std, or module@version.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	keep := flag.String("keep", "", "keep the generated modules in this `folder`")
	list := flag.Bool("refusals", false, "print every refusal")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *keep, *list, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, keep string, list bool, args []string) error {
	chosen, err := choose(args)
	if err != nil {
		return err
	}
	reviewed, err := reviews(reviewedText)
	if err != nil {
		return err
	}
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	if err := environment(); err != nil {
		return err
	}
	if keep == "" {
		keep, err = os.MkdirTemp("", "corpus")
		if err != nil {
			return err
		}
		defer os.RemoveAll(keep)
	}
	r := &report{out: os.Stdout, reviewed: reviewed, list: list}
	r.header()
	for i, t := range chosen {
		dir := filepath.Join(keep, fmt.Sprintf("m%d", i))
		s, err := newScratch(ctx, dir, root, t)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		tr, err := try(ctx, s, t)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		if t.version != "" {
			if err := tr.insideModule(ctx, s, root); err != nil {
				return fmt.Errorf("%s: %w", t, err)
			}
		}
		r.add(tr)
	}
	return r.finish()
}

// choose returns the targets of the command line, or those of the list.
func choose(args []string) ([]target, error) {
	if len(args) == 0 {
		return targets(modulesText)
	}
	var chosen []target
	for _, arg := range args {
		t, err := parseTarget(arg)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, t)
	}
	return chosen, nil
}
