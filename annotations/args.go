package annotations

import "go/token"

// Args are the arguments of one directive.
type Args struct {
	Directive *Directive
	// Pos is where the directive's name stands.
	Pos token.Pos
	// List has the arguments in the order in which they were written, without
	// those that are at fault.
	List []Arg
}

// An Arg is one argument of a directive.
type Arg struct {
	Key   *Key
	Value Value
	// Pos is where the argument begins, and ValuePos where its value does.
	Pos, ValuePos token.Pos
	// Text is the value as it was written, with its quotes.
	Text string
}

// Arg returns the argument of that key.
func (a *Args) Arg(key string) (Arg, bool) {
	for _, arg := range a.List {
		if arg.Key.Name == key {
			return arg, true
		}
	}
	return Arg{}, false
}

// Settings returns what the arguments state, without defaults.
func (a *Args) Settings() Settings {
	s := make(Settings, len(a.List))
	for _, arg := range a.List {
		s[arg.Key.Name] = arg.Value
	}
	return s
}
