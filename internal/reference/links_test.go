package reference_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	noAnchor = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)
)

// A link to a heading goes by the heading's whole text, so that a changed title
// breaks it, and a browser then silently shows the top of the page.
func TestLinksLeadSomewhere(t *testing.T) {
	var documents []string
	for _, pattern := range []string{"*.md", "docs/*.md", "contrib/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		documents = append(documents, found...)
	}
	require.NotEmpty(t, documents)
	for _, document := range documents {
		text, _ := prose(t, document)
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			target, fragment, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			path := document
			if target != "" {
				path = filepath.Join(filepath.Dir(document), filepath.FromSlash(target))
			}
			if _, err := os.Stat(path); !assert.NoError(t, err, document) {
				continue
			}
			if fragment != "" {
				_, anchors := prose(t, path)
				assert.Contains(t, anchors, fragment, "%s: %s leads to no heading", document, match[1])
			}
		}
	}
}

// prose returns a document without its code, and what its headings are linked by.
func prose(t *testing.T, document string) (string, []string) {
	t.Helper()
	source, err := os.ReadFile(document)
	require.NoError(t, err)
	var text strings.Builder
	var anchors []string
	code := false
	for line := range strings.Lines(string(source)) {
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code:
		default:
			if heading := strings.TrimLeft(line, "#"); heading != line && strings.HasPrefix(heading, " ") {
				anchors = append(anchors, strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-"))
			}
			text.WriteString(line)
		}
	}
	return text.String(), anchors
}
