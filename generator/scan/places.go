package scan

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
)

type placeKind uint8

const (
	detached placeKind = iota
	onInterface
	onMethod
	onEmbedded
	onGroup
	onOther
	endOfLine
	inFunction
)

// A place is what a comment group stands on.
type place struct {
	kind placeKind
	// what names the declaration in messages: "func Dial".
	what  string
	iface *Interface
	meth  *Method
}

// target is the list that a directive at this place goes to; nil if directives
// do not work there.
func (p place) target() *[]*Directive {
	switch p.kind {
	case onInterface:
		return &p.iface.Directives
	case onMethod:
		return &p.meth.Directives
	default:
		return nil
	}
}

// places knows what every comment group of a file stands on.
type places struct {
	groups     map[*ast.CommentGroup]place
	interfaces []*Interface
	// functions are the ranges of function bodies and literals.
	functions []ast.Node
	// starts are where declarations and fields begin and lists of fields end, for
	// the messages about detached comments.
	starts []start
}

// A start is a place in the file; what names the interface or method that begins
// there, "" for anything else.
type start struct {
	pos  token.Pos
	what string
}

func findPlaces(file *ast.File) *places {
	p := &places{groups: map[*ast.CommentGroup]place{}}
	p.put(file.Doc, place{kind: onOther, what: "the package clause"})
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.TYPE {
			p.types(d)
		}
	}
	p.starts = append(p.starts, start{pos: file.Package})
	ast.Inspect(file, p.visit)
	slices.SortStableFunc(p.starts, func(a, b start) int { return cmp.Compare(a.pos, b.pos) })
	return p
}

// of returns what the group stands on.
func (p *places) of(group *ast.CommentGroup) place {
	for _, f := range p.functions {
		if f.Pos() <= group.Pos() && group.End() <= f.End() {
			return place{kind: inFunction}
		}
	}
	if at, ok := p.groups[group]; ok {
		return at
	}
	at := place{kind: detached}
	i := slices.IndexFunc(p.starts, func(s start) bool { return s.pos > group.End() })
	if i >= 0 {
		at.what = p.starts[i].what
	}
	return at
}

// put records the place of a group, unless an outer node has done so.
func (p *places) put(group *ast.CommentGroup, at place) {
	if group == nil {
		return
	}
	if _, ok := p.groups[group]; !ok {
		p.groups[group] = at
	}
}

// types records the type declarations of the file's top level.
func (p *places) types(d *ast.GenDecl) {
	if len(d.Specs) > 1 {
		p.put(d.Doc, place{kind: onGroup})
	}
	for _, spec := range d.Specs {
		spec, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		at := place{kind: onOther, what: "type " + spec.Name.Name}
		if mayBeInterface(spec.Type) {
			i := &Interface{Spec: spec}
			at = place{kind: onInterface, what: "interface " + spec.Name.Name, iface: i}
			p.interfaces = append(p.interfaces, i)
			p.starts = append(p.starts, start{spec.Pos(), at.what})
			p.methods(i)
		}
		p.put(spec.Doc, at)
		p.put(d.Doc, at)
		p.put(spec.Comment, place{kind: endOfLine})
	}
}

// mayBeInterface reports whether a declared type can be an interface: it is
// one, or names a type that is.
func mayBeInterface(expr ast.Expr) bool {
	switch ast.Unparen(expr).(type) {
	case *ast.InterfaceType, *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		return true
	default:
		return false
	}
}

func (p *places) methods(i *Interface) {
	t, ok := ast.Unparen(i.Spec.Type).(*ast.InterfaceType)
	if !ok || t.Methods == nil {
		return
	}
	for _, field := range t.Methods.List {
		p.put(field.Comment, place{kind: endOfLine})
		if len(field.Names) == 0 {
			p.put(field.Doc, place{kind: onEmbedded})
			continue
		}
		m := &Method{Name: field.Names[0], Field: field}
		i.Methods = append(i.Methods, m)
		what := "method " + m.Name.Name
		p.put(field.Doc, place{kind: onMethod, what: what, iface: i, meth: m})
		p.starts = append(p.starts, start{field.Pos(), what})
	}
}

// visit records the places where directives do not work.
func (p *places) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl, *ast.ImportSpec, *ast.ValueSpec, *ast.TypeSpec, *ast.Field:
		p.starts = append(p.starts, start{pos: n.Pos()})
	case *ast.FieldList:
		p.starts = append(p.starts, start{pos: n.Closing})
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		p.put(n.Doc, place{kind: onOther, what: "func " + n.Name.Name})
		if n.Body != nil {
			p.functions = append(p.functions, n.Body)
		}
	case *ast.FuncLit:
		p.functions = append(p.functions, n)
	case *ast.GenDecl:
		p.put(n.Doc, place{kind: onOther, what: declaration(n)})
	case *ast.ImportSpec:
		p.put(n.Doc, place{kind: onOther, what: "an import"})
		p.put(n.Comment, place{kind: endOfLine})
	case *ast.ValueSpec:
		p.put(n.Doc, place{kind: onOther, what: n.Names[0].Name})
		p.put(n.Comment, place{kind: endOfLine})
	case *ast.Field:
		p.put(n.Doc, place{kind: onOther, what: "a field or parameter"})
		p.put(n.Comment, place{kind: endOfLine})
	}
	return true
}

// declaration names what d declares.
func declaration(d *ast.GenDecl) string {
	if len(d.Specs) != 1 {
		return "a group of declarations"
	}
	if v, ok := d.Specs[0].(*ast.ValueSpec); ok {
		return d.Tok.String() + " " + v.Names[0].Name
	}
	return "an import"
}
