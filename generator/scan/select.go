package scan

import (
	"go/ast"
	"regexp"
)

const mentionPattern = `(?i)(?://|/\*)[ \t]*[@+]?(?:r[a-z]{5,12}[ \t]*:|resilience[./ \t-])`

// mention finds what may be a directive or a mistyped one; opening does so at the start of a comment.
var (
	mention = regexp.MustCompile(mentionPattern)
	opening = regexp.MustCompile("^" + mentionPattern)
)

// Select reports whether a source file may have something to say about
// directives. It is quick, and sometimes says yes where there is nothing.
func Select(source []byte) bool { return mention.Match(source) }

// SelectSyntax is Select for a file that has been parsed, with its comments.
func SelectSyntax(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if opening.MatchString(comment.Text) {
				return true
			}
		}
	}
	return false
}
