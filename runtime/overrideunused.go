package runtime

import "slices"

// An IgnoredOverride is an override of a value that a directive has locked.
type IgnoredOverride struct {
	Policy   string `json:"policy"` // the directive's name
	Instance string `json:"instance"`
	Override string `json:"override"` // the key, or the name of the environment variable
}

// ignored returns the overrides that entries ignore.
func ignored(entries []*Entry) []IgnoredOverride {
	all := []IgnoredOverride{}
	for _, e := range entries {
		for _, source := range e.resolution.Load().ignored {
			all = append(all, IgnoredOverride{Policy: e.id.policy, Instance: e.id.name, Override: source})
		}
	}
	return all
}

// unused returns the overrides that none of the entries has asked for.
func (l layering) unused(entries []*Entry) []string {
	used := make(map[string]bool)
	for _, e := range entries {
		for _, source := range e.resolution.Load().used {
			used[source] = true
		}
	}
	unused := []string{}
	for _, source := range slices.Concat(l.file.sources(), l.environment.sources()) {
		if !used[source] {
			unused = append(unused, source)
		}
	}
	return unused
}
