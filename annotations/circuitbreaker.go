package annotations

var circuitBreaker = &Directive{
	Name:        "circuitbreaker",
	Doc:         "Refuses calls for a while when too many of them fail or are slow.",
	Example:     "//resilience:circuitbreaker failureRate=50 window=20 minCalls=10 openWait=5s ignoreOn=ErrNotFound",
	Policy:      true,
	Stateful:    true,
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "window", Kind: Window, Default: "100", Override: true, Doc: "The calls whose outcomes are counted: the last so many, or those of the last span of time."},
		{Name: "failureRate", Kind: Percent, Default: "50", Min: "0", MinExclusive: true, Max: "100", Override: true, Doc: "The share of failures at which the breaker opens."},
		{Name: "minCalls", Kind: Int, Default: "100", Min: "1", Max: most, Override: true, Doc: "How many outcomes there must be before the rates count; at most a window of calls."},
		{Name: "slowCall", Kind: Duration, Min: "0s", MinExclusive: true, Max: longest, Override: true, Doc: "Calls that take longer are slow; without it none is, and no clock is read."},
		{Name: "slowRate", Kind: Percent, Default: "100", Min: "0", MinExclusive: true, Max: "100", Override: true, Needs: []string{"slowCall"}, Doc: "The share of slow calls at which the breaker opens."},
		{Name: "openWait", Kind: Duration, Default: "1m", Min: "0s", MinExclusive: true, Max: longest, Override: true, Doc: "How long the breaker stays open before it lets probes through."},
		{Name: "openMultiplier", Kind: Float, Default: "1", Min: "1", Max: "1000", Override: true, Doc: "What the wait is multiplied by each time the breaker opens again without having closed."},
		{Name: "maxOpenWait", Kind: Duration, Min: "0s", MinExclusive: true, Max: longest, Override: true, Needs: []string{"openMultiplier"}, Doc: "The longest wait that openMultiplier leads to."},
		{Name: "halfOpenCalls", Kind: Int, Default: "10", Min: "1", Max: most, Override: true, Doc: "How many probes a half-open breaker lets through in all."},
		{Name: "maxHalfOpenWait", Kind: Duration, DefaultKey: "openWait", Min: "0s", Max: longest, Override: true, Doc: "How long the breaker waits for its probes before it opens again; 0 is for ever."},
		{Name: "autoHalfOpen", Kind: Bool, Default: "false", Override: true, Doc: "Becomes half-open by a timer when openWait is over, not by the next call."},
		{Name: "initial", Kind: Enum, Default: "closed", Enum: []string{"closed", "open", "disabled", "metricsOnly", "forcedOpen"}, Override: true, Doc: "The state to begin in."},
		{Name: "recordOn", Kind: Errors, Doc: "The errors that count as failures; with it or recordIf, others count as successes."},
		{Name: "ignoreOn", Kind: Errors, Overrules: "recordOn", Doc: "The errors that count as nothing; it beats recordOn and recordIf."},
		{Name: "recordIf", Kind: Func, Doc: "A func(error) bool that says whether an error counts as a failure, besides recordOn."},
		{Name: "ignoreIf", Kind: Func, Doc: "A func(error) bool that says whether an error counts as nothing, besides ignoreOn."},
		{Name: "recordResult", Kind: Func, Doc: "A function of all results but the error that says whether a call counts as a failure although it succeeded."},
		{Name: "callerDeadline", Kind: Enum, Default: "record", Enum: []string{"record", "ignore"}, Override: true, Doc: "Whether a call that its caller's own deadline cut short counts as a failure or as nothing."},
		nameKey, scopeKey, configKey, groupKey, lockedKey, enabledKey,
	},
	derive: func(s Settings) {
		if calls, _ := s.Window("window"); 0 < calls && calls < 100 && !s.Has("minCalls") {
			s["minCalls"] = Value{kind: Int, number: int64(calls)}
		}
	},
	check: func(s Settings) []Conflict {
		return atLeast(s, "maxOpenWait", "openWait", "raise maxOpenWait or lower openWait")
	},
}
