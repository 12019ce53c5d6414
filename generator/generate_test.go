package generator_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/output"
)

// module writes a module of one package that needs nothing but the standard
// library until it is generated.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOWORK", "off")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	files["go.mod"] = "module example.com/client\n\ngo 1.26.0\n"
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	return dir
}

const client = `package client

import (
	"context"
	"io"
	"net"
	"net/http"
	"time"
)

//resilience:circuitbreaker ignoreOn=io.EOF,*net.OpError,*net/url.Error recordOn=net.ErrClosed
//resilience:timeout 1s outlives=ok
//resilience:retry replayable=true
type Client[K comparable, V any] interface {
	Do(ctx context.Context, r *http.Request, at time.Time) (*http.Response, error)
	Get(ctx context.Context, key K, r io.Reader) (V, net.Conn, error)
}

//resilience:retry
type Other interface {
	Do(at time.Time) error
}
`

func TestGenerateGivesTheSameBytesEveryTime(t *testing.T) {
	dir := module(t, map[string]string{"client.go": client})
	var first []output.Change
	for range 20 {
		result, err := generator.Generate(t.Context(), generator.Options{Dir: dir})
		require.NoError(t, err)
		require.Empty(t, result.Diagnostics)
		if first == nil {
			first = result.Changes
		}
		require.Equal(t, first, result.Changes)
	}
	require.Len(t, first, 1)
	assert.Equal(t, filepath.Join(dir, "client_resilient.go"), first[0].Name)
	assert.Nil(t, first[0].Old)
}

func TestGenerateWritesNothing(t *testing.T) {
	dir := module(t, map[string]string{"client.go": client})
	_, err := generator.Generate(t.Context(), generator.Options{Dir: dir})
	require.NoError(t, err)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2)
}

func TestDiagnosticsSuggestFixes(t *testing.T) {
	dir := module(t, map[string]string{"client.go": `package client

//resilience:retry maxAttempt=3
type Client interface{ Do() error }
`})
	result, err := generator.Generate(t.Context(), generator.Options{Dir: dir})
	require.NoError(t, err)
	require.Len(t, result.Diagnostics, 1)
	require.Len(t, result.Diagnostics[0].Fixes, 1)
	assert.Equal(t, "maxAttempts", result.Diagnostics[0].Fixes[0].Edits[0].NewText)
	assert.Empty(t, result.Changes)
}

func TestGenerateFailsWithoutTheGoCommand(t *testing.T) {
	dir := module(t, map[string]string{"client.go": client})
	t.Setenv("PATH", "")
	_, err := generator.Generate(t.Context(), generator.Options{Dir: dir})
	require.Error(t, err)
}
