package analyzer

import (
	"golang.org/x/tools/go/analysis"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/diagnostic"
)

// diagnose turns a problem into a diagnostic, with a fix where one is known.
func diagnose(p annotations.Problem) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: p.Pos, End: p.End, Category: p.Code, Message: p.Code + ": " + p.Message}
	if p.Replacement != "" {
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   diagnostic.Brief("write " + p.Replacement),
			TextEdits: []analysis.TextEdit{{Pos: p.Pos, End: p.End, NewText: []byte(p.Replacement)}},
		}}
	}
	return d
}
