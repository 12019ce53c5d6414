// Package diagnostic holds what the generator has to say about a user's code: positioned, coded messages with suggested
// fixes, their order and printed forms, and the catalogue that documents every code.
package diagnostic

import (
	"fmt"
	"go/token"
)

// A Diagnostic is one problem in the user's code.
type Diagnostic struct {
	Pos     token.Position // where the problem starts; Filename is absolute, an invalid position means none is known
	End     token.Position // first byte after it; invalid: unknown
	Code    string         // a key of the catalogue, "RG101"
	Message string         // one lower-case sentence that names the culprit and the remedy
	Fixes   []Fix          // alternatives, the best first
}

// A Fix is a change that would remove a Diagnostic.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the text from Pos up to End, both in one file, by NewText.
type Edit struct {
	Pos, End token.Position
	NewText  string
}

// New returns a diagnostic without fixes for the range from pos to end in fset. An invalid end leaves the end open.
func New(fset *token.FileSet, pos, end token.Pos, code, format string, args ...any) Diagnostic {
	return Diagnostic{
		Pos:     position(fset, pos),
		End:     position(fset, end),
		Code:    code,
		Message: fmt.Sprintf(format, args...),
	}
}

// position ignores //line comments: a diagnostic points at the file that the user edits and that the generator read.
func position(fset *token.FileSet, pos token.Pos) token.Position {
	return fset.PositionFor(pos, false)
}

// WithReplacement returns d with a fix that replaces the diagnostic's own range by text.
func (d Diagnostic) WithReplacement(message, text string) Diagnostic {
	d.Fixes = append(d.Fixes[:len(d.Fixes):len(d.Fixes)], Fix{
		Message: message,
		Edits:   []Edit{{Pos: d.Pos, End: d.End, NewText: text}},
	})
	return d
}
