package gotype_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// module type-checks the packages of a txtar archive: a file's folder is its import path.
type module struct {
	t        *testing.T
	fset     *token.FileSet
	files    map[string][]*ast.File
	packages map[string]*types.Package
	standard types.Importer
}

func newModule(t *testing.T, archive string) *module {
	t.Helper()
	m := &module{
		t: t, fset: token.NewFileSet(),
		files:    map[string][]*ast.File{},
		packages: map[string]*types.Package{},
		standard: importer.Default(),
	}
	for _, file := range txtar.Parse([]byte(archive)).Files {
		m.add(path.Dir(file.Name), file.Name, file.Data)
	}
	return m
}

func (m *module) add(pkg, name string, source any) {
	m.t.Helper()
	file, err := parser.ParseFile(m.fset, name, source, parser.SkipObjectResolution)
	require.NoError(m.t, err)
	m.files[pkg] = append(m.files[pkg], file)
}

func (m *module) Import(path string) (*types.Package, error) {
	if len(m.files[path]) == 0 {
		return m.standard.Import(path)
	}
	if p := m.packages[path]; p != nil {
		return p, nil
	}
	p, err := m.check(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m.packages[path] = p
	return p, nil
}

func (m *module) check(path string) (*types.Package, error) {
	config := types.Config{Importer: m, DisableUnusedImportCheck: true}
	return config.Check(path, m.fset, m.files[path], nil)
}
