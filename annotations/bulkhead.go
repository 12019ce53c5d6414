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
		{Name: "queue", Kind: Int, Min: "0", Max: most, Override: true, Needs: []string{"maxWait", "workers"}, Doc: "How many calls may wait at once; without it any number that has a maxWait. With workers they wait as long as their timeouts allow, where no maxWait is stated."},
		{Name: "workers", Kind: Int, Min: "1", Max: most, Excludes: []string{"maxConcurrent"}, Doc: "Runs calls detached, on at most so many goroutines at once. An override of maxConcurrent changes their number."},
		nameKey, scopeKey, configKey, groupKey, lockedKey, enabledKey,
	},
	derive: func(s Settings) {
		if !s.Has("workers") {
			return
		}
		if !s.Has("maxConcurrent") {
			s["maxConcurrent"] = s["workers"]
		}
		if !s.Has("maxWait") && s.Int("queue") > 0 {
			s["maxWait"] = Value{kind: Duration, number: int64(Longest)}
		}
	},
	check: func(s Settings) []Conflict {
		if s.Has("queue") && s.Int("queue") == 0 && s.Duration("maxWait") > 0 {
			return []Conflict{{Key: "queue", Other: "maxWait", Message: stated(s, "maxWait") + " lets calls wait and queue=0 lets none: raise queue or remove maxWait"}}
		}
		return nil
	},
}
