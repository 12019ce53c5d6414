package resolve

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/go-resgen/resgen/generator/model"
)

// names chooses the names of the wrapper and its constructor, and reports those
// that the package has already.
func (r *resolver) names(i *model.Interface, name *ast.Ident) {
	i.Wrapper, i.Constructor = "resilient"+capitalized(name.Name), "newResilient"+capitalized(name.Name)
	if ast.IsExported(name.Name) {
		i.Wrapper, i.Constructor = "Resilient"+name.Name, "NewResilient"+name.Name
	}
	for _, declared := range []string{i.Wrapper, i.Constructor} {
		if pos := r.declaration(declared); pos.IsValid() {
			where := r.pkg.Fset.PositionFor(pos, false)
			r.problem(name.Pos(), name.End(), CodeNameTaken, fmt.Sprintf(
				"the wrapper of interface %s needs the name %s, which is declared at %s:%d: rename one of the two",
				name.Name, declared, filepath.Base(where.Filename), where.Line))
		}
	}
}

// declaration returns where the package declares or imports a name.
func (r *resolver) declaration(name string) token.Pos {
	if object := r.pkg.Types.Scope().Lookup(name); object != nil {
		return object.Pos()
	}
	for _, file := range r.pkg.Files {
		if scope := r.pkg.Info.Scopes[file.Syntax]; scope != nil {
			if object := scope.Lookup(name); object != nil {
				return object.Pos()
			}
		}
	}
	return token.NoPos
}

// capitalized makes the first letter upper case, where the script has cases.
func capitalized(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// quote quotes a name for a message.
func quote(text string) string { return strconv.Quote(text) }
