package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/generator/diagnostic"
)

// reported finds the codes that a script expects to see on stderr.
var reported = regexp.MustCompile(`(?m)^(?:stderr .*|\S+:\d+:\d+: |\S+: |)(RG\d{3}): `)

func TestEveryCodeHasAScript(t *testing.T) {
	var catalogued []string
	for _, group := range diagnostic.Groups() {
		for _, entry := range group.Entries {
			catalogued = append(catalogued, entry.Code)
		}
	}
	var seen []string
	scripts, err := filepath.Glob("../../testdata/errors/*.txtar")
	require.NoError(t, err)
	for _, script := range scripts {
		content, err := os.ReadFile(script)
		require.NoError(t, err)
		for _, match := range reported.FindAllSubmatch(content, -1) {
			seen = append(seen, string(match[1]))
		}
	}
	slices.Sort(catalogued)
	slices.Sort(seen)
	assert.Equal(t, catalogued, slices.Compact(seen))
}
