package resolve

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
)

// evaluate type-checks an expression as if it stood in one of the package's
// files, the interface's first. It records in info, if given, what the file
// that accepts the expression says about it.
func (r *resolver) evaluate(text string, info *types.Info) (types.TypeAndValue, error) {
	expr, err := parser.ParseExpr(text)
	if err != nil {
		return types.TypeAndValue{}, err
	}
	return r.evaluateExpr(expr, info)
}

func (r *resolver) evaluateExpr(expr ast.Expr, info *types.Info) (types.TypeAndValue, error) {
	var first error
	for _, file := range r.files() {
		if file.Syntax == nil {
			continue
		}
		tried := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		// Behind the package clause only the file's imports and the package are in scope.
		err := types.CheckExpr(token.NewFileSet(), r.pkg.Types, file.Syntax.Name.End(), expr, tried)
		if err == nil {
			if info != nil {
				*info = *tried
			}
			return tried.Types[expr], nil
		}
		if first == nil {
			first = err
		}
	}
	if said, ok := first.(types.Error); ok {
		return types.TypeAndValue{}, plainError(said.Msg)
	}
	return types.TypeAndValue{}, first
}

// A plainError is a compiler's message without a position.
type plainError string

func (e plainError) Error() string { return string(e) }
