package load

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/go-resgen/resgen/generator/diagnostic"
)

// A Result is what a run works on.
type Result struct {
	Packages    []*Package // ordered by path, a package before its external tests
	Skipped     []Skipped  // ordered by file
	Diagnostics diagnostic.List
}

// Skipped is a selected file that takes no part in the build, or an empty file.
type Skipped struct {
	File   string    // absolute
	Reason string    // "excluded by //go:build windows"
	Syntax *ast.File // nil if the file is empty or does not parse
}

// A Package is a root package, or the external tests of one. It includes its own test files when a test file of its
// folder is selected.
type Package struct {
	Path    string // import path; that of external tests ends in "_test"
	Name    string
	Dir     string // absolute
	ForTest bool   // whether test files are included

	Fset     *token.FileSet
	Files    []*File // what is compiled, ordered by name
	Excluded []*File // the other files of the folder that declare this package: their names are taken too

	// The following are nil when no file of the folder is selected; File.Syntax is too.
	Types      *types.Package
	Info       *types.Info // Types, Defs, Uses and Implicits, none of them from inside function bodies
	TypeErrors []types.Error

	loader   *loader
	selected bool
	base     *Package // of external tests: the package under test if it includes test files
}

// A File is one Go file of a package.
type File struct {
	Name       string    // absolute
	Source     []byte    // as read from disk
	Syntax     *ast.File // function bodies blank, comments kept
	Constraint string    // as a //go:build line, with what +build lines or an import of C imply; "" if it has none
	Output     bool      // written by this generator: Syntax is its package clause alone

	selected    bool
	syntaxError error
}
