package diagnostic

import (
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"strings"
)

// WriteText writes one diagnostic a line, "file:line:col: CODE: message", files relative to dir. A message of several
// lines goes on indented by a tab.
func (l List) WriteText(w io.Writer, dir string) error {
	for _, d := range l {
		if _, err := fmt.Fprintln(w, d.Text(dir)); err != nil {
			return err
		}
	}
	return nil
}

// Text returns the diagnostic as WriteText prints it, without the final newline.
func (d Diagnostic) Text(dir string) string {
	message := strings.ReplaceAll(d.Message, "\n", "\n\t")
	if place := place(d.Pos, dir); place != "" {
		return fmt.Sprintf("%s: %s: %s", place, d.Code, message)
	}
	return fmt.Sprintf("%s: %s", d.Code, message)
}

// place is file:line:col as far as it is known.
func place(pos token.Position, dir string) string {
	switch {
	case pos.Filename == "":
		return ""
	case pos.Line == 0:
		return RelativePath(pos.Filename, dir)
	case pos.Column == 0:
		return fmt.Sprintf("%s:%d", RelativePath(pos.Filename, dir), pos.Line)
	default:
		return fmt.Sprintf("%s:%d:%d", RelativePath(pos.Filename, dir), pos.Line, pos.Column)
	}
}

// RelativePath is file as seen from dir, or file itself where no relative path exists or dir is empty.
func RelativePath(file, dir string) string {
	if dir == "" || !filepath.IsAbs(file) {
		return file
	}
	relative, err := filepath.Rel(dir, file)
	if err != nil {
		return file
	}
	return relative
}
