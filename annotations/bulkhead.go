package annotations

var bulkhead = &Directive{
	Name:        "bulkhead",
	Doc:         "Bounds how many calls are under way at once.",
	Example:     "//resilience:bulkhead maxConcurrent=10 maxWait=50ms",
	Policy:      true,
	Stateful:    true,
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "maxConcurrent", Kind: Int, Default: "25", Min: "1", Max: most, Override: true, Doc: "How many calls may be under way at once."},
		{Name: "maxWait", Kind: Duration, Default: "0s", Min: "0s", Max: longest, Override: true, Doc: "How long a call waits for a slot before it is refused."},
		{Name: "queue", Kind: Int, Min: "0", Max: most, Override: true, Pending: true, Needs: []string{"maxWait", "workers"}, Doc: "How many calls may wait at once; without it any number."},
		{Name: "workers", Kind: Int, Min: "1", Max: most, Excludes: []string{"maxConcurrent"}, Pending: true, Doc: "Runs calls detached, on a pool of so many goroutines, with queue places to wait in."},
		nameKey, scopeKey, configKey, groupKey, lockedKey, enabledKey,
	},
	check: func(s Settings) []Conflict {
		if s.Has("queue") && s.Int("queue") == 0 && s.Duration("maxWait") > 0 {
			return []Conflict{{Key: "queue", Other: "maxWait", Message: stated(s, "maxWait") + " lets calls wait and queue=0 lets none: raise queue or remove maxWait"}}
		}
		return nil
	},
}
