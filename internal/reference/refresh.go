package reference

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A generated section of a document stands between these lines, with a section's
// name in the first.
const (
	begin = "<!-- reference:"
	named = " -->\n"
	end   = "<!-- /reference -->"
)

// Refresh returns the document with its generated sections brought up to date. A
// section that is unknown or does not end is an error.
func Refresh(document string) (string, error) {
	sections := Sections()
	var fresh strings.Builder
	for {
		before, after, found := strings.Cut(document, begin)
		fresh.WriteString(before)
		if !found {
			return fresh.String(), nil
		}
		name, after, found := strings.Cut(after, named)
		section, known := sections[name]
		if !found || !known {
			return "", fmt.Errorf("unknown section %q", name)
		}
		_, after, found = strings.Cut(after, end)
		if !found {
			return "", fmt.Errorf("section %q has no %s", name, end)
		}
		fresh.WriteString(begin + name + named + section + end)
		document = after
	}
}

// Documents returns the paths of the documents that may have generated sections:
// those in root, the module's directory, and in docs below it.
func Documents(root string) ([]string, error) {
	top, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		return nil, err
	}
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	return slices.Concat(top, docs), err
}

// Update refreshes the documents of the module in root, and writes those that
// change.
func Update(root string) error {
	documents, err := Documents(root)
	if err != nil {
		return err
	}
	for _, path := range documents {
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fresh, err := Refresh(string(old))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if fresh == string(old) {
			continue
		}
		if err := os.WriteFile(path, []byte(fresh), 0o644); err != nil {
			return err
		}
	}
	return nil
}
