package analyzer_test

import (
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/analyzer"
	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/output"
)

func TestTheAnalyzerReportsWhatTheGeneratorDoes(t *testing.T) {
	dir, patterns := workspace(t, "errors")
	result, err := generator.Generate(t.Context(), generator.Options{Dir: dir, Patterns: patterns})
	require.NoError(t, err)
	var want []string
	for _, d := range result.Diagnostics {
		if inBoth(d.Code) {
			want = append(want, d.Text(dir))
		}
	}
	var got []string
	for _, d := range analyze(t, dir, patterns) {
		if inBoth(d.Code) {
			got = append(got, d.Text(dir))
		}
	}
	assert.Empty(t, string(diff.Diff("generator", text(want), "analyzer", text(got))))
}

func TestTheAnalyzerIsSatisfiedWithFreshOutputs(t *testing.T) {
	dir, patterns := workspace(t, "shapes")
	result, err := generator.Generate(t.Context(), generator.Options{Dir: dir, Patterns: patterns})
	require.NoError(t, err)
	require.Empty(t, result.Diagnostics)
	require.NotEmpty(t, result.Changes)
	require.NoError(t, output.Apply(result.Changes))
	assert.Empty(t, analyze(t, dir, patterns))
}

func text(lines []string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

// inBoth leaves out what the driver reports instead of the analyzer, files that it cannot load, and what only a run
// without other diagnostics gets to.
func inBoth(code string) bool {
	return !slices.Contains([]string{
		diagnostic.CodeSyntax, diagnostic.CodeNoPackage, diagnostic.CodeUnreadable, diagnostic.CodeExcludedFile,
		diagnostic.CodeForeignFile, diagnostic.CodeStale, diagnostic.CodeOrphan,
	}, code)
}

// workspace writes the code of all scripts of a folder into modules of one workspace, and returns patterns for them.
func workspace(t *testing.T, folder string) (dir string, patterns []string) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the go command on many modules")
	}
	t.Setenv("GOFLAGS", "-mod=readonly")
	t.Setenv("GOWORK", "")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	scripts, err := filepath.Glob(filepath.Join(root, "testdata", folder, "*.txtar"))
	require.NoError(t, err)
	work := "go 1.26.0\n\nuse " + root + "\n"
	for _, script := range scripts {
		archive, err := txtar.ParseFile(script)
		require.NoError(t, err)
		name := strings.ToLower(strings.TrimSuffix(filepath.Base(script), ".txtar"))
		if name == "rg601_syntax" {
			continue // drivers do not analyze what does not parse
		}
		mod := txtar.File{Name: "go.mod", Data: fmt.Appendf(nil, "module example.com/%s\n\ngo 1.26.0\n", name)}
		for _, file := range append(archive.Files, mod) {
			full := filepath.Join(dir, name, file.Name)
			require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o700))
			require.NoError(t, os.WriteFile(full, file.Data, 0o600))
		}
		work += "use ./" + name + "\n"
		patterns = append(patterns, "./"+name+"/...")
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.work"), []byte(work), 0o600))
	return dir, patterns
}

// analyze returns what the analyzer reports about packages, which need not compile. As go vet does, it looks at a package
// with its tests, if it has any.
func analyze(t *testing.T, dir string, patterns []string) diagnostic.List {
	t.Helper()
	loaded, err := packages.Load(&packages.Config{
		Context: t.Context(),
		Mode:    packages.LoadSyntax | packages.NeedForTest,
		Dir:     dir,
		Tests:   true,
	}, patterns...)
	require.NoError(t, err)
	withTests := map[string]bool{}
	for _, p := range loaded {
		withTests[p.PkgPath] = withTests[p.PkgPath] || p.ForTest != ""
	}
	loaded = slices.DeleteFunc(loaded, func(p *packages.Package) bool { return p.ForTest == "" && withTests[p.PkgPath] })
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzer.Analyzer}, loaded, nil)
	require.NoError(t, err)
	var found diagnostic.List
	for _, action := range graph.Roots {
		require.NoError(t, action.Err)
		for _, d := range action.Diagnostics {
			message := strings.TrimPrefix(d.Message, d.Category+": ")
			found = append(found, diagnostic.New(loaded[0].Fset, d.Pos, token.NoPos, d.Category, "%s", message))
		}
	}
	return found.Sorted()
}
