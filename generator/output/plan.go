package output

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/generator/diagnostic"
)

// A File is an output as it should be.
type File struct {
	Name    string // absolute
	Content []byte
}

// A Change is what a run would do to one file.
type Change struct {
	Name     string // absolute
	Old, New []byte // nil: the file does not exist, before or after
}

// Plan compares the outputs and orphans of a run with what is on disk and returns the changes, ordered by name. A file in
// the place of an output that is neither ours nor empty is a diagnostic; then nothing may be written. An error means that
// a file could not be read.
func Plan(files []File, orphans []string) ([]Change, diagnostic.List, error) {
	var changes []Change
	var problems diagnostic.List
	for _, file := range files {
		old, err := readIfExists(file.Name)
		switch {
		case err != nil:
			return nil, nil, err
		case len(bytes.TrimSpace(old)) > 0 && !Ours(old):
			problems = append(problems, diagnostic.Diagnostic{
				Pos:  token.Position{Filename: file.Name},
				Code: diagnostic.CodeForeignFile,
				Message: fmt.Sprintf("%s is where the output goes, but resgen did not write it: rename it, or the source file",
					filepath.Base(file.Name)),
			})
		case old == nil || !bytes.Equal(old, file.Content):
			changes = append(changes, Change{Name: file.Name, Old: old, New: file.Content})
		}
	}
	for _, name := range orphans {
		old, err := readIfExists(name)
		if err != nil {
			return nil, nil, err
		}
		if Ours(old) {
			changes = append(changes, Change{Name: name, Old: old})
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.Name, b.Name) })
	return changes, problems, nil
}

// readIfExists returns nil for a file that does not exist, and never nil for one that does.
func readIfExists(name string) ([]byte, error) {
	content, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case content == nil:
		return []byte{}, nil
	default:
		return content, nil
	}
}

// Orphans returns those outputs that nothing accounts for: this run did not write them, and they are not named after one of
// the sources, the files with directives, some of which the build leaves out.
func Orphans(outputs []string, written []File, sources []string) []string {
	wanted := map[string]bool{}
	for _, file := range written {
		wanted[file.Name] = true
	}
	for _, source := range sources {
		wanted[Name(source)] = true
	}
	var orphans []string
	for _, name := range outputs {
		if !wanted[name] {
			orphans = append(orphans, name)
		}
	}
	slices.Sort(orphans)
	return slices.Compact(orphans)
}
