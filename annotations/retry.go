package annotations

var retry = &Directive{
	Name:        "retry",
	Doc:         "Calls again after a failure, with a delay between the attempts.",
	Example:     "//resilience:retry maxAttempts=4 delay=50ms multiplier=2 maxDelay=1s jitter=0.2 retryOn=ErrBusy,*net.OpError",
	Policy:      true,
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "maxAttempts", Kind: Int, Default: "3", Min: "1", Max: most, Override: true, Doc: "How often the method is called at most, the first time included; 1 is no retry."},
		{Name: "delay", Kind: Duration, Default: "500ms", Min: "0s", Max: longest, Override: true, Excludes: []string{"delayFunc"}, Doc: "How long to wait before the second attempt."},
		{Name: "multiplier", Kind: Float, Default: "1", Min: "1", Max: "1000", Override: true, Excludes: []string{"delayFunc"}, Doc: "What each delay is multiplied by to give the next."},
		{Name: "maxDelay", Kind: Duration, Min: "0s", MinExclusive: true, Max: longest, Override: true, Doc: "The longest delay."},
		{Name: "jitter", Kind: Float, Default: "0", Min: "0", Max: "1", Override: true, Excludes: []string{"delayFunc"}, Doc: "Spreads each delay d evenly over d(1-jitter) to d(1+jitter), before maxDelay caps it."},
		{Name: "delayFunc", Kind: Func, Doc: "A func(attempt int, err error) time.Duration that gives the delay after an attempt, counted from 1."},
		{Name: "maxDuration", Kind: Duration, Min: "0s", MinExclusive: true, Max: longest, Override: true, Doc: "How long after the start of the call an attempt may still begin; it cuts none short."},
		{Name: "retryOn", Kind: Errors, Doc: "The errors to retry on; with it or retryIf, others are not retried."},
		{Name: "abortOn", Kind: Errors, Overrules: "retryOn", Doc: "The errors never to retry on; it beats retryOn and retryIf."},
		{Name: "retryIf", Kind: Func, Doc: "A func(error) bool that says whether to retry, besides retryOn."},
		{Name: "retryOnResult", Kind: Func, Doc: "A function of all results but the error that says whether to retry although the call succeeded."},
		{Name: "failAfterMaxAttempts", Kind: Bool, Default: "false", Override: true, Needs: []string{"retryOnResult"}, Doc: "Returns ErrMaxAttempts where the last attempt's result still asks for a retry."},
		{Name: "budget", Kind: Percent, Min: "0", MinExclusive: true, Max: "100", Override: true, Doc: "The retries allowed, in percent of calls; first attempts are never suppressed."},
		{Name: "replayable", Kind: Bool, Default: "false", Doc: "Says that a parameter which sending uses up, such as a reader, may be sent again."},
		nameKey, configKey, lockedKey, enabledKey,
	},
	check: func(s Settings) []Conflict {
		if s.Has("delayFunc") {
			return nil
		}
		return append(
			atLeast(s, "maxDelay", "delay", "raise maxDelay or lower delay"),
			atLeast(s, "maxDuration", "delay", "no retry could ever start; raise maxDuration or lower delay")...,
		)
	},
}
