package annotations

import (
	"cmp"
	"go/token"
	"slices"
	"strings"
)

// Parse reads a directive: its name and the text after it, each with the
// position of its first byte, as go/ast.ParseDirective gives them. It returns
// every problem that it finds, in the order of their positions. The arguments
// that are not at fault are returned even so; nil if there is no such directive.
//
// A value that needs spaces is quoted: "like this" or `like this`.
func Parse(name string, namePos token.Pos, text string, textPos token.Pos) (*Args, []Problem) {
	d := Lookup(name)
	if d == nil {
		return nil, []Problem{unknownDirective(name, namePos, text, textPos)}
	}
	return d.parse(namePos, text, textPos)
}

func (d *Directive) parse(namePos token.Pos, text string, textPos token.Pos) (*Args, []Problem) {
	p := parser{
		directive: d,
		args:      &Args{Directive: d, Pos: namePos},
		text:      text,
		textPos:   textPos,
		stated:    make(map[string]bool),
		meant:     make(map[string]bool),
	}
	if p.enclosed() {
		return p.args, p.problems
	}
	p.words = scan(text)
	for len(p.words) > 0 {
		p.argument(p.next())
	}
	p.rules()
	slices.SortStableFunc(p.problems, func(a, b Problem) int { return cmp.Compare(a.Pos, b.Pos) })
	return p.args, p.problems
}

// A parser reads the arguments of one directive.
type parser struct {
	directive *Directive
	args      *Args
	text      string
	textPos   token.Pos
	words     []word // those not read yet
	problems  []Problem

	// stated has the keys that were written as they should be, whatever their
	// value. meant has the others too that were meant, as far as can be told.
	stated, meant map[string]bool
	// unreadable says that there are arguments of which not even the key is
	// known, so that nothing can be said to be missing.
	unreadable bool
}

// argument reads the argument that begins with w: one word or, where spaces
// stand in the wrong place, several.
func (p *parser) argument(w word) {
	switch {
	case w.quoting != nil:
		p.badlyQuoted(w)
	case p.splitAtCommas(w):
	case w.comments():
		p.words = nil
		p.report(syntax("a directive takes no comment: write it on a line of its own"), w.start, len(p.text))
	case w.value == "\\" && !w.keyed && len(p.words) == 0:
		p.unreadable = true
		p.report(syntax("a directive ends with its line: write all its arguments on one"), w.start, w.end)
	case !w.keyed && p.equalsAhead():
		p.keyed(p.joinEquals(w))
	case !w.keyed:
		p.bare(w)
	case w.key == "" && w.value != "" && p.directive.Positional != "":
		p.meant[p.directive.Positional] = true
		p.report(syntax("a value without its key has no =: write "+w.value).replacedBy(w.value), w.start, w.end)
	case w.key == "":
		p.unreadable = true
		p.report(syntax("a value without a key: write key=value"), w.start, w.end)
	case w.value == "" && p.bareAhead():
		p.keyed(p.joinEquals(w))
	default:
		p.keyed(w)
	}
}

// badlyQuoted reports a word whose value cannot be told.
func (p *parser) badlyQuoted(w word) {
	if p.directive.Key(w.key) != nil {
		p.meant[w.key] = true
	} else {
		p.unreadable = true
	}
	p.report(w.quoting, w.quoting.start, w.quoting.end)
}

// keyed reads an argument of the form key=value.
func (p *parser) keyed(w word) {
	k := p.directive.Key(w.key)
	switch {
	case k == nil:
		p.unknownKey(w)
	case k.OverrideOnly:
		p.report(&fault{code: CodeOverrideOnly, message: k.Name + " belongs in the runtime's configuration: set " + p.directive.Name + "." + k.Name + " there, or remove the directive"}, w.start, w.end)
	case p.stated[k.Name]:
		p.duplicate(k, w)
	default:
		p.set(k, w)
	}
}

// bare reads a word without "=": the directive's positional value, or a mistake.
func (p *parser) bare(w word) {
	if p.misjoined(w) || p.quotedWhole(w) {
		return
	}
	k := p.directive.Key(p.directive.Positional)
	switch {
	case k == nil && p.guessed(w):
	case p.otherDirective(w):
	case (k == nil || !p.stated[k.Name]) && p.inWords(k, w):
	case k == nil:
		p.unreadable = true
		p.report(&fault{code: CodeBareValue, message: p.directive.Name + " takes no value without a key: " + keyedAnew(w.value, p.taking(w.value))}, w.start, w.end)
	case p.stated[k.Name] && !k.takes(w.value):
		p.unreadable = true
		p.report(&fault{code: CodeBareValue, message: p.directive.Name + " takes one value without a key, and has it: " + keyedAnew(w.value, p.taking(w.value))}, w.start, w.end)
	case p.stated[k.Name]:
		p.duplicate(k, w)
	default:
		p.set(k, w)
	}
}

// misjoined reports a key that stands without "=" and value, or is joined to its
// value by something else.
func (p *parser) misjoined(w word) bool {
	k, value := p.leadingKey(w.value)
	if k == nil || k.OverrideOnly {
		return false
	}
	p.meant[k.Name] = true
	if value == "" && w.value != k.Name && p.bareAhead() {
		rest := p.next() // the colon has a space behind it
		value, w.end = rest.value, rest.end
	}
	f := k.missingValue()
	if value == "" && k.Kind == Bool {
		value = "true"
	}
	if value != "" {
		f.replacement = k.Name + "=" + value
		f.message = "a key and its value are joined by =: write " + f.replacement
	}
	p.report(f, w.start, w.end)
	return true
}

// leadingKey returns the key whose name is all of text, or what stands in it
// before a colon or comma, and the rest; nil if there is none.
func (p *parser) leadingKey(text string) (k *Key, rest string) {
	name := text
	if i := strings.IndexAny(text, ":,"); i >= 0 {
		name, rest = text[:i], text[i+1:]
	}
	return p.directive.Key(name), rest
}

func (p *parser) duplicate(k *Key, w word) {
	message := k.Name + " is stated twice: remove one"
	if k.Kind.List() {
		message = k.Name + " is stated twice: write one list, with commas and no spaces"
	}
	p.report(&fault{code: CodeDuplicateKey, message: message}, w.start, w.end)
}

func (p *parser) next() word {
	w := p.words[0]
	p.words = p.words[1:]
	return w
}
