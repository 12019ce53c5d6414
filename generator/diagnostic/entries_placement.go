package diagnostic

func placementEntries() []Entry {
	return []Entry{
		{
			Code:  "RG201",
			Title: "almost a directive",
			What:  "The comment looks like a directive and is none: a space behind `//`, a capital letter, a misspelt tool name, something else than a colon behind it, a block comment.",
			Why:   "Go tools take it for prose, so that it would protect nothing.",
			Before: `
type Client interface {
	// resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG202",
			Title: "a directive in the wrong place",
			What:  "The directive stands above something that is neither an interface nor a method of one.",
			Why:   "Policies go around the methods of an interface, and there is none here.",
			Before: `
//resilience:retry maxAttempts=3
func Track(ctx context.Context, parcel string) (string, error) {
	return "", nil
}`,
			After: `
type Tracker interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG203",
			Title: "a directive apart from its declaration",
			What:  "A blank line separates the directive from the declaration below it.",
			Why:   "A comment belongs to a declaration only when it touches it.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=3

	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG204",
			Title: "a directive at the end of a line",
			What:  "The directive stands behind code on the same line.",
			Why:   "Directives stand on lines of their own, above what they are about.",
			Before: `
type Client interface {
	Track(ctx context.Context, parcel string) (string, error) //resilience:retry maxAttempts=3
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG205",
			Title: "a directive above a group of types",
			What:  "The directive stands above a type declaration with several types in parentheses.",
			Why:   "It could be meant for any of them.",
			Before: `
//resilience:timeout 2s
type (
	Client interface {
		Track(ctx context.Context, parcel string) (string, error)
	}
	Parcel struct{}
)`,
			After: `
type (
	//resilience:timeout 2s
	Client interface {
		Track(ctx context.Context, parcel string) (string, error)
	}
	Parcel struct{}
)`,
		},
		{
			Code:  "RG206",
			Title: "a directive on an embedded interface",
			What:  "The directive stands above an embedded interface.",
			Why:   "Which of its methods it is for is not said. To give one of them a directive of its own, declare that method again, which Go allows.",
			Before: `
type Client interface {
	//resilience:off
	io.Closer
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	io.Closer
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG207",
			Title: "a directive inside a function",
			What:  "The directive stands in the body of a function.",
			Why:   "A type that is declared there cannot be named by generated code, and statements have no policies.",
			Before: `
func track(client Client) (string, error) {
	//resilience:retry maxAttempts=3
	return client.Track(context.Background(), "p-1")
}

type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
func track(client Client) (string, error) {
	return client.Track(context.Background(), "p-1")
}

type Client interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG208",
			Title: "a directive or key for methods, on an interface",
			What:  "The directive, or this key of it, is about a single method.",
			Why:   "The methods of an interface differ in what it would need to fit.",
			Before: `
//resilience:timeout 2s
//resilience:off policies=timeout
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
//resilience:timeout 2s
type Client interface {
	//resilience:off policies=timeout
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG209",
			Title: "a directive or key for interfaces, on a method",
			What:  "The directive, or this key of it, is about a whole interface.",
			Why:   "On a method there is nothing for it to choose from.",
			Before: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)

	//resilience:off methods=Close
	Close() error
}`,
			After: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)

	//resilience:off
	Close() error
}`,
		},
		{
			Code:  "RG210",
			Title: "the same directive twice",
			What:  "An interface or a method has two directives of one policy that stands only once.",
			Why:   "They are not merged, and neither is an obvious choice.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=3
	//resilience:retry delay=50ms
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG211",
			Title: "off beside other directives",
			What:  "A method is switched off and has policies at the same time.",
			Why:   "One of the two is not meant. To keep some inherited policies and drop others, write `off policies=`.",
			Before: `
//resilience:timeout 2s
type Client interface {
	//resilience:off
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)

	ETA(ctx context.Context, parcel string) (time.Time, error)
}`,
			After: `
//resilience:timeout 2s
type Client interface {
	//resilience:off policies=timeout
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)

	ETA(ctx context.Context, parcel string) (time.Time, error)
}`,
		},
		{
			Code:  "RG212",
			Title: "not an interface",
			What:  "The directive stands above a type whose definition turns out not to be an interface, or above an interface without a name.",
			Why:   "A wrapper implements the interface that its callers use, by its name.",
			Before: `
//resilience:timeout 2s
type Client http.Client`,
			After: `
//resilience:timeout 2s
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG213",
			Title: "off names a method that does not exist",
			What:  "The list of `off methods=` has a name that is not a method of the interface.",
			Why:   "The method that was meant would stay protected.",
			Before: `
//resilience:timeout 2s
//resilience:off methods=Clos
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
	Close(ctx context.Context) error
}`,
			After: `
//resilience:timeout 2s
//resilience:off methods=Close
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
	Close(ctx context.Context) error
}`,
		},
		{
			Code:  "RG214",
			Title: "off switches off nothing",
			What:  "`off policies=` names a policy that the method does not inherit.",
			Why:   "It has no effect, and looks as if it had.",
			Before: `
//resilience:timeout 2s
type Client interface {
	//resilience:off policies=retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
//resilience:timeout 2s
//resilience:retry
type Client interface {
	//resilience:off policies=retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG215",
			Title: "off without methods, on an interface",
			What:  "`off` on an interface does not say which methods it is for.",
			Why:   "An interface that is switched off as a whole needs no directives.",
			Before: `
//resilience:timeout 2s
//resilience:off
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
	Close(ctx context.Context) error
}`,
			After: `
//resilience:timeout 2s
//resilience:off methods=Close
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
	Close(ctx context.Context) error
}`,
		},
		{
			Code:  "RG216",
			Title: "an interface whose directives protect no method",
			What:  "The interface has directives, and in the end no method has a policy.",
			Why:   "A wrapper that only passes calls through is not what anybody writes directives for.",
			Before: `
//resilience:timeout 2s
//resilience:off methods=Track
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
//resilience:timeout 2s
type Client interface {
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG217",
			Title: "a name that is taken",
			What:  "The package already declares the name of the wrapper or its constructor.",
			Why:   "The generated code would not compile. Rename one of the two.",
			Before: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}

type ResilientClient struct{}`,
			After: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}

type SturdyClient struct{}`,
		},
	}
}
