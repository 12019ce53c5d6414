// Package scan finds resgen's directives in the comments of a file, and tells
// which interface or method each belongs to. Directives in other places, and
// comments that look like directives and are none, become problems.
package scan

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/load"
)

// An Interface is a type declaration with directives, on itself or on a method
// that it declares.
type Interface struct {
	Spec       *ast.TypeSpec
	Directives []*Directive
	// Methods are the declared methods in source order, without those of
	// embedded interfaces. A type that names another interface has none.
	Methods []*Method
	// Faulty says that there was a directive that means nothing.
	Faulty bool
}

// A Method is a method that an interface declares itself.
type Method struct {
	Name       *ast.Ident
	Field      *ast.Field
	Directives []*Directive
}

// A Directive stands where directives work.
type Directive struct {
	*annotations.Args
	// Faulty says that problems with it were reported, so that what it lacks
	// needs no further words.
	Faulty bool
}

// Method returns the declared method of that name, or nil.
func (i *Interface) Method(name string) *Method {
	for _, m := range i.Methods {
		if m.Name.Name == name {
			return m
		}
	}
	return nil
}

// annotated reports whether there is any directive at all.
func (i *Interface) annotated() bool {
	if len(i.Directives) > 0 {
		return true
	}
	for _, m := range i.Methods {
		if len(m.Directives) > 0 {
			return true
		}
	}
	return false
}

// AnyFaulty reports whether problems with any of the interface's directives were
// reported.
func (i *Interface) AnyFaulty() bool {
	isFaulty := func(d *Directive) bool { return d.Faulty }
	return i.Faulty || slices.ContainsFunc(i.Directives, isFaulty) ||
		slices.ContainsFunc(i.Methods, func(m *Method) bool { return slices.ContainsFunc(m.Directives, isFaulty) })
}

// A File is a source file with annotated interfaces.
type File struct {
	*load.File
	Interfaces []*Interface // in source order
}

// Package returns the files of a package that have annotated interfaces, and
// every problem with the comments of any file.
func Package(pkg *load.Package) ([]*File, []annotations.Problem) {
	var files []*File
	var problems []annotations.Problem
	for _, file := range pkg.Files {
		if file.Syntax == nil || file.Output {
			continue
		}
		interfaces, found := scanFile(pkg.Fset, file.Syntax, file.Source)
		problems = append(problems, found...)
		if len(interfaces) > 0 {
			files = append(files, &File{File: file, Interfaces: interfaces})
		}
	}
	return files, problems
}

func scanFile(fset *token.FileSet, file *ast.File, source []byte) ([]*Interface, []annotations.Problem) {
	s := &scanner{
		places: findPlaces(file),
		file:   fset.File(file.FileStart),
		source: source,
	}
	for _, group := range file.Comments {
		s.group(group)
	}
	annotated := slices.DeleteFunc(s.places.interfaces, func(i *Interface) bool { return !i.annotated() })
	return annotated, s.problems
}

type scanner struct {
	places   *places
	file     *token.File
	source   []byte
	problems []annotations.Problem
}

// group reads the comments of one group, which all have the same place.
func (s *scanner) group(group *ast.CommentGroup) {
	at := s.places.of(group)
	if s.behindCode(group) {
		at = place{kind: endOfLine}
	}
	for _, comment := range group.List {
		d, ok := ast.ParseDirective(comment.Slash, comment.Text)
		if ok && d.Tool == tool {
			s.directive(d, at)
			continue
		}
		if p, ok := nearMiss(comment, at.target() != nil); ok {
			s.problems = append(s.problems, p)
		} else if at.target() != nil {
			s.problems = append(s.problems, inBlock(s.file, comment)...)
		}
	}
}

// directive parses d and gives it to what it stands on.
func (s *scanner) directive(d ast.Directive, at place) {
	namePos := d.Slash + token.Pos(len("//"+tool+":"))
	args, problems := annotations.Parse(d.Name, namePos, d.Args, d.ArgsPos)
	target := at.target()
	if target == nil {
		// What the directive says matters only once it stands where it works.
		if args != nil || annotations.Lookup(d.Name) != nil {
			problems = []annotations.Problem{at.problem(d)}
		}
		s.problems = append(s.problems, problems...)
		return
	}
	s.problems = append(s.problems, problems...)
	if args == nil {
		at.iface.Faulty = true
		return
	}
	*target = append(*target, &Directive{Args: args, Faulty: len(problems) > 0})
	if wrong := checkPlacement(args, at, *target); len(wrong) > 0 {
		s.problems = append(s.problems, wrong...)
		(*target)[len(*target)-1].Faulty = true
	}
}

// behindCode reports whether code stands before the comment on its line.
func (s *scanner) behindCode(group *ast.CommentGroup) bool {
	for i := s.file.Offset(group.Pos()) - 1; i >= 0 && i < len(s.source); i-- {
		switch s.source[i] {
		case '\n':
			return false
		case ' ', '\t', '\r':
		default:
			// A byte order mark may precede the first comment.
			return i >= len("\uFEFF")
		}
	}
	return false
}
