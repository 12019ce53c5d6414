package analyzer

import (
	"go/token"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/output"
	"github.com/go-resgen/resgen/generator/scan"
)

type reporter struct {
	pass *analysis.Pass
	pkg  *load.Package
}

// outputs compares what is on disk with the targets.
func (r *reporter) outputs(targets []generator.Target) error {
	var files []output.File
	for _, t := range targets {
		files = append(files, t.File)
	}
	changes, problems, err := output.Plan(files, r.orphans(files))
	if err != nil {
		return err
	}
	for _, p := range problems {
		r.report(r.source(targets, p.Pos.Filename), p.Code, p.Message)
	}
	for _, change := range changes {
		name := filepath.Base(change.Name)
		switch {
		case change.New == nil:
			r.report(r.clause(change.Name), diagnostic.CodeOrphan, name+" is an output that no directive asks for: run resgen, which deletes it")
		case change.Old == nil:
			r.report(r.source(targets, change.Name), diagnostic.CodeStale, name+" is missing: run resgen, which writes it")
		default:
			r.report(r.source(targets, change.Name), diagnostic.CodeStale, name+" is stale: run resgen, which updates it")
		}
	}
	return nil
}

func (r *reporter) report(pos token.Pos, code, message string) {
	r.pass.Report(analysis.Diagnostic{Pos: pos, Category: code, Message: code + ": " + message})
}

// orphans are the outputs that this build compiles and nothing accounts for. Those of other builds are reported there.
func (r *reporter) orphans(written []output.File) []string {
	var outputs, sources []string
	for _, file := range r.pkg.Files {
		if file.Output {
			outputs = append(outputs, file.Name)
		}
	}
	for _, file := range r.pkg.Excluded {
		if !file.Output && scan.Select(file.Source) {
			sources = append(sources, file.Name)
		}
	}
	return output.Orphans(outputs, written, sources)
}

// source is the first interface that the output of that name is for.
func (r *reporter) source(targets []generator.Target, name string) token.Pos {
	i := slices.IndexFunc(targets, func(t generator.Target) bool { return t.Name == name })
	return targets[i].Interfaces[0].Pos()
}

// clause is the package clause of a file of the package.
func (r *reporter) clause(name string) token.Pos {
	i := slices.IndexFunc(r.pkg.Files, func(f *load.File) bool { return f.Name == name })
	return r.pkg.Files[i].Syntax.Package
}
