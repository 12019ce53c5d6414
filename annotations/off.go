package annotations

var off = &Directive{
	Name:        "off",
	Doc:         "Passes methods through untouched, or switches inherited policies off.",
	Example:     "//resilience:off",
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "methods", Kind: Methods, InterfaceOnly: true, Excludes: []string{"policies"}, Doc: "The methods to pass through. An unexported name is the package's own method, where the interface has one; another package's is written as in `dep.reset`."},
		{
			Name: "policies", Kind: Policies, MethodOnly: true,
			Enum: []string{"retry", "circuitbreaker", "timeout", "bulkhead", "ratelimit", "fallback", "hedge", "adaptivelimit"},
			Doc:  "The inherited policies to switch off; without it all.",
		},
	},
}
