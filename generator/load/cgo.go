package load

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

// importsC reports whether builds without cgo leave a file out.
func importsC(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool { return spec.Path.Value == `"C"` })
}

// cgoErrors explains the types that the checker leaves invalid without a word: those of C.
func (p *Package) cgoErrors() []types.Error {
	var found []types.Error
	for _, syntax := range syntaxOf(p.Files) {
		if !importsC(syntax) {
			continue
		}
		for node := range ast.Preorder(syntax) {
			selector, ok := node.(*ast.SelectorExpr)
			if !ok {
				continue
			}
			if name, ok := selector.X.(*ast.Ident); ok && p.isC(name) {
				found = append(found, types.Error{
					Fset: p.Fset,
					Pos:  selector.Pos(),
					Msg:  fmt.Sprintf("C.%s has no meaning outside files that import C", selector.Sel.Name),
				})
			}
		}
	}
	return found
}

// isC reports whether an identifier is the import of C.
func (p *Package) isC(name *ast.Ident) bool {
	imported, ok := p.Info.Uses[name].(*types.PkgName)
	return ok && imported.Imported().Path() == "C"
}
