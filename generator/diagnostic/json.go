package diagnostic

import (
	"encoding/json"
	"go/token"
	"io"
)

type jsonDiagnostic struct {
	File    string        `json:"file"`
	Line    int           `json:"line"`
	Column  int           `json:"column"`
	End     *jsonPosition `json:"end,omitempty"`
	Code    string        `json:"code"`
	Message string        `json:"message"`
	Fixes   []jsonFix     `json:"fixes,omitempty"`
}

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	File  string       `json:"file"`
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
	Text  string       `json:"text"`
}

// WriteJSON writes the list as one JSON array, files relative to dir. Lines and columns count from 1, columns in bytes; 0
// means unknown.
func (l List) WriteJSON(w io.Writer, dir string) error {
	out := make([]jsonDiagnostic, len(l))
	for i, d := range l {
		out[i] = d.json(dir)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	return encoder.Encode(out)
}

func (d Diagnostic) json(dir string) jsonDiagnostic {
	out := jsonDiagnostic{
		File:    RelativePath(d.Pos.Filename, dir),
		Line:    d.Pos.Line,
		Column:  d.Pos.Column,
		Code:    d.Code,
		Message: d.Message,
	}
	if d.End.IsValid() {
		end := jsonPositionOf(d.End)
		out.End = &end
	}
	for _, fix := range d.Fixes {
		edits := make([]jsonEdit, len(fix.Edits))
		for i, edit := range fix.Edits {
			edits[i] = jsonEdit{
				File:  RelativePath(edit.Pos.Filename, dir),
				Start: jsonPositionOf(edit.Pos),
				End:   jsonPositionOf(edit.End),
				Text:  edit.NewText,
			}
		}
		out.Fixes = append(out.Fixes, jsonFix{Message: fix.Message, Edits: edits})
	}
	return out
}

func jsonPositionOf(pos token.Position) jsonPosition {
	return jsonPosition{Line: pos.Line, Column: pos.Column}
}
