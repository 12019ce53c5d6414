package annotations

var worstCase = &Directive{
	Name:        "worstcase",
	Doc:         "Fails the generation if the method's policies can make a call longer, or try it more often.",
	Example:     "//resilience:worstcase 2s attempts=3",
	Positional:  "duration",
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "duration", Kind: Duration, Min: "0s", MinExclusive: true, Max: longest, Doc: "The longest time that a call may take; written without the key."},
		{Name: "attempts", Kind: Int, Min: "1", Max: most, Doc: "The most attempts that a call may make."},
	},
	check: func(s Settings) []Conflict {
		if s.Has("duration") || s.Has("attempts") {
			return nil
		}
		return []Conflict{{Key: "duration", Other: "attempts", Message: "worstcase has no bound: write worstcase 2s, worstcase attempts=3 or both"}}
	},
}
