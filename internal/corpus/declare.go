package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/generator/gotype"
)

// A folder is a package of the scratch module, in which the interfaces of one package are declared again.
type folder struct {
	dir, path string
	source    string // import path of the package that declares the interfaces
	subjects  []*subject

	lines map[string]lineRange // of the subjects' declarations
}

type lineRange struct{ first, last int }

// live are the subjects that are not refused as a whole.
func (f *folder) live() []*subject {
	var live []*subject
	for _, s := range f.subjects {
		if s.refused == "" {
			live = append(live, s)
		}
	}
	return live
}

// A writer writes a file of a folder.
type writer struct {
	names *gotype.Names
	types *gotype.Writer
}

func (f *folder) writer() *writer {
	names := gotype.NewNames(types.NewPackage(f.path, filepath.Base(f.dir)))
	for i, s := range f.subjects {
		names.Declare(s.object.Name(), stubName(i), "CheckCorpus")
	}
	return &writer{names: names, types: gotype.NewWriter(names)}
}

// write renders declarations twice: names of parameters depend on what the first pass imports.
func (f *folder) write(name string, declarations func(w *writer) []jen.Code) error {
	w := f.writer()
	declarations(w)
	body := declarations(w)
	file := jen.NewFile(filepath.Base(f.dir))
	file.NoFormat = true
	file.Add(w.names.ImportDecl())
	for _, code := range body {
		file.Add(code)
	}
	var text bytes.Buffer
	if err := file.Render(&text); err != nil {
		return fmt.Errorf("%s: %w", f.source, err)
	}
	source, err := format.Source(text.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w", f.source, err)
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.dir, name), source, 0o600)
}

const interfacesFile = "interfaces.go"

// declare writes the interfaces with their directives, and notes where they stand.
func (f *folder) declare() error {
	err := f.write(interfacesFile, func(w *writer) []jen.Code {
		var code []jen.Code
		for i, s := range f.subjects {
			if s.refused == "" {
				code = append(code, w.declaration(i, s)...)
			}
		}
		return code
	})
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, filepath.Join(f.dir, interfacesFile), nil, parser.ParseComments)
	if err != nil {
		return err
	}
	f.lines = map[string]lineRange{}
	for _, decl := range syntax.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.TYPE {
			name := d.Specs[0].(*ast.TypeSpec).Name.Name
			f.lines[name] = lineRange{fset.Position(d.Doc.Pos()).Line, fset.Position(d.End()).Line}
		}
	}
	return nil
}

// subjectAt returns the subject that is declared at a line, or nil.
func (f *folder) subjectAt(line int) *subject {
	for _, s := range f.subjects {
		if r, ok := f.lines[s.object.Name()]; ok && r.first <= line && line <= r.last {
			return s
		}
	}
	return nil
}

// declaration declares an interface that embeds the original, with directives for all methods, and again each method that
// needs one of its own. Functions that answer for methods follow.
func (w *writer) declaration(index int, s *subject) []jen.Code {
	code := []jen.Code{jen.Line()}
	for _, d := range inherited() {
		code = append(code, directive(d))
	}
	var off []string
	for _, m := range s.methods {
		if m.refused != "" {
			off = append(off, m.fn.Name())
		}
	}
	if len(off) > 0 {
		code = append(code, directive("off methods="+strings.Join(off, ",")))
	}
	elements := []jen.Code{w.original(s)}
	var functions []jen.Code
	for i, m := range s.methods {
		own := m.directives()
		if function := w.fallback(index, i, s, m); function != nil {
			own = append(own, fmt.Sprintf("fallback func=%s", fallbackName(index, i)))
			functions = append(functions, jen.Line(), function)
		} else if s.protected(m) && m.fallback(i) == valueFallback {
			own = append(own, "fallback value=nil")
		}
		if len(own) == 0 {
			continue
		}
		again, err := w.types.Signature(jen.Id(m.fn.Name()), m.fn.Signature())
		if err != nil {
			continue // the next diagnostics refuse it
		}
		for _, d := range own {
			elements = append(elements, directive(d))
		}
		elements = append(elements, again)
	}
	declared := jen.Type().Id(s.object.Name()).Add(w.params(s)).Interface(elements...)
	return append(append(code, declared), functions...)
}

func directive(text string) jen.Code { return jen.Comment("//resilience:" + text) }

// inherited are the policies of the interface.
func inherited() []string {
	return []string{
		"retry maxAttempts=2 delay=1ms",
		"circuitbreaker failureRate=100",
		"ratelimit limit=1000000 period=1s",
		"adaptivelimit",
		"timeout 10s",
		"bulkhead",
	}
}

// original is the interface itself as a type.
func (w *writer) original(s *subject) *jen.Statement {
	code := w.names.Qual(s.object.Pkg().Path(), s.object.Pkg().Name(), s.object.Name())
	if s.typeParams != nil {
		code.Types(w.types.TypeArgs(s.typeParams)...)
	}
	return code
}

// params are the type parameters of a declaration. A constraint that cannot be written leaves an error for the compiler.
func (w *writer) params(s *subject) *jen.Statement {
	if s.typeParams == nil {
		return jen.Null()
	}
	w.types.NameTypeParams(s.typeParams)
	codes, err := w.types.TypeParams(s.typeParams)
	if err != nil {
		return jen.Null()
	}
	return jen.Types(codes...)
}

func fallbackName(subject, method int) string { return fmt.Sprintf("fallback%d_%d", subject, method) }

// fallback declares the function that answers for a method, nil if there is none.
func (w *writer) fallback(index, i int, s *subject, m *method) jen.Code {
	kind := m.fallback(i)
	if !s.protected(m) || !m.returnsError() || kind != functionFallback && kind != functionWithError {
		return nil
	}
	var params []jen.Code
	for j := range m.fn.Signature().Params().Len() {
		variadic := kind == functionFallback && m.fn.Signature().Variadic() && j == m.fn.Signature().Params().Len()-1
		code, err := w.types.Param(m.fn.Signature().Params().At(j).Type(), variadic)
		if err != nil {
			return nil
		}
		params = append(params, code)
	}
	if kind == functionWithError {
		params = append(params, jen.Error())
	}
	results, err := w.results(m)
	if err != nil {
		return nil
	}
	return jen.Func().Id(fallbackName(index, i)).Add(w.params(s)).Params(params...).Params(results...).Block(jen.Return())
}

// results names the results, so that a bare return gives zero values.
func (w *writer) results(m *method) ([]jen.Code, error) {
	var results []jen.Code
	for j := range m.fn.Signature().Results().Len() {
		code, err := w.types.Type(m.fn.Signature().Results().At(j).Type())
		if err != nil {
			return nil, err
		}
		results = append(results, jen.Id(fmt.Sprintf("r%d", j)).Add(code))
	}
	return results, nil
}
