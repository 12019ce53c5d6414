package annotations

var timeout = &Directive{
	Name:        "timeout",
	Doc:         "Ends an attempt, or the whole call, after a time.",
	Example:     "//resilience:timeout 200ms total=1s",
	Positional:  "duration",
	Policy:      true,
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "duration", Kind: Duration, Min: "0s", MinExclusive: true, Max: longest, Override: true, Doc: "How long one attempt may take; written without the key."},
		{Name: "total", Kind: Duration, Min: "0s", MinExclusive: true, Max: longest, Override: true, Doc: "How long the whole call may take, retries and waits included."},
		{Name: "mode", Kind: Enum, Default: "cooperative", Enum: []string{"cooperative", "detached"}, Doc: "Whether the method is told by its context and waited for, or left behind on a goroutine of its own."},
		{Name: "outlives", Kind: Enum, Enum: []string{"ok"}, Doc: "Says that a result which outlives the call, such as a reader, may die with its context."},
		lockedKey, enabledKey,
	},
	check: func(s Settings) []Conflict {
		if !s.Has("duration") && !s.Has("total") {
			return []Conflict{{Key: "duration", Other: "total", Message: "timeout has no duration: write timeout 2s, timeout total=5s or both"}}
		}
		return atLeast(s, "total", "duration", "the attempt's timeout could never end one; raise total or lower the duration")
	},
}
