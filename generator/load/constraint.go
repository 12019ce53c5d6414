package load

import (
	"go/ast"
	"go/build/constraint"
)

// constraintOf returns the //go:build line for what decides, beside a file's name, which builds take it: "" if nothing does.
func constraintOf(file *ast.File) string {
	line, written := writtenConstraint(file)
	cgo := &constraint.TagExpr{Tag: "cgo"}
	switch {
	case !importsC(file) || written != nil && requires(written, cgo.Tag):
		return line
	case written == nil:
		return goBuild(cgo)
	default:
		return goBuild(&constraint.AndExpr{X: written, Y: cgo})
	}
}

func goBuild(expr constraint.Expr) string { return "//go:build " + expr.String() }

// writtenConstraint returns the //go:build line above the package clause, or what the older +build lines mean where there
// is none.
func writtenConstraint(file *ast.File) (string, constraint.Expr) {
	var old constraint.Expr
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if comment.Pos() > file.Package {
				break
			}
			expr, err := constraint.Parse(comment.Text)
			switch {
			case err != nil:
			case constraint.IsGoBuild(comment.Text):
				return comment.Text, expr
			case group == file.Doc: // a blank line must follow +build
			case old == nil:
				old = expr
			default:
				old = &constraint.AndExpr{X: old, Y: expr}
			}
		}
	}
	if old == nil {
		return "", nil
	}
	return goBuild(old), old
}

// requires reports whether no build without the tag satisfies an expression.
func requires(expr constraint.Expr, tag string) bool {
	switch expr := expr.(type) {
	case *constraint.TagExpr:
		return expr.Tag == tag
	case *constraint.AndExpr:
		return requires(expr.X, tag) || requires(expr.Y, tag)
	case *constraint.OrExpr:
		return requires(expr.X, tag) && requires(expr.Y, tag)
	default:
		return false
	}
}
