package model

import (
	"go/ast"
	"go/types"
)

// A Value is a constant expression or nil.
type Value struct {
	Text string
	// Uses has the objects that the expression's identifiers stand for. Their
	// positions are offsets into Text, counted from 1.
	Uses map[*ast.Ident]types.Object
	// Qualified are the identifiers behind the name of their package.
	Qualified map[*ast.Ident]bool
}
