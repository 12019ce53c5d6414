package annotations

var off = &Directive{
	Name:        "off",
	Doc:         "Passes methods through untouched, or switches inherited policies off.",
	Example:     "//resilience:off",
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "methods", Kind: Methods, InterfaceOnly: true, Excludes: []string{"policies"}, Doc: "The methods to pass through."},
		{
			Name: "policies", Kind: Policies, MethodOnly: true,
			Enum: []string{"retry", "circuitbreaker", "timeout", "bulkhead", "ratelimit", "fallback", "hedge", "adaptivelimit"},
			Doc:  "The inherited policies to switch off; without it all.",
		},
	},
}
