package gotype

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
)

// Names is the taken-set of one generated file: who may be called what in it.
type Names struct {
	pkg       *types.Package
	scope     map[string]bool    // what the package declares, in any file, and what the generated file declares
	preferred map[string]string  // import path -> the name that the source file gives it
	imports   map[string]*Import // by path
	used      map[string]bool    // file-level names that the generated file refers to
}

// NewNames returns the names of a file to be generated in pkg, which declares names. The names of the package's files that
// this build excludes count too: they meet the generated file's imports in other builds.
func NewNames(pkg *types.Package, excluded ...*ast.File) *Names {
	n := &Names{
		pkg:       pkg,
		scope:     map[string]bool{"_": true, "init": true, "main": true, "C": true},
		preferred: map[string]string{},
		imports:   map[string]*Import{},
		used:      map[string]bool{},
	}
	for _, name := range pkg.Scope().Names() {
		n.scope[name] = true
	}
	for _, file := range excluded {
		for _, name := range Declared(file) {
			n.scope[name.Name] = true
		}
	}
	return n
}

// Declared are the names that a file declares in its package's scope.
func Declared(file *ast.File) []*ast.Ident {
	var names []*ast.Ident
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				names = append(names, decl.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name)
				case *ast.ValueSpec:
					names = append(names, spec.Names...)
				}
			}
		}
	}
	return names
}

// Follow makes the generated file call imports what the source file calls them, where it can.
func (n *Names) Follow(source *ast.File) {
	for _, spec := range source.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err == nil && spec.Name != nil && spec.Name.Name != "_" && spec.Name.Name != "." {
			n.preferred[path] = spec.Name.Name
		}
	}
}

// Declare notes names that the generated file declares at top level.
func (n *Names) Declare(names ...string) {
	for _, name := range names {
		n.scope[name] = true
		n.used[name] = true
	}
}

// Use notes names of the package that the generated file refers to.
func (n *Names) Use(names ...string) {
	for _, name := range names {
		n.used[name] = true
	}
}

// Shadows reports whether the package declares a predeclared name anew, so that the generated file cannot mean the
// predeclared one.
func (n *Names) Shadows(predeclared string) bool {
	return n.pkg.Scope().Lookup(predeclared) != nil
}

// taken reports whether a new file-level name would meet another.
func (n *Names) taken(name string) bool {
	return n.scope[name] || n.used[name] || reserved(name)
}

// reserved reports whether a name has a meaning in every Go file.
func reserved(name string) bool {
	return token.IsKeyword(name) || types.Universe.Lookup(name) != nil
}

// Local returns the names of one function or method of the generated file. Imports and uses of names must have been noted
// before it hands any out. Type parameters are those in scope, under the names that the Writer gave them.
func (n *Names) Local(typeParams ...string) *Local {
	l := &Local{file: n, taken: map[string]bool{"_": true}}
	for _, name := range typeParams {
		l.taken[name] = true
	}
	return l
}

// Local hands out names that are distinct inside one function.
type Local struct {
	file  *Names
	taken map[string]bool
}

// Clone returns a copy that knows the same names, for a scope inside this one.
func (l *Local) Clone() *Local {
	return &Local{file: l.file, taken: maps.Clone(l.taken)}
}

// Param returns the name for a parameter that the user called name: the same, unless it is missing or would hide
// something that the generated file refers to; then base with a number where needed.
func (l *Local) Param(name, base string) string {
	switch {
	case name == "" || name == "_":
		return l.Fresh(base)
	case l.taken[name] || l.file.used[name] || reserved(name):
		return l.Fresh(name)
	default:
		l.taken[name] = true
		return name
	}
}

// Reserve keeps names from being handed out.
func (l *Local) Reserve(names ...string) {
	for _, name := range names {
		l.taken[name] = true
	}
}

// Fresh returns base, base2, base3 ..., the first that means nothing yet in this function, the file or the package.
func (l *Local) Fresh(base string) string {
	name := fresh(base, func(name string) bool { return l.taken[name] || l.file.taken(name) })
	l.taken[name] = true
	return name
}

func fresh(base string, taken func(string) bool) string {
	name := base
	for i := 2; taken(name); i++ {
		name = base + strconv.Itoa(i)
	}
	return name
}

// Imports returns what the generated file imports so far, ordered by path.
func (n *Names) Imports() []*Import {
	return slices.SortedFunc(maps.Values(n.imports), func(a, b *Import) int {
		if a.Path < b.Path {
			return -1
		}
		return 1
	})
}
