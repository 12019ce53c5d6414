package generator_test

import (
	"errors"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
	"pgregory.net/rapid"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/scan"
)

// For any package whatever, the generator writes code that compiles, or says what is wrong. More cases than the quick tests
// try: go test ./generator -run Random -rapid.checks=20000.
func TestRandomInterfacesAreGeneratedOrRefused(t *testing.T) {
	imports := importable(t)
	tried, generated := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		source := drawSource(t)
		for range 4 {
			p := parse(t, imports, source.text())
			targets, problems := p.generate(t)
			if len(problems) == 0 {
				if len(targets) > 0 && p.requireCompiles(t, targets) {
					generated++
				}
				return
			}
			for _, problem := range problems {
				source.heed(p.interfaceAt(problem.Pos), problem)
			}
		}
	})
	// A test in which everything is refused would test nothing.
	require.Greater(t, generated, tried/2)
}

func TestRandomDirectivesAreReadOrRefused(t *testing.T) {
	imports := importable(t)
	rapid.Check(t, func(t *rapid.T) {
		p := parse(t, imports, drawDirectives(t))
		if targets, problems := p.generate(t); len(problems) == 0 {
			p.requireCompiles(t, targets)
		}
	})
}

func FuzzRandomInterfaces(f *testing.F) {
	imports := importable(f)
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		p := parse(t, imports, drawSource(t).text())
		if targets, problems := p.generate(t); len(problems) == 0 {
			p.requireCompiles(t, targets)
		}
	}))
}

// importable loads what random packages and their outputs may import, once.
func importable(t testing.TB) map[string]*types.Package {
	t.Helper()
	imports, err := loadImportable()
	require.NoError(t, err)
	return imports
}

var loadImportable = sync.OnceValues(func() (map[string]*types.Package, error) {
	roots := []string{"errors", "github.com/go-resgen/resgen/runtime"}
	for _, imported := range randomImports {
		roots = append(roots, imported.path)
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile,
	}, roots...)
	if err != nil {
		return nil, err
	}
	imports := map[string]*types.Package{"unsafe": types.Unsafe}
	var errs []error
	packages.Visit(loaded, nil, func(p *packages.Package) {
		imports[p.PkgPath] = p.Types
		for _, err := range p.Errors {
			errs = append(errs, err)
		}
	})
	return imports, errors.Join(errs...)
})

// A randomPackage is a package of one file that exists in memory alone.
type randomPackage struct {
	imports map[string]*types.Package
	fset    *token.FileSet
	text    string
	file    *ast.File
}

const (
	randomPath = "example.com/random"
	randomFile = "/nowhere/random/client.go"
)

func parse(t *rapid.T, imports map[string]*types.Package, text string) *randomPackage {
	p := &randomPackage{imports: imports, fset: token.NewFileSet(), text: text}
	var err error
	p.file, err = parser.ParseFile(p.fset, randomFile, text, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err, text)
	return p
}

// generate returns what the generator makes of the package, twice to see that it is the same.
func (p *randomPackage) generate(t *rapid.T) ([]generator.Target, []annotations.Problem) {
	unit := &load.Unit{
		Path:   randomPath,
		Fset:   p.fset,
		Files:  []*ast.File{p.file},
		Select: scan.Select,
		Imported: func(spec *ast.ImportSpec) *types.Package {
			path, _ := strconv.Unquote(spec.Path.Value)
			return p.imports[path]
		},
		ReadFile: func(name string) ([]byte, error) {
			if name == randomFile {
				return []byte(p.text), nil
			}
			return nil, fs.ErrNotExist
		},
	}
	loaded, err := unit.Package(t.Context())
	require.NoError(t, err, p.text)
	targets, problems, err := generator.Targets(loaded)
	require.NoError(t, err, p.text)
	again, _, err := generator.Targets(loaded)
	require.NoError(t, err, p.text)
	for i := range targets {
		require.Equal(t, string(targets[i].Content), string(again[i].Content))
	}
	for _, problem := range problems {
		_, catalogued := diagnostic.Lookup(problem.Code)
		require.True(t, catalogued, problem.Code)
		require.NotEmpty(t, problem.Message)
		require.Equal(t, randomFile, p.fset.Position(problem.Pos).Filename, "%s\n%s", problem.Message, p.text)
	}
	return targets, problems
}

// interfaceAt is the name of the type whose declaration, comments included, is at pos; "" if there is none.
func (p *randomPackage) interfaceAt(pos token.Pos) string {
	for _, decl := range p.file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.TYPE {
			continue
		}
		start := d.Pos()
		if d.Doc != nil {
			start = d.Doc.Pos()
		}
		if start <= pos && pos < d.End() {
			return d.Specs[0].(*ast.TypeSpec).Name.Name
		}
	}
	return ""
}

// requireCompiles checks that the outputs compile with the package, and are formatted. It reports whether there was anything
// to compile: the package may be broken without them.
func (p *randomPackage) requireCompiles(t *rapid.T, targets []generator.Target) bool {
	files := []*ast.File{p.file}
	if p.check(files) != nil {
		return false
	}
	for _, target := range targets {
		file, err := parser.ParseFile(p.fset, target.Name, target.Content, parser.SkipObjectResolution)
		require.NoError(t, err, "%s\n%s", p.text, target.Content)
		files = append(files, file)
		formatted, err := format.Source(target.Content)
		require.NoError(t, err)
		require.Equal(t, string(formatted), string(target.Content))
	}
	for _, target := range targets {
		require.NoError(t, p.check(files), "%s\n%s", p.text, target.Content)
	}
	return true
}

func (p *randomPackage) check(files []*ast.File) error {
	config := types.Config{Importer: p, GoVersion: "go1.26"}
	_, err := config.Check(randomPath, p.fset, files, nil)
	return err
}

// Import makes the package an importer.
func (p *randomPackage) Import(path string) (*types.Package, error) {
	if imported := p.imports[path]; imported != nil {
		return imported, nil
	}
	return nil, errors.New("there is no package " + path)
}
