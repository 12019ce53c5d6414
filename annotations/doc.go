// Package annotations is the vocabulary of resgen's directives: which exist,
// which keys they take, what a key's values mean, what its default and bounds
// are. The generator reads directives with it, the runtime reads overrides with
// it, and the reference in docs/directives.md is rendered from it, so that the
// three cannot disagree.
//
// The vocabulary is data. A directive is one file of this package and one line
// in vocabulary.go; a key is one literal in its directive's file.
//
// What the functions here return from the vocabulary is shared: read it, do not
// change it.
package annotations

//go:generate go run ../internal/reference/update ..
