package model

import (
	"slices"

	"github.com/go-resgen/resgen/annotations"
)

// String writes the layer as its directive says it, with the defaults that
// matter.
func (l Layer) String() string {
	return l.Args.Directive.Name + " " + annotations.Canonical(l.Args.Directive, l.Shown())
}

// Shown returns the settings that people want to see of the layer: those that are
// stated, as they were written, and the defaults that are numbers. A name alone
// or a shared configuration has its numbers elsewhere.
func (l Layer) Shown() annotations.Settings {
	s := l.Args.Settings()
	switch l.Name {
	case "totaltimeout":
		return annotations.Settings{"total": s["total"]}
	case "timeout":
		delete(s, "total")
	}
	if !s.Has("name") && !s.Has("config") {
		addDefaults(l.Args.Directive, s)
	}
	return s
}

// addDefaults adds the defaults that are numbers and say something: not those
// that are 0 or 1, and not those that mean nothing beside what is stated.
func addDefaults(d *annotations.Directive, s annotations.Settings) {
	var excluded []string
	for key := range s {
		excluded = append(excluded, d.Key(key).Excludes...)
	}
	complete := d.Complete(s)
	for _, key := range d.Keys {
		value, ok := complete[key.Name]
		if !ok || s.Has(key.Name) || key.OverrideOnly || len(key.Needs) > 0 || slices.Contains(excluded, key.Name) {
			continue
		}
		switch key.Kind {
		case annotations.Duration, annotations.Int, annotations.Float, annotations.Percent, annotations.Window:
			if text := value.String(); text != "0" && text != "0s" && text != "1" && value.Duration() < annotations.Longest {
				s[key.Name] = value
			}
		}
	}
}
