package annotations

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A word is one argument as it stands in the text. Quoted parts of it may
// contain spaces.
type word struct {
	// key is what stands before the first "=" outside quotes; keyed says that
	// there is one.
	key   string
	keyed bool
	// value is what stands after the "=", or all of the word.
	value string
	// start and end enclose the word in the text that was scanned, and
	// valueStart is where its value begins.
	start, valueStart, end int
	// quoting is what is wrong with the word's quotes, at its place in the text;
	// nil if nothing is. Such a word reaches as far as it may have been meant to.
	quoting *fault
}

// comments reports whether the word begins a comment.
func (w word) comments() bool {
	return !w.keyed && (strings.HasPrefix(w.value, "//") || strings.HasPrefix(w.value, "/*") || strings.HasPrefix(w.value, "#"))
}

// scan splits text into words at spaces that are not in quotes.
func scan(text string) []word { return scanFrom(text, 0) }

func scanFrom(text string, start int) []word {
	var words []word
	for at := skipSpace(text, start); at < len(text); at = skipSpace(text, at) {
		w := scanWord(text, at)
		at = w.end
		words = append(words, w)
	}
	return words
}

// scanWord reads the word that begins at start.
func scanWord(text string, start int) word {
	w := word{start: start, valueStart: start}
	at := start
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(r) {
			break
		}
		switch {
		case r == '=' && !w.keyed:
			w.key, w.keyed, w.valueStart = text[start:at], true, at+size
		case r == '"' || r == '`' || r == '\'':
			quoted, err := strconv.QuotedPrefix(text[at:])
			if err == nil {
				size = len(quoted)
			} else if r != '\'' {
				quoted, f := badQuote(text[at:])
				size = len(quoted)
				w.quoting = f.within(at, at+size)
			}
		}
		at += size
	}
	w.value, w.end = text[w.valueStart:at], at
	return w
}

// badQuote returns the quoted text that text begins with, as far as can be
// told, and what is wrong with it.
func badQuote(text string) (string, *fault) {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			quoted := text[:i+1]
			return quoted, &fault{code: CodeQuote, message: quoted + " is not a Go string: check its backslashes, or write it in backquotes"}
		}
	}
	return text, &fault{code: CodeQuote, message: "the quote " + text[:1] + " is not closed: add another at the end of the value"}
}

// unquote returns the text of a value that may be in quotes, which are paired as
// scanWord has made sure.
func unquote(raw string) (string, *fault) {
	if raw == "" || raw[0] != '"' && raw[0] != '`' {
		if strings.HasPrefix(raw, "'") {
			return "", &fault{code: CodeQuote, message: raw + " is in single quotes: write double quotes, or none"}
		}
		if strings.ContainsAny(raw, "\"`") {
			return "", &fault{code: CodeQuote, message: raw + " has quotes inside: put the whole value in quotes"}
		}
		return raw, nil
	}
	text, err := strconv.Unquote(raw)
	if err != nil {
		return "", &fault{code: CodeQuote, message: raw + " goes on after its closing quote: put the whole value in quotes"}
	}
	return text, nil
}

// sourceOffset returns the offset in raw, a valid value, of byte n of its
// unquoted text.
func sourceOffset(raw string, n int) int {
	if raw == "" || raw[0] != '"' {
		if strings.HasPrefix(raw, "`") {
			n++
		}
		return n
	}
	rest := raw[1:]
	for n > 0 {
		r, multibyte, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			break
		}
		if multibyte {
			n -= utf8.RuneLen(r)
		} else {
			n--
		}
		rest = tail
	}
	return len(raw) - len(rest)
}

func skipSpace(text string, at int) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsSpace(r) {
			break
		}
		at += size
	}
	return at
}
