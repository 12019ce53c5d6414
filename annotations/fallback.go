package annotations

var fallback = &Directive{
	Name:        "fallback",
	Doc:         "Answers in place of a call that failed after everything else.",
	Example:     "//resilience:fallback func=lastKnownStatus on=*net.OpError",
	Policy:      true,
	Repeatable:  true,
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "func", Kind: Func, Excludes: []string{"method", "value"}, Doc: "A function of the method's parameters, and an error if it likes, that returns what the method returns."},
		{Name: "method", Kind: Method, Excludes: []string{"value"}, Doc: "A method of the interface with the same signature, called on the implementation, unprotected."},
		{Name: "value", Kind: Expr, Doc: "A constant or nil, for a method with one result beside the error."},
		{Name: "on", Kind: Errors, Doc: "The errors to answer; without it all."},
		{Name: "skipOn", Kind: Errors, Overrules: "on", Doc: "The errors to let through; it beats on."},
	},
	check: func(s Settings) []Conflict {
		if s.Has("func") || s.Has("method") || s.Has("value") {
			return nil
		}
		return []Conflict{{Message: "fallback has nothing to answer with: write one of func=, method= and value="}}
	},
}
