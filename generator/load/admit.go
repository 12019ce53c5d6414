package load

import (
	"go/token"
	"slices"

	"github.com/go-resgen/resgen/generator/diagnostic"
)

// admit drops the files that are of no use to the type checker and says why.
func (l *loader) admit(p *Package) diagnostic.List {
	if !p.selected {
		return nil
	}
	var problems diagnostic.List
	p.Files = slices.DeleteFunc(p.Files, func(f *File) bool {
		problem, ok := l.problem(p, f)
		if ok {
			problems = append(problems, problem)
		}
		return !f.declares(p.Name)
	})
	p.Excluded = slices.DeleteFunc(p.Excluded, func(f *File) bool {
		return !f.declares(p.Name)
	})
	return problems
}

// problem is what the user should know about a file of the package.
func (l *loader) problem(p *Package, f *File) (diagnostic.Diagnostic, bool) {
	if _, err := l.files.read(f.Name); err != nil {
		return diagnostic.Diagnostic{
			Pos:     token.Position{Filename: f.Name},
			Code:    diagnostic.CodeUnreadable,
			Message: err.Error(),
		}, true
	}
	if f.syntaxError != nil && !f.Output {
		pos, message := f.firstSyntaxError()
		return diagnostic.Diagnostic{Pos: pos, Code: diagnostic.CodeSyntax, Message: message}, true
	}
	if f.Syntax != nil && !f.declares(p.Name) {
		name := f.Syntax.Name
		return diagnostic.New(p.Fset, name.Pos(), name.End(), diagnostic.CodeSyntax,
			"package %s; the other files of the folder are package %s", name.Name, p.Name), true
	}
	return diagnostic.Diagnostic{}, false
}

// declares reports whether the file can belong to a package of that name, as an output always can: it is written anew.
func (f *File) declares(name string) bool {
	return f.Output || f.Syntax != nil && f.Syntax.Name.Name == name
}
