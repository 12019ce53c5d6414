package gotype

import (
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// An Import is an import of the generated file.
type Import struct {
	Path string
	Name string // what the file calls it

	declared string // what the package calls itself
}

// Explicit reports whether the import declaration states the name: where it is not the package's own, and where goimports
// would, because the path does not tell.
func (i *Import) Explicit() bool {
	return i.Name != i.declared || i.Name != assumedName(i.Path)
}

// Import makes the generated file import a package and returns what it is called there: what the source file calls it, or
// else name, with a number where that is taken. The same path gets the same name every time.
func (n *Names) Import(path, name string) string {
	if known := n.imports[path]; known != nil {
		return known.Name
	}
	declared := name
	if preferred, ok := n.preferred[path]; ok {
		name = preferred
	}
	name = fresh(name, n.taken)
	n.imports[path] = &Import{Path: path, Name: name, declared: declared}
	n.used[name] = true
	return name
}

// Qual returns an identifier of an imported package, or of the file's own.
func (n *Names) Qual(path, packageName, name string) *jen.Statement {
	if path == n.pkg.Path() {
		n.Use(name)
		return jen.Id(name)
	}
	return jen.Id(n.Import(path, packageName)).Dot(name)
}

// ImportDecl returns the import declaration, in groups that goimports and gofumpt leave as they are; nothing if there are
// no imports.
func (n *Names) ImportDecl() jen.Code {
	var groups [others + 1][]jen.Code
	for _, i := range n.Imports() {
		spec := jen.Lit(i.Path)
		if i.Explicit() {
			spec = jen.Id(i.Name).Lit(i.Path)
		}
		group := n.group(i.Path)
		groups[group] = append(groups[group], spec)
	}
	var specs []jen.Code
	for _, group := range groups {
		if len(specs) > 0 && len(group) > 0 {
			group[0] = jen.Line().Add(group[0])
		}
		specs = append(specs, group...)
	}
	if len(specs) == 0 {
		return jen.Null()
	}
	return jen.Id("import").Custom(jen.Options{Open: "(", Close: ")", Multi: true}, specs...)
}

// The groups of imports, in their order.
const (
	standard = iota
	own      // of a module whose path has no dot
	others
)

// group tells the standard library by the missing dot in the first element, as goimports does, except for modules without
// one, as far as that shows: the package's own. Those gofumpt wants apart from the standard library, and goimports from others.
func (n *Names) group(importPath string) int {
	first, _, _ := strings.Cut(importPath, "/")
	this, _, _ := strings.Cut(n.pkg.Path(), "/")
	switch {
	case strings.Contains(first, "."):
		return others
	case first == this:
		return own
	default:
		return standard
	}
}

// assumedName is the name that goimports takes a package to have that it has not looked at. It is the rule of
// golang.org/x/tools/internal/imports.ImportPathToAssumedName.
func assumedName(importPath string) string {
	base := path.Base(importPath)
	if strings.HasPrefix(base, "v") {
		if _, err := strconv.Atoi(base[1:]); err == nil {
			if dir := path.Dir(importPath); dir != "." {
				base = path.Base(dir)
			}
		}
	}
	base = strings.TrimPrefix(base, "go-")
	if i := strings.IndexFunc(base, notIdentifier); i >= 0 {
		base = base[:i]
	}
	return base
}

func notIdentifier(r rune) bool {
	return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}
