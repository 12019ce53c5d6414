// Package explain says what directives do to calls: for each protected method its
// policies in their order, the most attempts and the longest time of a call, and
// what is worth a second look.
package explain

import (
	"cmp"
	"go/token"

	"github.com/go-resgen/resgen/annotations/worstcase"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/model"
)

// A Report is about the annotated interfaces of some packages.
type Report struct {
	Interfaces []Interface
}

// An Interface is one that has directives.
type Interface struct {
	Package string         // the import path
	Name    string         // with the package's name: "tracking.Client"
	Pos     token.Position // Filename is absolute
	Methods []Method       // the protected ones, in the order of the wrapper
	// Unprotected are the names of the others.
	Unprotected []string
}

// A Method is protected by at least one policy.
type Method struct {
	Name   string
	Pos    token.Position // the interface's, where another package declares the method
	Layers []model.Layer  // outermost first
	Bound  worstcase.Bound
	// Warnings are what the directives allow and nobody is likely to want.
	Warnings []string
}

// Add adds the interfaces of a package.
func (r *Report) Add(pkg *load.Package, files []*model.File) {
	for _, file := range files {
		for _, i := range file.Interfaces {
			r.Interfaces = append(r.Interfaces, about(pkg, i))
		}
	}
}

func about(pkg *load.Package, i *model.Interface) Interface {
	at := func(pos token.Pos) token.Position { return pkg.Fset.PositionFor(pos, false) }
	said := Interface{
		Package: pkg.Path,
		Name:    pkg.Name + "." + i.Object.Name(),
		Pos:     at(i.Object.Pos()),
	}
	for _, m := range i.Methods {
		if !m.Protected() {
			said.Unprotected = append(said.Unprotected, m.Name())
			continue
		}
		method := Method{Name: m.Name(), Pos: said.Pos, Layers: m.Layers(), Bound: m.Bound(), Warnings: warnings(m)}
		if m.Func.Pkg() == pkg.Types {
			method.Pos = at(m.Func.Pos())
		}
		said.Methods = append(said.Methods, method)
	}
	return said
}

// compare orders interfaces by package, then by place.
func compare(a, b Interface) int {
	return cmp.Or(
		cmp.Compare(a.Package, b.Package),
		cmp.Compare(a.Pos.Filename, b.Pos.Filename),
		cmp.Compare(a.Pos.Offset, b.Pos.Offset),
	)
}
