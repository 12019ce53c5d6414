package scan

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"github.com/go-resgen/resgen/annotations"
)

// tool is what directives start with.
const tool = "resilience"

// command is what the program is called, which some take for the tool.
const command = "resgen"

// Parts of regular expressions. Space and colons come from other keyboards and
// from web pages, too, where some space has no width.
const (
	blanks = `[\s\p{Z}\p{Cf}]*`
	marker = `[/*!#]?` + blanks + `[@+]?` // what other languages put in front
	joint  = `[./ \t;=_-]`                // what some take for a colon
)

// looksLike splits a comment that may be a mistyped directive into its opening,
// space or another language's marker, tool, separator, space before the name,
// name, and the rest.
var looksLike = regexp.MustCompile(`^(//|/\*)(` + marker + `)(\pL+)(` + blanks + `[:：]|` + joint + `)(` + blanks + `)([A-Za-z]*)([^\n]*)`)

// nearMiss recognizes comments that somebody meant as a directive and that Go
// does not take for one: with spaces, capital letters, a misspelt tool, or
// something else than a colon behind it. What
// follows the colon must be a directive's name, or nearly, or the comment must
// be attached to an interface or method; otherwise it is prose.
func nearMiss(comment *ast.Comment, attached bool) (annotations.Problem, bool) {
	m := looksLike.FindStringSubmatch(comment.Text)
	if m == nil {
		return annotations.Problem{}, false
	}
	opening, indent, word, colon, space, name, rest := m[1], m[2], m[3], m[4], m[5], strings.ToLower(m[6]), m[7]
	known := annotations.Lookup(name) != nil
	near := name
	if !known {
		near = annotations.Suggest(name, names())
	}
	switch {
	case !strings.EqualFold(word, tool):
		// Another tool's directive, unless both words say that it was not meant so.
		tight := indent == "" && colon == ":" && space == ""
		near := strings.EqualFold(word, command) || annotations.Suggest(strings.ToLower(word), []string{tool}) != ""
		if !known || !tight || opening != "//" || !near {
			return annotations.Problem{}, false
		}
	case !strings.HasSuffix(colon, ":") && !strings.HasSuffix(colon, "："):
		tight := attached && indent == "" && strings.TrimSpace(colon) != ""
		if !known || !tight && (prose(rest) || rest == "" && strings.TrimSpace(indent) == "" && indent != "") {
			return annotations.Problem{}, false
		}
	case known:
	case space != "" && (near == "" || prose(rest)):
		return annotations.Problem{}, false
	case space == "" && near == "" && (!attached || name == ""):
		if !(attached && indent == "" && word == tool) {
			return annotations.Problem{}, false
		}
	}
	written := strings.TrimSuffix(m[0], rest)
	p := annotations.Problem{Pos: comment.Slash, End: comment.Slash + token.Pos(len(written)), Code: CodeNearMiss}
	if near == "" {
		p.Message = fmt.Sprintf("%q looks like a directive and is none: the names of directives are %s", written, strings.Join(names(), ", "))
		return p, true
	}
	right := "//" + tool + ":" + near
	if opening == "//" {
		p.Replacement = right
	}
	p.Message = fmt.Sprintf("%q is not a directive: write %q", written, right)
	return p, true
}

// furtherLine finds what looks like a directive on a line of a block comment, as
// other languages have their annotations there.
var furtherLine = regexp.MustCompile(`(?im)^[ \t]*\*?[ \t]*([@+]?` + tool + `:[ \t]*([a-z]+))`)

// inBlock recognizes directives on the lines of an attached block comment behind
// the first.
func inBlock(file *token.File, comment *ast.Comment) []annotations.Problem {
	if !strings.HasPrefix(comment.Text, "/*") {
		return nil
	}
	var problems []annotations.Problem
	first := file.PositionFor(comment.Slash, false).Line
	for i, line := range strings.Split(comment.Text, "\n") {
		m := furtherLine.FindStringSubmatchIndex(line)
		if i == 0 || m == nil {
			continue
		}
		written, name := line[m[2]:m[3]], strings.ToLower(line[m[4]:m[5]])
		if annotations.Lookup(name) == nil {
			continue
		}
		pos := file.LineStart(first+i) + token.Pos(m[2])
		problems = append(problems, annotations.Problem{
			Pos: pos, End: pos + token.Pos(len(written)), Code: CodeNearMiss,
			Message: fmt.Sprintf("%q is not a directive in a block comment: write %q on a line of its own", written, "//"+tool+":"+name),
		})
	}
	return problems
}

// prose reports whether the text after a name reads like a sentence rather than
// like arguments.
func prose(rest string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return first != "" && !strings.Contains(first, "=")
}

func names() []string {
	var all []string
	for _, d := range annotations.Directives() {
		all = append(all, d.Name)
	}
	return all
}
