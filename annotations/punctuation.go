package annotations

import (
	"strconv"
	"strings"
)

// splitAtCommas reports arguments with commas or semicolons and no spaces between
// them, and puts them back as words of their own.
func (p *parser) splitAtCommas(w word) bool {
	if !w.keyed || strings.ContainsAny(p.text[w.start:w.end], "\"`'") {
		return false
	}
	separated := []byte(p.text[:w.end])
	found := false
	last := w.start // where the argument begins that is being read
	for i := w.start; i < w.end; i++ {
		switch separated[i] {
		case ',', ';':
			last = i + 1
		case '=':
			if k := p.directive.Key(string(separated[last:i])); last > w.start && k != nil {
				separated[last-1] = ' '
				found = true
			}
		}
	}
	if !found {
		return false
	}
	text := string(separated)
	better := text[w.start:]
	p.report(syntax("arguments are separated by spaces: write "+better).replacedBy(better), w.start, w.end)
	p.words = append(scanFrom(text, w.start), p.words...)
	return true
}

// quotedWhole reports an argument that has quotes around its key as well.
func (p *parser) quotedWhole(w word) bool {
	text, err := strconv.Unquote(w.value)
	if err != nil {
		return false
	}
	inside := scanWord(text, 0)
	k := p.directive.Key(inside.key)
	if !inside.keyed || k == nil || inside.end != len(text) {
		return false
	}
	p.meant[k.Name] = true
	p.report(syntax("only a value may be in quotes: write "+text).replacedBy(text), w.start, w.end)
	return true
}

// enclosed reports arguments in brackets.
func (p *parser) enclosed() bool {
	text := strings.TrimSpace(p.text)
	inside, ok := unbracketed(text)
	if !ok {
		return false
	}
	better := strings.NewReplacer(", ", " ", ": ", "=").Replace(strings.TrimSpace(inside))
	start := strings.Index(p.text, text)
	p.report(syntax("arguments are separated by spaces, without brackets and commas: write "+better).replacedBy(better), start, start+len(text))
	return true
}

// unbracketed returns what stands between the brackets around text.
func unbracketed(text string) (string, bool) {
	for _, pair := range []string{"()", "[]", "{}"} {
		if len(text) > 2 && text[0] == pair[0] && text[len(text)-1] == pair[1] {
			return text[1 : len(text)-1], true
		}
	}
	return "", false
}
