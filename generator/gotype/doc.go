// Package gotype spells Go types as jennifer code from inside a package, and finds names for a generated file that collide
// with nothing.
//
// It works in two passes over the same types. The first finds out which imports and which names of the package the file
// needs, and which types cannot be spelled at all; only then are names of parameters and variables chosen and the code
// rendered, by the same calls.
package gotype
