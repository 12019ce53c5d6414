package annotations

import (
	"go/token"
	"strings"
)

// parseList reads a comma-separated list, and reports every element that is at
// fault.
func (k *Key) parseList(text string, at func(offset int) token.Pos) (Value, []*fault) {
	v := Value{kind: k.Kind}
	var faults []*fault
	seen := make(map[string]bool)
	for _, e := range splitList(text) {
		f := k.badElement(e.text)
		if better := k.separated(e.text); f != nil && better != "" {
			f = syntax("a list has commas between its elements, and no brackets: write " + better).replacedBy(better)
		}
		switch {
		case e.text == "":
			f = &fault{code: CodeBadList, message: "the list has an empty element: remove the comma"}
		case f == nil && seen[e.text]:
			f = &fault{code: CodeBadList, message: e.text + " stands in the list twice: remove one"}
		}
		if f != nil {
			faults = append(faults, f.within(e.start, e.end))
			continue
		}
		seen[e.text] = true
		v.list = append(v.list, Item{Text: e.text, Pos: at(e.start)})
	}
	if len(faults) > 0 {
		return Value{}, faults
	}
	return v, nil
}

func (k *Key) badElement(text string) *fault {
	switch k.Kind {
	case Errors:
		return badError(text)
	case Methods:
		// An unexported method of another package may stand behind that.
		if isReference(text) && !strings.Contains(text, "[") {
			return nil
		}
		return badMethod(text)
	default:
		_, f := parseEnum(text, k.Enum)
		return f
	}
}

// separated returns the list that was meant by an element that is none: one in
// brackets, or with something else than commas. It is "" if that is not clear.
func (k *Key) separated(text string) string {
	if inside, ok := unbracketed(text); ok {
		text = inside
	}
	parts := strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(",;|&> ", r) || k.Kind == Policies && notLetter(r)
	})
	if len(parts) == 0 || !strings.HasPrefix(text, parts[0]) {
		return ""
	}
	for _, part := range parts {
		if k.badElement(part) != nil {
			return ""
		}
	}
	return strings.Join(parts, ",")
}

// An element is a part of a list without the space around it. An empty one
// covers the comma after it, or before it at the end.
type element struct {
	text       string
	start, end int
}

// splitList splits text at the commas that are not inside brackets.
func splitList(text string) []element {
	var elements []element
	depth, start := 0, 0
	add := func(end int) {
		part := text[start:end]
		e := element{text: strings.TrimSpace(part)}
		e.start = start + strings.Index(part, e.text)
		e.end = e.start + len(e.text)
		if e.text == "" {
			e.start = min(end, len(text)-1)
			e.end = e.start + 1
		}
		elements = append(elements, e)
		start = end + 1
	}
	for i := range len(text) {
		switch text[i] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case ',':
			if depth <= 0 {
				add(i)
			}
		}
	}
	add(len(text))
	return elements
}
