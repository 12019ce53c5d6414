package annotations

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

func parseBool(text string) (Value, *fault) {
	switch text {
	case "true":
		return Value{kind: Bool, number: 1}, nil
	case "false":
		return Value{kind: Bool}, nil
	default:
		return Value{}, notOneOf(text, []string{"true", "false"})
	}
}

func parseEnum(text string, words []string) (Value, *fault) {
	for _, word := range words {
		if text == word {
			return Value{kind: Enum, text: text}, nil
		}
	}
	return Value{}, notOneOf(text, words)
}

// notOneOf says that text is not among words, and which is nearest.
func notOneOf(text string, words []string) *fault {
	// What only ends with a word says more than it: half-open is not open.
	if near := Suggest(text, words); near != "" && (!strings.HasSuffix(fold(text), fold(near)) || len(fold(text))-len(fold(near)) <= slips(fold(text))) {
		return (&fault{code: CodeNotOneOf, message: "unknown value " + strconv.Quote(text) + ": did you mean " + near + "?"}).replacedBy(near)
	}
	return &fault{code: CodeNotOneOf, message: "unknown value " + strconv.Quote(text) + ": write " + alternatives(words)}
}

func parseName(text string) (Value, *fault) {
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && (i == 0 || !strings.ContainsRune("._-/", r)) {
			return Value{}, badValue(strconv.Quote(text) + ` is not a name: write letters, digits and, after the first, any of "._-/"`)
		}
	}
	return Value{kind: Name, text: text}, nil
}

func parseMethod(text string) (Value, *fault) {
	if f := badMethod(text); f != nil {
		return Value{}, f
	}
	return Value{kind: Method, text: text}, nil
}

func badMethod(text string) *fault {
	if token.IsIdentifier(text) && text != "_" {
		return nil
	}
	if name, _, found := strings.Cut(text, "("); found && strings.HasSuffix(text, ")") && token.IsIdentifier(name) {
		return badValue(strconv.Quote(text) + " is a call: write the method's name alone").replacedBy(name)
	}
	return badValue(strconv.Quote(text) + " is not the name of a method: write it as the interface does, such as Track")
}

func parseExpr(text string) (Value, *fault) {
	w := scanWord(text, 0)
	if w.quoting != nil || w.end != len(text) {
		return Value{}, badValue(strconv.Quote(text) + " is not one word: write the expression without spaces")
	}
	return Value{kind: Expr, text: text}, nil
}

// alternatives joins words as in "a, b or c".
func alternatives(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
