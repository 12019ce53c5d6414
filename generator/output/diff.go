package output

import (
	"io"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/go-resgen/resgen/generator/diagnostic"
)

// WriteDiff writes the changes as a unified diff, files relative to dir, with slashes. A file that does not exist is
// /dev/null.
func WriteDiff(w io.Writer, dir string, changes []Change) error {
	for _, change := range changes {
		name := filepath.ToSlash(diagnostic.RelativePath(change.Name, dir))
		before, after := "a/"+name, "b/"+name
		if change.Old == nil {
			before = "/dev/null"
		}
		if change.New == nil {
			after = "/dev/null"
		}
		if _, err := w.Write(diff.Diff(before, change.Old, after, change.New)); err != nil {
			return err
		}
	}
	return nil
}
