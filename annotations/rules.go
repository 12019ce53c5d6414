package annotations

import (
	"go/token"
	"strings"
)

// rules reports what is missing, idle or contradictory. It says nothing that
// could be the consequence of a problem reported before.
func (p *parser) rules() {
	stated := p.args.Settings()
	p.missing(stated)
	for _, arg := range p.args.List {
		p.excluded(arg)
		p.idle(arg, stated)
		p.overruled(arg)
	}
	p.contradictory(stated)
}

// missing reports required keys that are absent. A directive that takes its
// values from elsewhere needs none.
func (p *parser) missing(stated Settings) {
	if p.unreadable || stated.elsewhere() {
		return
	}
	for _, k := range p.directive.Keys {
		if k.Required && !p.meant[k.Name] {
			p.reportName(CodeMissingKey, p.directive.Name+" needs "+k.Name+"=: "+lowerFirst(k.Doc))
		}
	}
}

// elsewhere reports whether a shared configuration or another directive supplies
// what s does not state.
func (s Settings) elsewhere() bool {
	return s.Has("config") || s.Has("name") && len(s) == 1
}

// excluded reports keys that cannot stand beside arg.
func (p *parser) excluded(arg Arg) {
	for _, name := range arg.Key.Excludes {
		if other, ok := p.args.Arg(name); ok {
			p.reportArg(arg, CodeConflict, arg.Key.Name+" and "+other.Key.Name+" exclude each other: remove one")
		}
	}
}

// idle reports an argument that has no effect without another.
func (p *parser) idle(arg Arg, stated Settings) {
	k := arg.Key
	if k == lockedKey && arg.Value.Bool() && !p.pinsSomething() {
		p.reportArg(arg, CodeNoEffect, "locked=true pins the stated values, and none is stated: state those to pin, or remove it")
	}
	if len(k.Needs) == 0 || p.unreadable {
		return
	}
	for _, name := range k.Needs {
		needed := p.directive.Key(name)
		switch {
		case stated.Has(name) && stated[name].String() != needed.Default,
			!stated.Has(name) && p.meant[name],
			needed.Override && stated.elsewhere():
			return
		}
	}
	p.reportArg(arg, CodeNoEffect, k.Name+" has no effect without "+alternatives(k.Needs)+": state that, or remove "+k.Name)
}

// pinsSomething reports whether an argument could be overridden.
func (p *parser) pinsSomething() bool {
	for _, k := range p.directive.Keys {
		if k.Override && p.meant[k.Name] {
			return true
		}
	}
	return p.unreadable
}

// overruled reports errors that stand in a list as well as in the one that
// beats it.
func (p *parser) overruled(arg Arg) {
	beaten, ok := p.args.Arg(arg.Key.Overrules)
	if !ok {
		return
	}
	for _, strong := range arg.Value.list {
		for _, weak := range beaten.Value.list {
			if weak.Text == strong.Text {
				p.problems = append(p.problems, Problem{
					Pos: weak.Pos, End: weak.Pos + token.Pos(len(weak.Text)), Code: CodeConflict,
					Message: weak.Text + " stands in " + arg.Key.Name + " too, which beats " + beaten.Key.Name + ": remove it from one of them",
				})
			}
		}
	}
}

// contradictory reports values that contradict each other or a default.
func (p *parser) contradictory(stated Settings) {
	complete := stated
	if !stated.elsewhere() {
		complete = p.directive.Complete(stated)
	}
	for _, c := range p.directive.Check(complete) {
		if p.faulty(c.Key, stated) || p.faulty(c.Other, stated) {
			continue
		}
		arg, ok := p.args.Arg(c.Key)
		if !ok {
			arg, ok = p.args.Arg(c.Other)
		}
		message := c.Message
		if _, isDefault := complete[c.Other]; isDefault && !stated.Has(c.Other) {
			message += " (" + c.Other + " has its default)"
		}
		switch {
		case ok:
			p.reportArg(arg, CodeConflict, message)
		case !p.unreadable && !stated.elsewhere() && len(p.meant) == len(stated):
			p.reportName(CodeConflict, message)
		}
	}
}

// faulty reports whether the key was stated with a value that is not known.
func (p *parser) faulty(key string, stated Settings) bool {
	return p.meant[key] && !stated.Has(key)
}

// lowerFirst makes a sentence of the vocabulary the end of another.
func lowerFirst(sentence string) string {
	return strings.ToLower(sentence[:1]) + strings.TrimSuffix(sentence[1:], ".")
}
