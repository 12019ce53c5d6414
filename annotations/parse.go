package annotations

import (
	"cmp"
	"go/token"
	"slices"
	"strconv"
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
		meant:     make(map[string]bool),
	}
	if d.Pending {
		p.reportName(CodeNotSupported, d.Name+" is not supported yet: remove the directive")
	}
	words, bad := scan(text)
	for _, f := range bad {
		p.unreadable = true
		p.report(f, f.start, f.end)
	}
	p.words = words
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

	// meant has the keys that were stated, also those whose value is at fault.
	meant map[string]bool
	// unreadable says that there are arguments of which not even the key is
	// known, so that nothing can be said to be missing.
	unreadable bool
}

// argument reads the argument that begins with w: one word or, where spaces
// stand in the wrong place, several.
func (p *parser) argument(w word) {
	switch {
	case !w.keyed && strings.HasPrefix(w.value, "//"):
		p.words = nil
		p.report(syntax("a directive takes no comment: write it on a line of its own"), w.start, len(p.text))
	case !w.keyed && p.equalsAhead():
		p.keyed(p.joinEquals(w))
	case !w.keyed:
		p.bare(w)
	case w.key == "":
		p.unreadable = true
		p.report(syntax("a value without a key: write key=value"), w.start, w.end)
	case w.value == "" && p.bareAhead():
		p.keyed(p.joinEquals(w))
	default:
		p.keyed(w)
	}
}

// keyed reads an argument of the form key=value.
func (p *parser) keyed(w word) {
	k := p.directive.Key(w.key)
	switch {
	case k == nil:
		p.unknownKey(w)
	case k.OverrideOnly:
		p.report(&fault{code: CodeOverrideOnly, message: k.Name + " belongs into the runtime's configuration: set " + p.directive.Name + "." + k.Name + " there, or remove the directive"}, w.start, w.end)
	case p.meant[k.Name]:
		p.duplicate(k, w)
	default:
		p.set(k, w)
	}
}

// bare reads a word without "=": the directive's positional value, or a mistake.
func (p *parser) bare(w word) {
	if p.misjoined(w) {
		return
	}
	k := p.directive.Key(p.directive.Positional)
	switch {
	case k == nil:
		p.unreadable = true
		message := p.directive.Name + " takes no value without a key: write key=" + w.value
		p.report(&fault{code: CodeBareValue, message: message}, w.start, w.end)
	case p.meant[k.Name]:
		p.duplicate(k, w)
	default:
		p.set(k, w)
	}
}

// misjoined reports a key that stands without "=" and value, or is joined to its
// value by something else.
func (p *parser) misjoined(w word) bool {
	name, value := w.value, ""
	if i := strings.IndexAny(name, ":,"); i >= 0 {
		name, value = name[:i], name[i+1:]
	}
	k := p.directive.Key(name)
	if k == nil || k.OverrideOnly {
		return false
	}
	p.meant[name] = true
	f := &fault{code: CodeMissingValue, message: name + " has no value: write " + name + "=value"}
	if value == "" && k.Kind == Bool {
		value = "true"
	}
	if value != "" {
		f.replacement = name + "=" + value
		f.message = "a key and its value are joined by =: write " + f.replacement
	}
	p.report(f, w.start, w.end)
	return true
}

// set reads the value of a key that is stated for the first time.
func (p *parser) set(k *Key, w word) {
	p.meant[k.Name] = true
	if k.Pending {
		p.report(&fault{code: CodeNotSupported, message: p.directive.Name + " " + k.Name + " is not supported yet: remove it"}, w.start, w.end)
	}
	if w.value == "" {
		p.report(&fault{code: CodeMissingValue, message: k.Name + " has no value: write " + k.Name + "=value"}, w.start, w.end)
		return
	}
	w = p.joinList(k, p.trimComma(k, w))
	text := w.value
	if k.Kind != Expr {
		var f *fault
		if text, f = unquote(w.value); f != nil {
			p.report(f, w.valueStart, w.end)
			return
		}
	}
	v, faults := k.parse(text, func(n int) token.Pos { return p.pos(w.valueStart + sourceOffset(w.value, n)) })
	for _, f := range faults {
		p.reportValue(k, w, text, f)
	}
	if len(faults) > 0 {
		if k.Kind == Func && isLiteral(text) {
			p.skipLiteral()
		}
		return
	}
	p.args.List = append(p.args.List, Arg{Key: k, Value: v, Pos: p.pos(w.start), ValuePos: p.pos(w.valueStart), Text: w.value})
}

// skipLiteral skips the words of a function literal, which is one mistake and
// not as many as it has words.
func (p *parser) skipLiteral() {
	for p.bareAhead() {
		p.next()
	}
}

