package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWorkloadsAreGo(t *testing.T) {
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			t.Chdir("../..")
			root := t.TempDir()
			require.NoError(t, w.write(root))
			require.NoError(t, w.edit(root))
			files, err := filepath.Glob(filepath.Join(root, "*.go"))
			require.NoError(t, err)
			assert.Len(t, files, 2+w.files)
			for _, file := range files {
				_, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
				assert.NoError(t, err)
			}
			assert.Len(t, w.interfaces(), w.count)
			assert.FileExists(t, filepath.Join(root, ".mockery.yml"))
		})
	}
}

func TestEditsDiffer(t *testing.T) {
	root, w := t.TempDir(), workloads[0]
	require.NoError(t, w.edit(root))
	first, err := os.ReadFile(filepath.Join(root, "edited.go"))
	require.NoError(t, err)
	require.NoError(t, w.edit(root))
	second, err := os.ReadFile(filepath.Join(root, "edited.go"))
	require.NoError(t, err)
	assert.NotEqual(t, string(first), string(second))
}
