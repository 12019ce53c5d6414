package diagnostic

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How much is shown of a word that is longer than longest: so much of its beginning
// and its end.
const (
	longest   = 120
	beginning = 80
	ending    = 24
)

// Brief returns a message in which long words have lost their middle: messages quote
// what they are about, and a directive may have a value of any length. A quoted string
// is one word.
func Brief(message string) string {
	if len(message) <= longest {
		return message
	}
	var brief strings.Builder
	for at := 0; at < len(message); {
		word := firstWord(message[at:])
		if len(word) == 0 {
			_, size := utf8.DecodeRuneInString(message[at:])
			brief.WriteString(message[at : at+size])
			at += size
			continue
		}
		at += len(word)
		if len(word) > longest {
			word = cut(word, beginning) + "…" + word[len(cut(word, len(word)-ending)):]
		}
		brief.WriteString(word)
	}
	return brief.String()
}

// firstWord returns what stands before the first space of text that is not in quotes.
func firstWord(text string) string {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(r) {
			break
		}
		if r == '"' || r == '`' {
			if quoted, err := strconv.QuotedPrefix(text[at:]); err == nil {
				size = len(quoted)
			}
		}
		at += size
	}
	return text[:at]
}

// cut returns the first bytes of text, and fewer rather than half a character.
func cut(text string, bytes int) string {
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes]
}
