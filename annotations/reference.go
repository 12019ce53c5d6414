package annotations

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

func parseFunc(text string) (Value, *fault) {
	if !isReference(text) {
		return Value{}, badFunc(text)
	}
	return Value{kind: Func, text: text}, nil
}

func badFunc(text string) *fault {
	quoted := strconv.Quote(text)
	if isLiteral(text) {
		return badValue(quoted + " is a function literal: declare the function and write its name")
	}
	if name, _, found := strings.Cut(text, "("); found && strings.HasSuffix(text, ")") && isReference(name) {
		return badValue(quoted + " is a call: write the function's name alone").replacedBy(name)
	}
	return badValue(quoted + " is not the name of a function: write one such as isTemporary, pkg.IsTemporary or example.com/pkg.IsTemporary")
}

func badError(text string) *fault {
	if isReference(strings.TrimPrefix(text, "*")) {
		return nil
	}
	if name := strings.TrimSuffix(strings.TrimPrefix(text, "&"), "{}"); strings.HasSuffix(text, "{}") && isReference(name) {
		return badValue(strconv.Quote(text) + " is a value: write its type, *" + name).replacedBy("*" + name)
	}
	return badValue(strconv.Quote(text) + " is not the name of an error: write one such as ErrBusy, *net.OpError or *net/url.Error")
}

// isLiteral reports whether text begins a function literal or a function type.
func isLiteral(text string) bool { return strings.HasPrefix(text, "func(") }

// isReference reports whether text has the form of a name that a directive can
// refer to: Name, pkg.Name or import/path.Name, with type arguments or without.
func isReference(text string) bool {
	if i := strings.IndexByte(text, '['); i >= 0 {
		if !strings.HasSuffix(text, "]") {
			return false
		}
		text = text[:i]
	}
	dot := strings.LastIndexByte(text, '.')
	name := text[dot+1:]
	if !token.IsIdentifier(name) || name == "_" {
		return false
	}
	return dot < 0 || isImportPath(text[:dot])
}

func isImportPath(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		if element == "" || strings.ContainsFunc(element, notInPath) {
			return false
		}
	}
	return true
}

func notInPath(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._~+", r)
}
