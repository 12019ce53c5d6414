package load

import (
	"slices"

	"github.com/go-resgen/resgen/generator/output"
)

// skipped lists the selected files of a root that the build does not take, and the empty ones.
func (l *loader) skipped(r *root) []Skipped {
	var skipped []Skipped
	taken := r.files()
	for _, name := range r.all {
		file, err := l.files.read(name)
		switch {
		case err != nil:
		case file.empty() && slices.Contains(taken, name):
			skipped = append(skipped, Skipped{File: name, Reason: "empty"})
		case !file.Output && file.selected && !slices.Contains(taken, name):
			parsed := l.files.parse(l.fset, []string{name})[0]
			skipped = append(skipped, Skipped{File: name, Reason: exclusion(parsed), Syntax: parsed.Syntax})
		}
	}
	return skipped
}

// exclusion says what keeps a file out of the build.
func exclusion(file *File) string {
	switch {
	case file.Constraint == "//go:build cgo" && importsC(file.Syntax):
		return "excluded because it imports C and cgo is off"
	case file.Constraint != "":
		return "excluded by " + file.Constraint
	case output.ConstrainedByName(file.Name):
		return "excluded by the system or architecture in its name"
	default:
		return "not part of the build"
	}
}
