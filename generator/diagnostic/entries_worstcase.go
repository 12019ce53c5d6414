package diagnostic

func worstCaseEntries() []Entry {
	return []Entry{
		{
			Code:  "RG701",
			Title: "a call that can take longer",
			What:  "The attempts, timeouts, waits and delays of the method's policies add up to more time than its worstcase directive allows.",
			Why:   "Whoever calls the method was promised an answer within that time. The message shows the sum; bring down a term, or bound the whole with `timeout total=`.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	//resilience:timeout 1s
	//resilience:worstcase 2s
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	//resilience:timeout 600ms
	//resilience:worstcase 2s
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG702",
			Title: "a call that can make more attempts",
			What:  "The method's policies can send a call more often than its worstcase directive allows.",
			Why:   "The dependency behind it was promised no more traffic than that.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=5 delay=50ms
	//resilience:worstcase attempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	//resilience:worstcase attempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG703",
			Title: "a call without a longest time",
			What:  "A worstcase directive allows so much time, and nothing ends the call.",
			Why:   "Without a timeout an attempt takes as long as the implementation likes. The message says what has no end.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	//resilience:worstcase 2s
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	//resilience:timeout total=2s
	//resilience:worstcase 2s
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
	}
}
