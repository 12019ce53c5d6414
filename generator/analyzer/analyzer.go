// Package analyzer makes the generator's checks available to go vet, golangci-lint and whatever else runs analyzers of
// golang.org/x/tools/go/analysis. It also reports outputs that are not what the generator would write.
package analyzer

import (
	"context"
	"go/ast"
	"go/types"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/output"
	"github.com/go-resgen/resgen/generator/scan"
)

// Analyzer reports mistakes in directives, and outputs that are stale, missing or no longer asked for. The category of a
// diagnostic is its code.
var Analyzer = &analysis.Analyzer{
	Name: "resgen",
	Doc: `check //resilience: directives and the code generated for them

The checks are those of the resgen command, with suggested fixes for misspelt
names and for comments that are almost directives. If there is nothing to
complain about, what is beside each source file is compared with what resgen
would write there.`,
	URL:              "https://pkg.go.dev/github.com/go-resgen/resgen/generator/analyzer",
	RunDespiteErrors: true, // code that uses a missing output does not compile
	Run:              run,
}

func run(pass *analysis.Pass) (any, error) {
	if !slices.ContainsFunc(pass.Files, concerned) {
		return nil, nil
	}
	unit := &load.Unit{
		Path:     pass.Pkg.Path(),
		Fset:     pass.Fset,
		Files:    pass.Files,
		ReadFile: func(name string) ([]byte, error) { return read(pass, name) },
		Select:   scan.Select,
		Imported: func(spec *ast.ImportSpec) *types.Package {
			if name := pass.TypesInfo.PkgNameOf(spec); name != nil {
				return name.Imported()
			}
			return nil
		},
	}
	pkg, err := unit.Package(context.Background())
	if err != nil {
		return nil, err
	}
	targets, problems, err := generator.Targets(pkg)
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		for _, p := range problems {
			pass.Report(diagnose(p))
		}
		return nil, nil
	}
	r := &reporter{pass: pass, pkg: pkg}
	return nil, r.outputs(targets)
}

// read asks the driver, which may know unsaved content, and then the disk: drivers give only what the build takes, but names
// that other files of the folder declare are taken too.
func read(pass *analysis.Pass, name string) ([]byte, error) {
	content, err := pass.ReadFile(name)
	if err != nil {
		return os.ReadFile(name)
	}
	return content, nil
}

// concerned reports whether a file may have directives or be an output. It reads nothing, so that packages without either
// cost next to nothing.
func concerned(file *ast.File) bool {
	isOutput := len(file.Comments) > 0 && file.Comments[0].List[0].Text == output.Header
	return isOutput || scan.SelectSyntax(file)
}
