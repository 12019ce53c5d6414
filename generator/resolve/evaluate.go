package resolve

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// evaluate type-checks an expression as if it stood in one of the package's
// files, the interface's first. It records in info, if given, what the file
// that accepts the expression says about it.
func (r *resolver) evaluate(text string, info *types.Info) (types.TypeAndValue, error) {
	expr, err := parser.ParseExpr(text)
	if err != nil {
		return types.TypeAndValue{}, err
	}
	got, err := r.evaluateExpr(expr, info)
	return got, withPath(text, err)
}

// withPath adds to an error what it means where the expression has an import path,
// which is a division to Go.
func withPath(text string, err error) error {
	if err == nil || !strings.Contains(text, "/") || !strings.HasPrefix(err.Error(), "undefined: ") {
		return err
	}
	return plainError(err.Error() + ": an expression can name only packages that a file of the package imports: give what is meant a name in the package, and write that")
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
			if err := r.seen(tried); err != nil {
				return types.TypeAndValue{}, err
			}
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

// seen is an error if an expression refers to what only tests declare.
func (r *resolver) seen(info *types.Info) error {
	for _, name := range slices.SortedFunc(maps.Keys(info.Uses), func(a, b *ast.Ident) int { return cmp.Compare(a.Pos(), b.Pos()) }) {
		if reason := r.onlyInTests(info.Uses[name]); reason != "" {
			return plainError(reason)
		}
	}
	return nil
}

// A plainError is a compiler's message without a position.
type plainError string

func (e plainError) Error() string { return string(e) }
