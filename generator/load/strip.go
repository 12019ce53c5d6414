package load

import "bytes"

// stripBodies returns src with the bodies of its function declarations blanked. Every other byte, line breaks and the
// comments inside bodies included, stays where it was, so that positions hold. It returns src itself where it cannot tell
// what is a body: the parser says what is wrong.
func stripBodies(src []byte) []byte {
	s := stripper{src: src, out: bytes.Clone(src)}
	if !s.file() {
		return src
	}
	return s.out
}

// A stripper finds function bodies by a scan that knows no more of Go than comments, literals, brackets, and where the
// language inserts semicolons.
type stripper struct {
	src, out []byte
	pos      int    // next byte to read
	token    lexeme // the token that ends at pos
	before   lexeme // the one before it
}

// A lexeme is what the scan knows of a token.
type lexeme struct {
	kind       byte // 0 at the start, 'a' word or number, '"' literal, else the byte itself
	start      int
	endsLine   bool // a line break follows it
	isFunc     bool
	opensTypes bool // the word struct or interface
}

// next reads a token and reports whether there was one.
func (s *stripper) next() bool {
	s.before = s.token
	if !s.space() || s.pos == len(s.src) {
		return false
	}
	s.token = lexeme{start: s.pos, kind: s.src[s.pos]}
	switch c := s.src[s.pos]; {
	case isWord(c):
		for s.pos < len(s.src) && isWord(s.src[s.pos]) {
			s.pos++
		}
		word := s.src[s.token.start:s.pos]
		s.token.kind = 'a'
		s.token.isFunc = string(word) == "func"
		s.token.opensTypes = string(word) == "struct" || string(word) == "interface"
	case c == '`':
		end := bytes.IndexByte(s.src[s.pos+1:], '`')
		if end < 0 {
			return false
		}
		s.pos += end + 2
		s.token.kind = '"'
	case c == '"' || c == '\'':
		if !s.quoted(c) {
			return false
		}
		s.token.kind = '"'
	default:
		s.pos++
	}
	return true
}

// space skips white space and comments, and reports whether the last comment ends.
func (s *stripper) space() bool {
	for s.pos < len(s.src) {
		switch rest := s.src[s.pos:]; {
		case rest[0] == '\n':
			s.before.endsLine = true
			s.pos++
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			s.pos++
		case bytes.HasPrefix(rest, []byte("//")):
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			s.pos += end
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				return false
			}
			end += 4
			s.before.endsLine = s.before.endsLine || bytes.IndexByte(rest[:end], '\n') >= 0
			s.pos += end
		default:
			return true
		}
	}
	return true
}

// quoted skips a string or rune literal and reports whether it ends on its line.
func (s *stripper) quoted(quote byte) bool {
	for s.pos++; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case '\\':
			s.pos++
		case '\n':
			return false
		case quote:
			s.pos++
			return true
		}
	}
	return false
}

// file blanks every body and reports whether all brackets match.
func (s *stripper) file() bool {
	for s.next() {
		switch {
		case s.token.isFunc && s.before.endsDeclaration():
			if !s.function() {
				return false
			}
		case isOpen(s.token.kind):
			if !s.skip(false) {
				return false
			}
		case isClose(s.token.kind):
			return false
		}
	}
	return s.pos == len(s.src)
}

// endsDeclaration reports whether a token at top level is followed by a semicolon, written or inserted.
func (t lexeme) endsDeclaration() bool {
	switch t.kind {
	case 0, ';':
		return true
	case 'a', '"', ')', ']', '}':
		return t.endsLine
	default:
		return false
	}
}

// function reads a declaration from behind its func up to the end of its body, which it blanks. A function without a body
// ends at the semicolon.
func (s *stripper) function() bool {
	for s.next() {
		switch {
		case s.before.endsDeclaration():
			s.pos, s.token = s.token.start, s.before
			return true
		case s.token.kind == '{' && !s.before.opensTypes:
			return s.skip(true)
		case isOpen(s.token.kind):
			if !s.skip(false) {
				return false
			}
		case isClose(s.token.kind):
			return false
		}
	}
	return s.pos == len(s.src)
}

// skip reads from behind an opening bracket to the one that closes it, leaves that as the last token, and reports whether
// it found it.
func (s *stripper) skip(blank bool) bool {
	closing := []byte{closeOf(s.token.kind)}
	for s.next() {
		switch kind := s.token.kind; {
		case isOpen(kind):
			closing = append(closing, closeOf(kind))
		case isClose(kind):
			if kind != closing[len(closing)-1] {
				return false
			}
			closing = closing[:len(closing)-1]
			if len(closing) == 0 {
				return true
			}
		}
		if blank {
			s.blank()
		}
	}
	return false
}

// blank overwrites the last token, all but its line breaks.
func (s *stripper) blank() {
	for i := s.token.start; i < s.pos; i++ {
		if s.out[i] != '\n' {
			s.out[i] = ' '
		}
	}
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

func isOpen(kind byte) bool  { return kind == '(' || kind == '[' || kind == '{' }
func isClose(kind byte) bool { return kind == ')' || kind == ']' || kind == '}' }

func closeOf(kind byte) byte {
	switch kind {
	case '(':
		return ')'
	case '[':
		return ']'
	default:
		return '}'
	}
}
