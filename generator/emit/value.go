package emit

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/generator/model"
)

// value writes a constant expression as the directive has it, except for the
// names of packages, which are the output's own.
func (f *file) value(v *model.Value) jen.Code {
	var used []*ast.Ident
	for ident := range v.Uses {
		used = append(used, ident)
	}
	slices.SortFunc(used, func(a, b *ast.Ident) int { return cmp.Compare(b.Pos(), a.Pos()) })
	text := v.Text
	for _, ident := range used {
		name := ident.Name
		switch object := v.Uses[ident].(type) {
		case *types.PkgName:
			name = f.names.Import(object.Imported().Path(), object.Imported().Name())
		default:
			switch {
			case object.Pkg() == nil || v.Qualified[ident]:
			case object.Pkg() == f.pkg.Types:
				f.names.Use(name)
			default: // from a dot import
				name = f.names.Import(object.Pkg().Path(), object.Pkg().Name()) + "." + name
			}
		}
		start := int(ident.Pos()) - 1 // a parsed expression begins at 1
		text = text[:start] + name + text[start+len(ident.Name):]
	}
	return jen.Id(text)
}
