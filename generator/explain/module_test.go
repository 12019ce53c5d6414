package explain_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/explain"
)

// explained is the report on a module with these files, and its folder.
func explained(t *testing.T, files map[string]string) (explain.Report, string) {
	t.Helper()
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOWORK", "off")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	files["go.mod"] = "module example.com/m\n\ngo 1.26.0\n"
	for name, content := range files {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	explanation, err := generator.Explain(t.Context(), generator.Options{Dir: dir, Patterns: []string{"./..."}})
	require.NoError(t, err)
	require.Empty(t, explanation.Diagnostics)
	return explanation.Report, dir
}

// methods are what is said about methods with these directives, one each, of one
// interface.
func methods(t *testing.T, directives []string) []explain.Method {
	t.Helper()
	var source strings.Builder
	source.WriteString("package m\n\nimport \"context\"\n\ntype Client interface {\n")
	for i, text := range directives {
		for line := range strings.Lines(text) {
			fmt.Fprintf(&source, "\t//resilience:%s\n", strings.TrimSpace(line))
		}
		fmt.Fprintf(&source, "\tM%d(ctx context.Context) (int, error)\n", i)
	}
	source.WriteString("}\n\nfunc answer(context.Context) (int, error) { return 0, nil }\n")
	report, _ := explained(t, map[string]string{"m.go": source.String()})
	require.Len(t, report.Interfaces, 1)
	require.Len(t, report.Interfaces[0].Methods, len(directives))
	return report.Interfaces[0].Methods
}
