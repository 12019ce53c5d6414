package annotations

import "slices"

// guessed reports a value without a key, or as many of them as it takes, that the
// directive recognizes as several arguments.
func (p *parser) guessed(w word) bool {
	const mostWords = 3
	if p.directive.guess == nil {
		return false
	}
	text, end := w.value, w.end
	for i := 0; ; i++ {
		if better := p.directive.guess(text); better != "" && p.unstated(better, "") {
			p.words = p.words[i:]
			p.report((&fault{code: CodeBareValue, message: p.directive.Name + " takes no value without a key: write " + better}).replacedBy(better), w.start, end)
			return true
		}
		if i == mostWords-1 || i == len(p.words) || p.words[i].keyed {
			return false
		}
		text, end = text+p.words[i].value, p.words[i].end
	}
}

// guessedFor reports a value that its key does not take, and that the directive
// recognizes as several arguments.
func (p *parser) guessedFor(k *Key, w word, f *fault) bool {
	if p.directive.guess == nil {
		return false
	}
	better := p.directive.guess(w.value)
	if better == "" || !p.unstated(better, k.Name) {
		return false
	}
	guess := *f
	guess.message = k.Name + ": " + f.message + ": write " + better
	p.report(guess.replacedBy(better), w.start, w.end)
	return true
}

// unstated reports whether none of the arguments is stated otherwise, but for
// that of one key. If so, they are what was meant.
func (p *parser) unstated(arguments, but string) bool {
	words := scan(arguments)
	for _, w := range words {
		ahead := slices.ContainsFunc(p.words, func(other word) bool { return other.key == w.key })
		if w.key != but && (p.meant[w.key] || ahead) {
			return false
		}
	}
	for _, w := range words {
		p.meant[w.key] = true
	}
	return true
}
