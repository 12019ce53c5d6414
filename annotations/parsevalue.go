package annotations

import "go/token"

// set reads the value of a key that is stated for the first time.
func (p *parser) set(k *Key, w word) {
	p.stated[k.Name], p.meant[k.Name] = true, true
	if w.value == "" {
		p.report(k.missingValue(), w.start, w.end)
		return
	}
	if k.Kind == Expr && p.spacedExpr(k, w) {
		return
	}
	w = p.joinUnit(k, p.joinList(k, p.trimComma(k, w)))
	text := w.value
	if k.Kind != Expr {
		var f *fault
		if text, f = unquote(w.value); f != nil {
			p.report(f, w.valueStart, w.end)
			return
		}
	}
	v, faults := k.parse(text, func(n int) token.Pos { return p.pos(w.valueStart + sourceOffset(w.value, n)) })
	if len(faults) > 0 && p.guessedFor(k, w, faults[0]) {
		return
	}
	for _, f := range faults {
		p.reportValue(k, w, f)
	}
	if len(faults) > 0 {
		if k.Kind == Func && isLiteral(text) {
			p.skipLiteral()
		}
		return
	}
	p.args.List = append(p.args.List, Arg{Key: k, Value: v, Pos: p.pos(w.start), ValuePos: p.pos(w.valueStart), Text: p.text[w.valueStart:w.end]})
}

// missingValue says that the key stands alone.
func (k *Key) missingValue() *fault {
	message := k.Name + " has no value: write " + k.Name + "=value"
	if k.Kind == Expr {
		message = k.Name + " is not followed by one: write a constant, " + k.Name + `="" or ` + k.Name + "=nil"
	}
	return &fault{code: CodeMissingValue, message: message}
}

// skipLiteral skips the words of a function literal, which is one mistake and
// not as many as it has words.
func (p *parser) skipLiteral() {
	for len(p.words) > 0 && p.directive.Key(p.words[0].key) == nil {
		p.next()
	}
}
