package annotations

var hedge = &Directive{
	Name:        "hedge",
	Doc:         "Starts a further attempt when the first takes long, and takes whichever succeeds first.",
	Example:     "//resilience:hedge delay=200ms maxAttempts=3 idempotent=true",
	Policy:      true,
	AsyncOnly:   true,
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "delay", Kind: Duration, Default: "1s", Min: "0s", Max: longest, Override: true, Doc: "How long to wait for a result before a further attempt starts."},
		{Name: "maxAttempts", Kind: Int, Default: "2", Min: "2", Max: "10", Override: true, Doc: "How many attempts there are at most, the first included."},
		{Name: "hedgeOn", Kind: Errors, Doc: "The errors after which a further attempt starts at once."},
		{Name: "abortOn", Kind: Errors, Overrules: "hedgeOn", Doc: "The errors after which none starts; it beats hedgeOn."},
		{Name: "budget", Kind: Percent, Default: "10", Min: "0", MinExclusive: true, Max: "100", Override: true, Doc: "The further attempts allowed, in percent of calls, but at least one a second."},
		{Name: "idempotent", Kind: Bool, Required: true, Doc: "True, which says that the method may run twice at once for one call."},
		enabledKey,
	},
	check: func(s Settings) []Conflict {
		if s.Has("idempotent") && !s.Bool("idempotent") {
			return []Conflict{{Key: "idempotent", Message: "hedge runs the method twice for one call: write idempotent=true if that is harmless, or remove the directive"}}
		}
		return nil
	},
}
