package annotations

import (
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Settings are values by the name of their key. The methods return zero where
// the key is absent.
type Settings map[string]Value

// Has reports whether the key is set.
func (s Settings) Has(key string) bool {
	_, ok := s[key]
	return ok
}

// Duration returns the Duration of that key.
func (s Settings) Duration(key string) time.Duration { return s[key].Duration() }

// Int returns the Int of that key.
func (s Settings) Int(key string) int { return s[key].Int() }

// Float returns the Float or Percent of that key.
func (s Settings) Float(key string) float64 { return s[key].Float() }

// Bool returns the Bool of that key.
func (s Settings) Bool(key string) bool { return s[key].Bool() }

// Text returns the Enum, Name, Func, Method or Expr of that key.
func (s Settings) Text(key string) string { return s[key].Text() }

// List returns the elements of the Errors, Methods or Policies of that key.
func (s Settings) List(key string) []Item { return s[key].List() }

// Window returns the Window of that key: calls, or a span of time.
func (s Settings) Window(key string) (calls int, span time.Duration) { return s[key].Window() }

// Canonical returns s as text: key=value words in the order of the directive's
// keys, with one space between them and quotes only where they are needed. Equal
// settings have equal text, and ParseSettings reads it back.
func Canonical(d *Directive, s Settings) string {
	var text strings.Builder
	for _, k := range d.Keys {
		v, ok := s[k.Name]
		if !ok {
			continue
		}
		if text.Len() > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(k.Name + "=" + quoteIfNeeded(v))
	}
	return text.String()
}

func quoteIfNeeded(v Value) string {
	text := v.String()
	if v.kind != Expr && strings.ContainsFunc(text, needsQuotes) {
		return strconv.Quote(text)
	}
	return text
}

func needsQuotes(r rune) bool {
	return strings.ContainsRune("\"`'\\", r) || r == unicode.ReplacementChar || unicode.IsSpace(r) || !unicode.IsPrint(r)
}

// ParseSettings reads the text that Canonical wrote. References to functions and
// errors are names for people and are not looked at. The error is about the
// first thing that is wrong; it wraps nothing.
func ParseSettings(d *Directive, text string) (Settings, error) {
	words := scan(text)
	s := make(Settings, len(words))
	for _, w := range words {
		k := d.Key(w.key)
		switch {
		case w.quoting != nil:
			return nil, errors.New(w.quoting.message)
		case !w.keyed:
			return nil, errors.New(strconv.Quote(w.value) + " is not key=value")
		case k == nil:
			return nil, errors.New(d.Name + " has no key " + strconv.Quote(w.key))
		case s.Has(k.Name):
			return nil, errors.New(d.Name + " states " + k.Name + " twice")
		}
		v, err := k.parseCanonical(w.value)
		if err != nil {
			return nil, errors.New(d.Name + " " + k.Name + ": " + err.Error())
		}
		s[k.Name] = v
	}
	return s, nil
}

// parseCanonical reads one value as it stands in canonical text.
func (k *Key) parseCanonical(raw string) (Value, error) {
	text := raw
	if k.Kind != Expr {
		var f *fault
		if text, f = unquote(raw); f != nil {
			return Value{}, f
		}
	}
	if !k.Kind.Reference() || text == "" {
		return k.Parse(text)
	}
	if k.Kind == Func {
		return Value{kind: Func, text: text}, nil
	}
	v := Value{kind: k.Kind}
	for _, e := range splitList(text) {
		v.list = append(v.list, Item{Text: e.text})
	}
	return v, nil
}
