package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryCodeHasAScript compares the codes that the source declares with those
// that scripts expect to see.
func TestEveryCodeHasAScript(t *testing.T) {
	declared := codes(t, regexp.MustCompile(`= "(RG\d{3})"`), "../../annotations/*.go", "../../generator/*/*.go")
	expected := codes(t, regexp.MustCompile(`(?m)^(?:stderr .*|\S+:\d+:\d+: |\S+: |)(RG\d{3}): `), "../../testdata/errors/*.txtar")
	assert.Equal(t, declared, expected)
}

// codes returns what a pattern's group matches in the files, sorted.
func codes(t *testing.T, pattern *regexp.Regexp, globs ...string) []string {
	t.Helper()
	var found []string
	for _, glob := range globs {
		files, err := filepath.Glob(glob)
		require.NoError(t, err)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			content, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, match := range pattern.FindAllSubmatch(content, -1) {
				found = append(found, string(match[1]))
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
