package resolve

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/go-resgen/resgen/generator/diagnostic"
)

// brokenImport reports the imports without which the declaration of an object, or of a type that it refers to, has no
// meaning. The compiler says nothing about what uses them.
func (r *resolver) brokenImport(object types.Object) bool {
	return r.brokenImportIn(object, map[types.Object]bool{})
}

func (r *resolver) brokenImportIn(object types.Object, seen map[types.Object]bool) bool {
	node := r.declaring(object)
	if node == nil || seen[object] {
		return false
	}
	seen[object] = true
	found := false
	for n := range ast.Preorder(node) {
		name, _ := n.(*ast.Ident)
		switch used := r.pkg.Info.Uses[name].(type) {
		case *types.PkgName:
			found = r.failedImport(used) || found
		case *types.TypeName:
			found = used.Pkg() == r.pkg.Types && r.brokenImportIn(used, seen) || found
		}
	}
	return found
}

// failedImport reports an import that has failed.
func (r *resolver) failedImport(imported *types.PkgName) bool {
	for _, file := range r.pkg.Files {
		if file.Syntax == nil {
			continue
		}
		for _, spec := range file.Syntax.Imports {
			if r.pkg.Info.PkgNameOf(spec) != imported {
				continue
			}
			for _, err := range r.pkg.TypeErrors {
				if spec.Pos() <= err.Pos && err.Pos < spec.End() && !err.Soft {
					r.problem(err.Pos, token.NoPos, diagnostic.CodeBrokenType, err.Msg)
					return true
				}
			}
		}
	}
	return false
}
