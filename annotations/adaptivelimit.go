package annotations

var adaptiveLimit = &Directive{
	Name:        "adaptivelimit",
	Doc:         "Bounds how many calls are under way at once by a limit that follows their latency.",
	Example:     "//resilience:adaptivelimit initial=20 min=5 max=100",
	Policy:      true,
	Stateful:    true,
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "initial", Kind: Int, Default: "20", Min: "1", Max: most, Override: true, Doc: "The limit to begin with."},
		{Name: "min", Kind: Int, Default: "1", Min: "1", Max: most, Override: true, Doc: "The lowest limit."},
		{Name: "max", Kind: Int, Default: "200", Min: "1", Max: most, Override: true, Doc: "The highest limit."},
		{Name: "algorithm", Kind: Enum, Default: "vegas", Enum: []string{"vegas", "aimd"}, Override: true, Doc: "How the limit follows."},
		nameKey, scopeKey, configKey, groupKey, lockedKey, enabledKey,
	},
	check: func(s Settings) []Conflict {
		for _, pair := range [][2]string{{"min", "max"}, {"min", "initial"}, {"max", "initial"}} {
			key, other := pair[0], pair[1]
			low, high := key, other
			if key == "max" {
				low, high = other, key
			}
			if s.Has(low) && s.Has(high) && s.Int(low) > s.Int(high) {
				return []Conflict{{Key: key, Other: other, Message: stated(s, low) + " is more than " + stated(s, high) + ": min <= initial <= max must hold"}}
			}
		}
		return nil
	},
}
