package scan

import (
	"go/ast"
	"regexp"
)

// mention finds what may be a directive or a mistyped one.
var mention = regexp.MustCompile(`(?im)(?://|/\*)` + marker + `(?:r\pL{5,12}` + blanks + `[:：]|` + tool + joint + `)|` + furtherLine.String())

// Select reports whether a source file may have something to say about
// directives. It is quick, and sometimes says yes where there is nothing.
func Select(source []byte) bool { return mention.Match(source) }

// SelectSyntax reports whether a file that has been parsed, with its comments,
// has directives or what looks like them.
func SelectSyntax(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if d, ok := ast.ParseDirective(comment.Slash, comment.Text); ok && d.Tool == tool {
				return true
			}
			if _, ok := nearMiss(comment, true); ok || furtherLine.MatchString(comment.Text) {
				return true
			}
		}
	}
	return false
}
