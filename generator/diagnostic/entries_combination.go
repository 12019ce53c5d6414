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
		{
			Code:  "RG503",
			Title: "a layer that is not there",
			What:  "An order lists a layer that the method does not have; or, on an interface, one that none of its methods has.",
			Why:   "The order says how two policies stand to each other, and one of them was forgotten or is misnamed.",
			Before: `
type Client interface {
	//resilience:timeout 2s
	//resilience:order timeout,retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	//resilience:timeout 2s
	//resilience:order timeout,retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG504",
			Title: "a slot outside of detached work",
			What:  "An order puts the bulkhead of a detached method, one with `mode=detached` or `workers=`, outside of its timeout.",
			Why:   "A detached call leaves its caller at the timeout. A slot that is held further out would be free while the work goes on, and the bulkhead would bound nothing.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	//resilience:bulkhead workers=10
	//resilience:order bulkhead,retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	//resilience:bulkhead maxConcurrent=10
	//resilience:order bulkhead,retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG505",
			Title: "a retry and a hedge",
			What:  "A method has both retry and hedge.",
			Why:   "Both repeat the call, one after another failed and one beside another that is slow; together they would multiply. Where slow answers are the trouble, a hedge with `hedgeOn=` repeats after failures too.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	//resilience:hedge delay=200ms idempotent=true
	Track(ctx context.Context, parcel string) *resilience.Future[string]
}`,
			After: `
type Client interface {
	//resilience:hedge delay=200ms hedgeOn=ErrBusy idempotent=true
	Track(ctx context.Context, parcel string) *resilience.Future[string]
}

var ErrBusy = errors.New("busy")`,
		},
	}
}
