// Package emit writes the wrappers that a model describes.
package emit

import (
	"bytes"
	"go/ast"
	"go/types"

	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/generator/gotype"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/model"
)

// runtimePath is the package that generated code calls, imported as resilience.
const runtimePath = "github.com/go-resgen/resgen/runtime"

// File writes the wrappers of one source file's interfaces, from the package
// clause on. The text is Go, but not formatted.
func File(pkg *load.Package, source *model.File) ([]byte, error) {
	f := newFile(pkg, source)
	// Names of parameters and variables depend on what the file imports, which
	// is known when all of it has been written once.
	f.declarations(source)
	body := f.declarations(source)
	if f.err != nil {
		return nil, f.err
	}
	out := jen.NewFile(pkg.Name)
	out.NoFormat = true
	out.Add(f.names.ImportDecl())
	for _, line := range body {
		out.Add(line)
	}
	var text bytes.Buffer
	if err := out.Render(&text); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// A file is an output while it is written.
type file struct {
	pkg   *load.Package
	names *gotype.Names
	types *gotype.Writer
	// err is the first type that could not be written. Resolution has refused
	// those of methods.
	err error
}

func newFile(pkg *load.Package, source *model.File) *file {
	var excluded []*ast.File
	for _, file := range pkg.Excluded {
		if file.Syntax != nil {
			excluded = append(excluded, file.Syntax)
		}
	}
	names := gotype.NewNames(pkg.Types, excluded...)
	names.Follow(source.Source.Syntax)
	for _, i := range source.Interfaces {
		names.Declare(i.Wrapper, i.Constructor)
	}
	return &file{pkg: pkg, names: names, types: gotype.NewWriter(names)}
}

func (f *file) declarations(source *model.File) []jen.Code {
	d := &declarations{}
	d.add(jen.Const().Id("_").Op("=").Add(f.runtime("Version1")))
	for _, i := range source.Interfaces {
		f.wrapper(i).declare(d)
	}
	return d.list
}

// declarations are top-level declarations, each after its comment.
type declarations struct{ list []jen.Code }

func (d *declarations) add(code jen.Code) { d.list = append(d.list, jen.Line(), code) }

func (d *declarations) documented(comment string, code jen.Code) {
	d.list = append(d.list, jen.Line(), jen.Comment(comment), code)
}

// runtime writes a name of the runtime package.
func (f *file) runtime(name string) *jen.Statement {
	return f.names.Qual(runtimePath, "resilience", name)
}

// object writes a package-level object.
func (f *file) object(o types.Object) *jen.Statement {
	if o.Pkg() == nil {
		return jen.Id(o.Name())
	}
	return f.names.Qual(o.Pkg().Path(), o.Pkg().Name(), o.Name())
}

// typ writes a type.
func (f *file) typ(t types.Type) *jen.Statement { return f.written(f.types.Type(t)) }

func (f *file) written(code *jen.Statement, err error) *jen.Statement {
	if err != nil && f.err == nil {
		f.err = err
	}
	if code == nil {
		return jen.Null()
	}
	return code
}
