package annotations

import (
	"go/token"
	"strings"
)

// keyedAnew says how to write a value that has no key, given the argument that was
// probably meant, if any.
func keyedAnew(value, meant string) string {
	if meant == "" {
		return "write key=" + value + ", with the key that it is for"
	}
	return "write " + meant + ", or the key that it is for"
}

// taking returns a value with the first key that takes it, or else nearly does, for
// want of a better guess; "" if there is none.
func (p *parser) taking(value string) string {
	nearly := ""
	for _, k := range p.directive.Keys {
		if k.OverrideOnly || p.stated[k.Name] || k.Kind.refers() || k.Kind == Expr && token.IsIdentifier(value) {
			continue
		}
		_, faults := k.parse(value, nowhere)
		switch {
		case len(faults) == 0:
			return k.Name + "=" + value
		case nearly == "" && faults[0].replacement != "":
			nearly = k.Name + "=" + faults[0].replacement
		}
	}
	return nearly
}

// otherDirective reports the name of another policy where an argument should be,
// with all that follows, which is meant for that policy.
func (p *parser) otherDirective(w word) bool {
	if policy(w.value) == nil || p.taking(w.value) != "" {
		return false
	}
	p.words = nil
	p.unreadable = true
	p.report(syntax(w.value+" is a directive: write //resilience:"+p.text[w.start:]+" on a line of its own"), w.start, len(p.text))
	return true
}

// inWords reports several words without keys, of which some are no values, as one
// mistake: "up to 3 times", or "of 3s" where k may stand without its name; nil if none
// may.
func (p *parser) inWords(k *Key, w word) bool {
	run := []word{w}
	for _, next := range p.words {
		if key, _ := p.leadingKey(next.value); next.keyed || next.comments() || next.quoting != nil || key != nil {
			break
		}
		run = append(run, next)
	}
	var meant []string
	for _, each := range run {
		switch {
		case k != nil && len(meant) == 0 && k.takes(each.value):
			meant = append(meant, each.value)
		case k == nil && p.taking(each.value) != "":
			meant = append(meant, p.taking(each.value))
		}
	}
	if len(run) == 1 || len(meant) == len(run) || k != nil && (len(meant) == 0 || k.takes(w.value) || k.Kind.List()) {
		return false
	}
	p.words = p.words[len(run)-1:]
	p.unreadable = true
	f := syntax("a directive takes no words around its values: write " + strings.Join(meant, " "))
	if len(meant) == 0 {
		f = &fault{code: CodeBareValue, message: p.directive.Name + " takes no value without a key: " + keyedAnew(w.value, "")}
	}
	p.report(f, w.start, run[len(run)-1].end)
	return true
}
