package load

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Unit is a package that another driver has loaded, such as go vet or an editor. Its syntax is read, never changed.
type Unit struct {
	Path     string // import path
	Fset     *token.FileSet
	Files    []*ast.File                               // what is compiled, with comments
	Imported func(spec *ast.ImportSpec) *types.Package // nil where the import failed
	ReadFile func(name string) ([]byte, error)
	Select   func(source []byte) bool // as in Options
}

// Package makes of the unit what Load makes of the same package: without function bodies and outputs, and without test
// files if none of them is selected. It takes the unit's imports; what else directives name comes from the go command.
func (u *Unit) Package(ctx context.Context) (*Package, error) {
	parsed := u.parsed()
	if len(parsed) == 0 {
		return nil, fmt.Errorf("package %s has no Go files", u.Path)
	}
	path, _, _ := strings.Cut(u.Path, " ") // "p [p.test]" is p with its tests
	p := &Package{Path: path, Fset: u.Fset, Dir: filepath.Dir(parsed[0].name), selected: true}
	l, err := newLoader(ctx, Options{Dir: p.Dir, Select: u.Select})
	if err != nil {
		return nil, err
	}
	l.fset, l.files.open, p.loader = u.Fset, u.ReadFile, l
	u.seed(l)

	var included []string
	for _, file := range parsed {
		included = append(included, file.name)
		l.files.take(file.name, file.syntax)
	}
	all := goFiles(p.Dir)
	if !slices.ContainsFunc(included, l.isTestOfInterest) {
		included = slices.DeleteFunc(included, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	}
	excluded := slices.DeleteFunc(all, func(name string) bool { return slices.Contains(included, name) })
	slices.Sort(included)
	p.Files, p.Excluded = l.files.parse(l.fset, included), l.files.parse(l.fset, excluded)
	p.Name = nameOf(p.Files, "")
	l.admit(p) // the driver reports what it could not read
	p.check()
	return p, nil
}

// isTestOfInterest reports whether a file is a test that has directives or is an output.
func (l *loader) isTestOfInterest(name string) bool {
	file, _ := l.files.read(name)
	return strings.HasSuffix(name, "_test.go") && (file.selected || file.Output)
}

type parsedFile struct {
	name   string
	syntax *ast.File // nil: to be parsed
}

// parsed are the package's files under the names that they have in its folder. Where the driver has what cgo made of a
// file, it is the file itself, which a line comment names. Line comments of the user's own mean nothing.
func (u *Unit) parsed() []parsedFile {
	var files []parsedFile
	for _, syntax := range u.Files {
		name := u.Fset.PositionFor(syntax.Package, false).Filename
		original := u.Fset.PositionFor(syntax.Package, true).Filename
		switch {
		case strings.HasPrefix(filepath.Base(original), "_"): // what cgo adds
		case original != name && filepath.Ext(original) == ".go" && madeByCgo(name):
			files = append(files, parsedFile{name: original})
		default:
			files = append(files, parsedFile{name: name, syntax: syntax})
		}
	}
	return files
}

// madeByCgo reports whether a file is cgo's work, in a folder of the go command, where it has a number for a name, or of go vet.
func madeByCgo(name string) bool {
	return filepath.Ext(name) != ".go" || strings.HasSuffix(name, ".cgo1.go")
}

// seed makes the packages that the unit knows those of the loader. Those that are only partly known may lack what a
// directive asks for. Imports that have failed are asked for again, to learn why.
func (u *Unit) seed(l *loader) {
	var add func(p *types.Package)
	add = func(p *types.Package) {
		if !p.Complete() || l.imported[p.Path()] == p {
			return
		}
		l.imported[p.Path()] = p
		for _, imported := range p.Imports() {
			add(imported)
		}
	}
	var failed []string
	for _, file := range u.Files {
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			if p := u.Imported(spec); p != nil && p.Complete() {
				add(p)
				l.imported[path] = p // vendoring gives it another path of its own
			} else {
				failed = append(failed, path)
			}
		}
	}
	_ = l.fetch(failed) // the checker reports it where the import stands
}
