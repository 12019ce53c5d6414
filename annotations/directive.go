package annotations

import "maps"

// A Directive is what may follow "//resilience:".
type Directive struct {
	// Name is what is written, in lower case.
	Name string
	// Doc says in one sentence what the directive does.
	Doc string
	// Example is a complete comment line.
	Example string
	// Keys are the directive's arguments, in the order in which canonical text
	// and the reference have them.
	Keys []*Key
	// Positional names the key that a value without key= sets, "" if the
	// directive takes no such value.
	Positional string

	// Policy says that it adds a policy to a method.
	Policy bool
	// Stateful says that calls share state, so that the directive on an
	// interface makes one instance for all its methods.
	Stateful bool
	// Repeatable says that it may stand several times in one place.
	Repeatable bool
	// AsyncOnly says that it needs a method that returns a future or a channel
	// of results.
	AsyncOnly bool
	// OnInterface and OnMethod say where it may stand.
	OnInterface, OnMethod bool

	// guess returns the arguments that were probably meant by a value that no key
	// takes, without the spaces in it; "" if that is not clear, nil if it never is.
	guess func(text string) string
	// derive adds the defaults that follow from what is stated; nil if none do.
	derive func(Settings)
	// check reports contradictions between the values of a complete set of
	// settings; nil if there can be none.
	check func(Settings) []Conflict
}

// Key returns the directive's key of that name, nil if it has none.
func (d *Directive) Key(name string) *Key {
	for _, k := range d.Keys {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Defaults returns what holds where nothing is stated: the keys that have a
// default, with it.
func (d *Directive) Defaults() Settings { return d.Complete(nil) }

// Complete returns a copy of s in which each absent key that has a default has
// it. A default that is another key's value follows that key.
func (d *Directive) Complete(s Settings) Settings {
	complete := make(Settings, len(d.Keys))
	maps.Copy(complete, s)
	if d.derive != nil {
		d.derive(complete)
	}
	for _, k := range d.Keys {
		if !complete.Has(k.Name) && k.Default != "" {
			complete[k.Name], _ = k.parse(k.Default, nowhere)
		}
	}
	for _, k := range d.Keys {
		if v, ok := complete[k.DefaultKey]; ok && !complete.Has(k.Name) {
			complete[k.Name] = v
		}
	}
	return complete
}

// Check reports the contradictions between the values of s, such as a maxDelay
// below the delay. It takes s as it is: for what will really hold, give it what
// Complete returns.
func (d *Directive) Check(s Settings) []Conflict {
	if d.check == nil {
		return nil
	}
	return d.check(s)
}

// keyNames returns the names of the keys that may be written in a directive.
func (d *Directive) keyNames() []string {
	var names []string
	for _, k := range d.Keys {
		if !k.OverrideOnly {
			names = append(names, k.Name)
		}
	}
	return names
}
