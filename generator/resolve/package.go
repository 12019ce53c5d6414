// Package resolve turns scanned directives into a model: it decides which
// directive is at work on which method, finds out what names in directives refer
// to, and checks that every policy can do what it says on the method it lands on.
package resolve

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/gotype"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/model"
	"github.com/go-resgen/resgen/generator/scan"
)

// Package resolves the annotated interfaces of a package. The model is complete
// only if there are no problems.
func Package(pkg *load.Package, files []*scan.File) ([]*model.File, []annotations.Problem) {
	r := &resolver{
		pkg:        pkg,
		types:      gotype.NewWriter(gotype.NewNames(pkg.Types)),
		references: map[*annotations.Args]map[string][]*model.Ref{},
		defined:    map[instanceKey]*annotations.Args{},
		wrappers:   map[string]*ast.Ident{},
		reported:   map[annotations.Problem]bool{},
	}
	r.define(files)
	var resolved []*model.File
	for _, file := range files {
		r.file = file.File
		out := &model.File{Source: file.File}
		for _, found := range file.Interfaces {
			if i := r.iface(found); i != nil {
				out.Interfaces = append(out.Interfaces, i)
			}
		}
		resolved = append(resolved, out)
	}
	r.sameInstances()
	r.worstCases()
	return resolved, r.problems
}

type resolver struct {
	pkg   *load.Package
	file  *load.File // the one whose interfaces are being resolved
	types *gotype.Writer
	// references are what the names in a directive refer to. A directive on an
	// interface is resolved once for all methods.
	references map[*annotations.Args]map[string][]*model.Ref
	// defined are the directives that define a named instance, the first of each.
	defined map[instanceKey]*annotations.Args
	// definitions are the directives that name their instance.
	definitions []definition
	// limited are the methods with a worstcase directive.
	limited []limited
	// wrappers are the interfaces by the names of their wrappers.
	wrappers map[string]*ast.Ident
	problems []annotations.Problem
	// reports counts problems, also those that were reported before.
	reports int
	// reported keeps what an interface's directive does wrong on each of its
	// methods from being said more than once.
	reported map[annotations.Problem]bool
}

func (r *resolver) report(p annotations.Problem) {
	r.reports++
	if !r.reported[p] {
		r.reported[p] = true
		r.problems = append(r.problems, p)
	}
}

func (r *resolver) problem(pos, end token.Pos, code, message string) {
	r.report(annotations.Problem{Pos: pos, End: end, Code: code, Message: message})
}

// errorType is the predeclared error.
var errorType = types.Universe.Lookup("error").Type()
