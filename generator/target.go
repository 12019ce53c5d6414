package generator

import (
	"fmt"
	"go/types"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/emit"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/model"
	"github.com/go-resgen/resgen/generator/output"
	"github.com/go-resgen/resgen/generator/resolve"
	"github.com/go-resgen/resgen/generator/scan"
)

// A Target is an output as it should be, and the interfaces that it is for.
type Target struct {
	output.File
	Interfaces []*types.TypeName
}

// Targets returns the outputs of a loaded package, or what is wrong with its directives.
func Targets(pkg *load.Package) ([]Target, []annotations.Problem, error) {
	return targets(pkg, false)
}

// targets looks only at the text of directives if a file of the package could not be read: what is wrong with types follows
// from that.
func targets(pkg *load.Package, unreadable bool) ([]Target, []annotations.Problem, error) {
	resolved, problems := understand(pkg, unreadable)
	if len(problems) > 0 {
		return nil, problems, nil
	}
	var all []Target
	for _, file := range resolved {
		code, err := emit.File(pkg, file)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file.Source.Name, err)
		}
		content, err := output.Source(file.Source.Constraint, code)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file.Source.Name, err)
		}
		target := Target{File: output.File{Name: output.Name(file.Source.Name), Content: content}}
		for _, i := range file.Interfaces {
			target.Interfaces = append(target.Interfaces, i.Object)
		}
		all = append(all, target)
	}
	return all, nil, nil
}

// understand returns what the package's directives mean, or what is wrong with them.
func understand(pkg *load.Package, unreadable bool) ([]*model.File, []annotations.Problem) {
	scanned, problems := scan.Package(pkg)
	if unreadable {
		scanned = nil
	}
	resolved, more := resolve.Package(pkg, scanned)
	problems = append(problems, more...)
	for i, p := range problems {
		problems[i].Message = diagnostic.Brief(p.Message)
	}
	return resolved, problems
}