func (p *parser) duplicate(k *Key, w word) {
	message := k.Name + " is stated twice: remove one"
	if k.Kind.List() {
		message = k.Name + " is stated twice: write one list, with commas and no spaces"
	}
	p.report(&fault{code: CodeDuplicateKey, message: message}, w.start, w.end)
}

func (p *parser) unknownKey(w word) {
	names := p.directive.keyNames()
	f := &fault{code: CodeUnknownKey, message: p.directive.Name + " has no key " + strconv.Quote(w.key)}
	switch near := Suggest(w.key, names); {
	case near != "":
		p.meant[near] = true
		f.message += ": did you mean " + near + "?"
		f.replacement = near
	case hasKey(w.key) != "":
		p.unreadable = true
		f.message += ", which is a key of " + hasKey(w.key) + ": write it there"
	default:
		p.unreadable = true
		f.message += ": its keys are " + strings.Join(names, ", ")
	}
	p.report(f, w.start, w.start+len(w.key))
}

// hasKey returns the name of the first directive that has the key.
func hasKey(name string) string {
	for _, d := range vocabulary {
		if k := d.Key(name); k != nil && !k.OverrideOnly {
			return d.Name
		}
	}
	return ""
}

func (p *parser) next() word {
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

// equalsAhead reports whether the next word begins with "=".
func (p *parser) equalsAhead() bool {
	return len(p.words) > 0 && p.words[0].keyed && p.words[0].key == ""
}

// bareAhead reports whether the next word has no "=".
func (p *parser) bareAhead() bool { return len(p.words) > 0 && !p.words[0].keyed }

// joinEquals joins w to the words that hold the rest of it: "=" and a value,
// "=value", or a value where w ends with "=".
func (p *parser) joinEquals(w word) word {
	if !w.keyed {
		w.key, w.keyed = w.value, true
		sign := p.next()
		w.value, w.valueStart, w.end = sign.value, sign.valueStart, sign.end
	}
	if w.value == "" && p.bareAhead() {
		rest := p.next()
		w.value, w.valueStart, w.end = rest.value, rest.valueStart, rest.end
	}
	better := w.key + "=" + w.value
	p.report(syntax("the = stands without spaces: write "+better).replacedBy(better), w.start, w.end)
	return w
}

// trimComma removes a comma that was meant to separate w from the next argument.
func (p *parser) trimComma(k *Key, w word) word {
	trimmed := strings.TrimRight(w.value, ",")
	if trimmed == "" || trimmed == w.value || k.Kind == Expr || k.Kind.List() && p.bareAhead() {
		return w
	}
	p.report(syntax("arguments are separated by spaces: remove the comma"), w.valueStart+len(trimmed), w.end)
	w.value, w.end = trimmed, w.valueStart+len(trimmed)
	return w
}

// joinList joins a list to the words that hold the rest of it, where spaces
// stand beside its commas.
func (p *parser) joinList(k *Key, w word) word {
	if !k.Kind.List() || w.value[0] == '"' || w.value[0] == '`' {
		return w
	}
	start := w
	for p.bareAhead() && (strings.HasSuffix(w.value, ",") || strings.HasPrefix(p.words[0].value, ",")) {
		w.end = p.next().end
		w.value = p.text[w.valueStart:w.end]
	}
	if w.end != start.end {
		better := strings.Join(strings.Fields(w.value), "")
		p.report(syntax("a list has no spaces: write "+better).replacedBy(better), w.valueStart, w.end)
	}
	return w
}

func syntax(message string) *fault { return &fault{code: CodeSyntax, message: message} }

func (p *parser) pos(offset int) token.Pos { return p.textPos + token.Pos(offset) }

// report reports f for the bytes from start to end of the text.
func (p *parser) report(f *fault, start, end int) {
	p.problems = append(p.problems, Problem{
		Pos: p.pos(start), End: p.pos(end),
		Code: f.code, Message: f.message, Replacement: f.replacement,
	})
}

// reportValue reports a fault of the value of k, whose unquoted text is text.
func (p *parser) reportValue(k *Key, w word, text string, f *fault) {
	start, end := w.valueStart, w.end
	if f.end > 0 {
		start = w.valueStart + sourceOffset(w.value, f.start)
		end = w.valueStart + sourceOffset(w.value, f.end)
	}
	named := *f
	named.message = k.Name + ": " + f.message
	p.report(&named, start, end)
}

// reportName reports a problem at the directive's name.
func (p *parser) reportName(code, message string) {
	p.problems = append(p.problems, Problem{
		Pos: p.args.Pos, End: p.args.Pos + token.Pos(len(p.directive.Name)),
		Code: code, Message: message,
	})
}
