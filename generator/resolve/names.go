package resolve

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-resgen/resgen/generator/gotype"
	"github.com/go-resgen/resgen/generator/model"
	"github.com/go-resgen/resgen/generator/output"
)

// names chooses the names of the wrapper and its constructor, and reports those
// that the package or another wrapper has already.
func (r *resolver) names(i *model.Interface, name *ast.Ident) {
	i.Wrapper, i.Constructor = "resilient"+capitalized(name.Name), "newResilient"+capitalized(name.Name)
	if ast.IsExported(name.Name) {
		i.Wrapper, i.Constructor = "Resilient"+name.Name, "NewResilient"+name.Name
	}
	// Different letters can have one capital: s and ſ, i and ı.
	if first := r.wrappers[i.Wrapper]; first != nil {
		r.problem(name.Pos(), name.End(), CodeNameTaken, fmt.Sprintf(
			"the wrapper of interface %s needs the name %s, which is that of interface %s at %s: rename one of the two",
			name.Name, i.Wrapper, first.Name, r.where(first.Pos())))
	}
	r.wrappers[i.Wrapper] = name
	for _, declared := range []string{i.Wrapper, i.Constructor} {
		if pos := r.declaration(declared); pos.IsValid() {
			r.problem(name.Pos(), name.End(), CodeNameTaken, fmt.Sprintf(
				"the wrapper of interface %s needs the name %s, which is declared at %s: rename one of the two",
				name.Name, declared, r.where(pos)))
		}
	}
}

// predeclared reports predeclared names that the output needs and the package
// declares anew.
func (r *resolver) predeclared(name *ast.Ident, needed ...string) bool {
	found := false
	for _, need := range needed {
		if object := r.pkg.Types.Scope().Lookup(need); object != nil {
			found = true
			r.problem(name.Pos(), name.End(), CodeNameTaken, fmt.Sprintf(
				"the wrapper of interface %s needs the predeclared %s, and %s declares another: rename that",
				name.Name, need, r.where(object.Pos())))
		}
	}
	return found
}

// declaration returns where the package declares or imports a name, or its tests
// declare it, which take no part in this run but meet the output.
func (r *resolver) declaration(name string) token.Pos {
	if object := r.pkg.Types.Scope().Lookup(name); object != nil {
		return object.Pos()
	}
	for _, file := range r.pkg.Files {
		for _, imported := range r.imports(file) {
			if imported.Name() == name {
				return imported.Pos()
			}
		}
	}
	for _, file := range r.pkg.Excluded {
		if file.Syntax == nil || file.Constraint != "" || !strings.HasSuffix(file.Name, tests) || output.ConstrainedByName(file.Name) {
			continue
		}
		for _, declared := range gotype.Declared(file.Syntax) {
			if declared.Name == name {
				return declared.Pos()
			}
		}
	}
	return token.NoPos
}

// tests is how the names of test files end.
const tests = "_test.go"

// where names a place in another line or file.
func (r *resolver) where(pos token.Pos) string {
	place := r.pkg.Fset.PositionFor(pos, false)
	return fmt.Sprintf("%s:%d", filepath.Base(place.Filename), place.Line)
}

// capitalized makes the first letter upper case, where the script has cases.
func capitalized(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}
