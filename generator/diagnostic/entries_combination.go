package diagnostic

func combinationEntries() []Entry {
	return []Entry{
		{
			Code:  "RG501",
			Title: "a fallback that is never reached",
			What:  "A fallback stands behind one that takes every error.",
			Why:   "The first fallback that takes an error wins, so that this one never runs.",
			Before: `
type Client interface {
	//resilience:fallback value=` + "`\"unknown\"`" + `
	//resilience:fallback func=offline
	Track(ctx context.Context, parcel string) (string, error)
}

func offline(ctx context.Context, parcel string, err *net.OpError) (string, error) { return "offline", nil }`,
			After: `
type Client interface {
	//resilience:fallback func=offline
	//resilience:fallback value=` + "`\"unknown\"`" + `
	Track(ctx context.Context, parcel string) (string, error)
}

func offline(ctx context.Context, parcel string, err *net.OpError) (string, error) { return "offline", nil }`,
		},
		{
			Code:  "RG502",
			Title: "one instance, two definitions",
			What:  "Two directives give an instance the same name and different settings.",
			Why:   "There is one instance of a name, and it has one configuration. Write the settings once, and `name=` alone in the other places.",
			Before: `
type Client interface {
	//resilience:circuitbreaker name=carrier failureRate=50
	Track(ctx context.Context, parcel string) (string, error)

	//resilience:circuitbreaker name=carrier failureRate=30
	ETA(ctx context.Context, parcel string) (time.Time, error)
}`,
			After: `
type Client interface {
	//resilience:circuitbreaker name=carrier failureRate=50
	Track(ctx context.Context, parcel string) (string, error)

	//resilience:circuitbreaker name=carrier
	ETA(ctx context.Context, parcel string) (time.Time, error)
}`,
		},
	}
}
