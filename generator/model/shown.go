package model

import (
	"slices"

	"github.com/go-resgen/resgen/annotations"
)

// String writes the layer as its directive says it, with the defaults that matter
// and the instance that it has without being told.
func (l Layer) String() string {
	text := l.Args.Directive.Name + " " + annotations.Canonical(l.Args.Directive, l.Shown())
	if l.Policy != nil && !l.Policy.Named {
		text += " (" + l.Policy.Instance + ")"
	}
	return text
}

// Shown returns the settings that people want to see of the layer: those that are
// stated, here or where the package defines the instance, as they were written,
// and the defaults that are numbers. Where something is configured elsewhere,
// nobody knows which defaults hold.
func (l Layer) Shown() annotations.Settings {
	s := l.Args.Settings()
	if l.Policy != nil && l.Policy.Definition != nil {
		s = l.Policy.Definition.Args.Settings()
	}
	switch l.Name {
	case "totaltimeout":
		return annotations.Settings{"total": s["total"]}
	case "timeout":
		delete(s, "total")
	}
	if elsewhere := s.Has("config") || s.Has("name") && len(s) == 1; !elsewhere {
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
