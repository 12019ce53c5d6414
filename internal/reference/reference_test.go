package reference_test

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/internal/reference"
)

const root = "../.."

func TestTheDocumentsAreUpToDate(t *testing.T) {
	documents, err := reference.Documents(root)
	require.NoError(t, err)
	assert.Contains(t, documents, filepath.Join(root, "docs", "directives.md"))
	for _, path := range documents {
		old, err := os.ReadFile(path)
		require.NoError(t, err)
		fresh, err := reference.Refresh(string(old))
		require.NoError(t, err, path)
		assert.Equal(t, fresh, string(old), "%s is stale: run go generate ./annotations", path)
	}
}

func TestEveryDirectiveHasItsSection(t *testing.T) {
	text := directivesPage(t)
	for _, d := range annotations.Directives() {
		assert.Contains(t, text, "\n## "+d.Name+"\n\n<!-- reference:"+d.Name+" -->\n")
	}
}

func TestEveryDirectiveOfTheReferenceIsValid(t *testing.T) {
	for line := range strings.Lines(directivesPage(t)) {
		line = strings.TrimSpace(line)
		parsed, ok := ast.ParseDirective(token.Pos(1), line)
		if !ok || parsed.Tool != "resilience" {
			continue
		}
		_, problems := annotations.Parse(parsed.Name, parsed.Slash, parsed.Args, parsed.ArgsPos)
		assert.Empty(t, problems, line)
	}
}

func directivesPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "directives.md"))
	require.NoError(t, err)
	return string(text)
}

func TestRefreshReplacesSectionsAndNothingElse(t *testing.T) {
	off := reference.Sections()["off"]
	fresh, err := reference.Refresh("a\n<!-- reference:off -->\nold\n<!-- /reference -->\nb\n<!-- reference:off -->\n<!-- /reference -->")
	require.NoError(t, err)
	assert.Equal(t, "a\n<!-- reference:off -->\n"+off+"<!-- /reference -->\nb\n<!-- reference:off -->\n"+off+"<!-- /reference -->", fresh)
}

func TestRefreshRefusesSectionsThatItDoesNotKnow(t *testing.T) {
	_, err := reference.Refresh("<!-- reference:cache -->\n<!-- /reference -->")
	assert.EqualError(t, err, `unknown section "cache"`)
	_, err = reference.Refresh("<!-- reference:off")
	assert.EqualError(t, err, `unknown section "off"`)
	_, err = reference.Refresh("<!-- reference:off -->\n")
	assert.EqualError(t, err, `section "off" has no <!-- /reference -->`)
}

func TestUpdateWritesOnlyWhatChanges(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "docs"), 0o755))
	stale, other := filepath.Join(dir, "README.md"), filepath.Join(dir, "docs", "other.md")
	require.NoError(t, os.WriteFile(stale, []byte("<!-- reference:directives -->\n<!-- /reference -->\n"), 0o644))
	require.NoError(t, os.WriteFile(other, []byte("as it is\n"), 0o400))
	require.NoError(t, reference.Update(dir))
	text, err := os.ReadFile(stale)
	require.NoError(t, err)
	assert.Contains(t, string(text), "| [`retry`](docs/directives.md#retry) |")
	text, err = os.ReadFile(other)
	require.NoError(t, err)
	assert.Equal(t, "as it is\n", string(text))
}
