// Package generator writes resilient wrappers for annotated interfaces: it
// loads packages, scans their comments for directives, resolves what those refer
// to, checks that every policy can do what it says, and emits the code. It
// prints nothing and never exits.
package generator

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/output"
	"github.com/go-resgen/resgen/generator/scan"
)

// Options say what to generate code for.
type Options struct {
	// Dir is where relative patterns start; "" is the working directory.
	Dir string
	// Patterns are packages as the go command understands them; none is the one
	// in Dir.
	Patterns []string
	// Tags are build tags, comma-separated.
	Tags string
	// File is the file that asked for the run, as go generate's $GOFILE, "" if
	// none did. A build that excludes it is a diagnostic then.
	File string
}

// A Result is what a run has found out. It has changed nothing yet.
type Result struct {
	// Diagnostics are sorted. If there are any, no file may be changed.
	Diagnostics diagnostic.List
	// Changes are the files that differ from what they should be.
	Changes []output.Change
	// Skipped are files with directives that take no part in the build.
	Skipped []load.Skipped
}

// Generate finds out what the selected packages' output should be. Mistakes in
// the user's code are diagnostics; an error means that the run itself could not
// go on.
func Generate(ctx context.Context, opts Options) (*Result, error) {
	loaded, err := load.Load(ctx, load.Options{Dir: opts.Dir, Patterns: opts.Patterns, Tags: opts.Tags, Select: scan.Select})
	if err != nil {
		return nil, err
	}
	// Selection by source text says yes to some files that have nothing to say.
	loaded.Skipped = slices.DeleteFunc(loaded.Skipped, func(s load.Skipped) bool { return s.Syntax != nil && !scan.SelectSyntax(s.Syntax) })
	run := &run{loading: loaded.Diagnostics, folders: map[string]*folder{}}
	run.diagnostics = append(run.diagnostics, loaded.Diagnostics...)
	run.excluded(opts, loaded.Skipped)
	for _, pkg := range loaded.Packages {
		if err := run.generate(pkg); err != nil {
			return nil, fmt.Errorf("package %s: %w", pkg.Path, err)
		}
	}
	result := &Result{Skipped: loaded.Skipped}
	if len(run.diagnostics) == 0 {
		result.Changes, run.diagnostics, err = output.Plan(run.files, run.orphans())
		if err != nil {
			return nil, err
		}
	}
	result.Diagnostics = run.diagnostics.Sorted()
	return result, nil
}

// A run collects what is to be written and what is wrong.
type run struct {
	files       []output.File
	diagnostics diagnostic.List
	loading     diagnostic.List // those of diagnostics that came with the packages
	folders     map[string]*folder
}

// generate adds the outputs of one package.
func (r *run) generate(pkg *load.Package) error {
	r.visit(pkg)
	if pkg.Types == nil {
		return nil
	}
	targets, problems, err := targets(pkg, r.unreadable(pkg))
	for _, p := range problems {
		r.diagnostics = append(r.diagnostics, toDiagnostic(pkg, p))
	}
	for _, t := range targets {
		r.files = append(r.files, t.File)
	}
	return err
}

// unreadable reports whether a file of the package's folder could not be loaded.
func (r *run) unreadable(pkg *load.Package) bool {
	return slices.ContainsFunc(r.loading, func(d diagnostic.Diagnostic) bool {
		return filepath.Dir(d.Pos.Filename) == pkg.Dir
	})
}

// toDiagnostic gives a problem its place in the user's files.
func toDiagnostic(pkg *load.Package, p annotations.Problem) diagnostic.Diagnostic {
	d := diagnostic.New(pkg.Fset, p.Pos, p.End, p.Code, "%s", p.Message)
	if p.Replacement == "" {
		return d
	}
	return d.WithReplacement(diagnostic.Brief("write "+p.Replacement), p.Replacement)
}
