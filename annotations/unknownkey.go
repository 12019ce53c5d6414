package annotations

import (
	"strconv"
	"strings"
)

// unknownKey reports a key that the directive does not have.
func (p *parser) unknownKey(w word) {
	names := p.directive.keyNames()
	f := &fault{code: CodeUnknownKey, message: p.directive.Name + " has no key " + strconv.Quote(w.key)}
	near, ending := Suggest(w.key, names), endingWith(w.key, names)
	switch {
	case near != "":
		p.meant[near] = true
		f.message += ": did you mean " + near + "?"
		f.replacement = near
		if w.value != "" {
			k := p.directive.Key(near)
			p.joinUnit(k, p.joinList(k, w))
		}
	case len(ending) > 0:
		for _, name := range ending {
			p.meant[name] = true
		}
		f.message += ": did you mean " + alternatives(ending) + "?"
		if len(ending) == 1 {
			f.replacement = ending[0]
		}
		p.joinList(p.directive.Key(ending[0]), w)
	case policy(w.key) != nil:
		p.unreadable = true
		f.message += ", which is a directive: write //resilience:" + w.key + " on a line of its own"
	case len(owners(w.key)) > 0:
		p.unreadable = true
		f.message += ", which is a key of " + alternatives(owners(w.key)) + ": write it there"
	default:
		p.unreadable = true
		f.message += ": its keys are " + strings.Join(names, ", ")
	}
	p.report(f, w.start, w.start+len(w.key))
}

// endingWith returns the few names of which part is the last word, as "on" is of
// retryOn.
func endingWith(part string, names []string) []string {
	const shortest, most = 2, 3
	if len(part) < shortest {
		return nil
	}
	capitalized := strings.ToUpper(part[:1]) + part[1:]
	var found []string
	for _, name := range names {
		if strings.HasSuffix(name, capitalized) {
			found = append(found, name)
		}
	}
	if len(found) > most {
		return nil
	}
	return found
}

// policy returns the policy of that name, nil if there is none.
func policy(name string) *Directive {
	if d := Lookup(name); d != nil && d.Policy {
		return d
	}
	return nil
}

// owners returns the few directives that have the key. What most of them have
// says nothing about which is meant.
func owners(key string) []string {
	const most = 2
	var names []string
	for _, d := range vocabulary {
		if k := d.Key(key); k != nil && !k.OverrideOnly {
			names = append(names, d.Name)
		}
	}
	if len(names) > most {
		return nil
	}
	return names
}
