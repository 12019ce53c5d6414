package generator

import (
	"context"

	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/explain"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/scan"
)

// An Explanation is what a run has found out about protected methods.
type Explanation struct {
	Report explain.Report
	// Diagnostics are sorted. If there are any, the report leaves out the packages
	// that they are about.
	Diagnostics diagnostic.List
	// Skipped are files with directives that take no part in the build.
	Skipped []load.Skipped
}

// Explain finds out what the directives of the selected packages do to calls. An
// error means that the run itself could not go on.
func Explain(ctx context.Context, opts Options) (*Explanation, error) {
	loaded, err := load.Load(ctx, load.Options{Dir: opts.Dir, Patterns: opts.Patterns, Tags: opts.Tags, Select: scan.Select})
	if err != nil {
		return nil, err
	}
	run := &run{loading: loaded.Diagnostics}
	run.diagnostics = append(run.diagnostics, loaded.Diagnostics...)
	e := &Explanation{Skipped: loaded.Skipped}
	for _, pkg := range loaded.Packages {
		if pkg.Types == nil {
			continue
		}
		files, problems := understand(pkg, run.unreadable(pkg))
		for _, p := range problems {
			run.diagnostics = append(run.diagnostics, toDiagnostic(pkg, p))
		}
		if len(problems) == 0 {
			e.Report.Add(pkg, files)
		}
	}
	e.Diagnostics = run.diagnostics.Sorted()
	return e, nil
}
