package diagnostic

func signatureEntries() []Entry {
	return []Entry{
		{
			Code:  "RG301",
			Title: "a method without an error result",
			What:  "A policy lands on a method that returns no error.",
			Why:   "No policy can see it fail, and a rejection or timeout has no way out.",
			Before: `
//resilience:timeout 2s
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
	Ping(ctx context.Context)
}`,
			After: `
//resilience:timeout 2s
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
	Ping(ctx context.Context) error
}`,
		},
		{
			Code:  "RG302",
			Title: "the error is not the last result",
			What:  "The method returns its error before other results.",
			Why:   "By Go's convention the error comes last, and so the generated code expects it.",
			Before: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (error, string)
}`,
			After: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG303",
			Title: "a concrete error type as result",
			What:  "The last result is a type that implements error, instead of error.",
			Why:   "The policies' own errors, a rejection or a timeout, are not of that type. A nil pointer of it is not a nil error, either.",
			Before: `
type TrackError struct{}

func (*TrackError) Error() string { return "not tracked" }

type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, *TrackError)
}`,
			After: `
type TrackError struct{}

func (*TrackError) Error() string { return "not tracked" }

type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG304",
			Title: "a channel that is not only received from",
			What:  "The only result is a bidirectional or a send-only channel.",
			Why:   "When the call is over cannot be known from it. Return a future, or a channel that gives the result; the implementation can convert what it has.",
			Before: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) chan string
}`,
			After: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) <-chan resilience.Result[string]
}`,
		},
		{
			Code:  "RG305",
			Title: "a channel without room for an error",
			What:  "The only result is a `<-chan` of something that is not a `resilience.Result`.",
			Why:   "A failure cannot be told from a value, nor be passed to the caller. Return a future, or a channel that gives the result; the implementation can convert what it has.",
			Before: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) <-chan string
}`,
			After: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) *resilience.Future[string]
}`,
		},
		{
			Code:  "RG306",
			Title: "an iterator as only result",
			What:  "The only result is an `iter.Seq` or `iter.Seq2`, or a function like them.",
			Why:   "It runs when it is consumed: the policies would guard its making, which does nothing.",
			Before: `
type Client interface {
	//resilience:retry
	Events(ctx context.Context, parcel string) iter.Seq2[string, error]
}`,
			After: `
type Client interface {
	//resilience:retry
	Events(ctx context.Context, parcel string) ([]string, error)
}`,
		},
		{
			Code:  "RG307",
			Title: "a future beside other results",
			What:  "A future, or a channel of results, is not the only result of the method.",
			Why:   "A future carries its error itself; a second error would have to fail in a second way.",
			Before: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (*resilience.Future[string], error)
}`,
			After: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) *resilience.Future[string]
}`,
		},
		{
			Code:  "RG308",
			Title: "a method that the package cannot declare",
			What:  "The method has an unexported name of another package, or its parameters or results have a type that this package cannot name: unexported elsewhere, or in an internal package.",
			Why:   "The wrapper would have to declare that method, and Go does not let it.",
			Before: `$ cat base/base.go
type Base interface {
	reset(ctx context.Context) error
}
$ cat client.go
//resilience:timeout 2s
type Client interface {
	base.Base
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `$ cat client.go
//resilience:timeout 2s
//resilience:off methods=reset
type Client interface {
	base.Base
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG309",
			Title: "an interface that is a constraint",
			What:  "The interface has type terms, or embeds comparable or a constraint.",
			Why:   "No variable has such a type, so that there is nothing to wrap.",
			Before: `
type Client interface {
	comparable
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG310",
			Title: "a cooperative timeout without a context",
			What:  "A timeout lands on a method whose first parameter is not a `context.Context`.",
			Why:   "A cooperative timeout works through the context: without one it stops nothing. With `mode=detached` the caller gets its error at the deadline, while the call goes on in the background.",
			Before: `
type Client interface {
	//resilience:timeout 2s
	Track(parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:timeout 2s mode=detached
	Track(parcel string) (string, error)
}`,
		},
		{
			Code:  "RG311",
			Title: "a retry of a parameter that is used up",
			What:  "A method with a retry has a parameter that the first attempt consumes: a reader, a cursor with `Next() bool`, a channel, an iterator, or a struct with such a field, as an `*http.Request` is.",
			Why:   "The second attempt would send an empty body. If every attempt can read the parameter anew, say `replayable=true`.",
			Before: `
type Client interface {
	//resilience:retry
	Upload(ctx context.Context, label io.Reader) error
}`,
			After: `
type Client interface {
	//resilience:retry
	Upload(ctx context.Context, label []byte) error
}`,
		},
		{
			Code:  "RG312",
			Title: "a timeout on a result that outlives the call",
			What:  "A method with a timeout returns something that its caller goes on using: anything with a `Close` method, a transaction or a row as `database/sql` has them, a context, anything that keeps the context, as a gRPC stream does, a channel, an iterator, or a struct with such a field, as an `*http.Response` is.",
			Why:   "The timeout's context ends with the call, and with it, for instance, the reading of the body; a transaction is rolled back. If the result does not depend on the context, say `outlives=ok`.",
			Before: `
type Client interface {
	//resilience:timeout 2s
	Label(ctx context.Context, parcel string) (io.ReadCloser, error)
}`,
			After: `
type Client interface {
	//resilience:timeout 2s
	Label(ctx context.Context, parcel string) ([]byte, error)
}`,
		},
		{
			Code:  "RG313",
			Title: "an asynchronous method that is to run detached",
			What:  "`mode=detached` or `workers=` lands on a method that returns a future, or a channel of results: directly, or by the `name=` of a bulkhead that is defined so.",
			Why:   "These are for methods that make their caller wait: they run them on a goroutine that the caller can leave behind. A future makes nobody wait; at its timeout it completes, and asks the implementation's future to cancel.",
			Before: `
type Client interface {
	//resilience:timeout 2s mode=detached
	Track(ctx context.Context, parcel string) *resilience.Future[string]
}`,
			After: `
type Client interface {
	//resilience:timeout 2s
	Track(ctx context.Context, parcel string) *resilience.Future[string]
}`,
		},
		{
			Code:  "RG314",
			Title: "a hedge of a method that makes its caller wait",
			What:  "`hedge` lands on a method that returns its results itself.",
			Why:   "A hedge starts a further attempt while the first is under way. A method that returns only when it is done leaves nobody to start one, and its results would be written by two attempts.",
			Before: `
type Client interface {
	//resilience:hedge delay=200ms idempotent=true
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:hedge delay=200ms idempotent=true
	Track(ctx context.Context, parcel string) *resilience.Future[string]
}`,
		},
	}
}
