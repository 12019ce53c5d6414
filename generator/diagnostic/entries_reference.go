package diagnostic

func referenceEntries() []Entry {
	return []Entry{
		{
			Code:  "RG401",
			Title: "nothing has that name",
			What:  "A directive refers to an error or a function that does not exist in the package, or in the package before its dot.",
			Why:   "Names in directives are looked up like names in code.",
			Before: `
type Client interface {
	//resilience:retry retryOn=ErrBusi
	Track(ctx context.Context, parcel string) (string, error)
}

var ErrBusy = errors.New("busy")`,
			After: `
type Client interface {
	//resilience:retry retryOn=ErrBusy
	Track(ctx context.Context, parcel string) (string, error)
}

var ErrBusy = errors.New("busy")`,
		},
		{
			Code:  "RG402",
			Title: "two packages of that name",
			What:  "The name before the dot is one package in one file and another in another file.",
			Why:   "A directive may use the imports of every file of its package, so that the name does not say which is meant. A full import path does.",
			Before: `$ grep -n template *.go
client.go:5:    //resilience:retry retryOn=*template.Error
mail.go:3:      import "text/template"
page.go:3:      import "html/template"
`,
			After: `$ grep -n template *.go
client.go:5:    //resilience:retry retryOn=*html/template.Error
mail.go:3:      import "text/template"
page.go:3:      import "html/template"
`,
		},
		{
			Code:  "RG403",
			Title: "a package that cannot be loaded",
			What:  "The package before the dot is imported by no file of the package and cannot be found by its import path.",
			Why:   "What is meant by the name cannot be looked up.",
			Before: `
type Client interface {
	//resilience:retry retryOn=*urls.Error
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry retryOn=*net/url.Error
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG404",
			Title: "an unexported name of another package",
			What:  "A directive refers to a name that its package does not export.",
			Why:   "Generated code is subject to the rules of Go like any other.",
			Before: `
type Client interface {
	//resilience:retry retryOn=*os.rawConn
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry retryOn=*os.PathError
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG405",
			Title: "neither an error nor a test for errors",
			What:  "An element of a list of errors is not an error variable, an error type, or a `func(error) bool`.",
			Why:   "There is no way to match an error with it. For a type whose methods have pointer receivers, the pointer is the error: `*net.OpError`.",
			Before: `
type Client interface {
	//resilience:retry retryOn=net.OpError
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry retryOn=*net.OpError
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG406",
			Title: "not a function",
			What:  "The key takes the name of a function, and the name belongs to something else.",
			Why:   "It is called by the generated code.",
			Before: `
type Client interface {
	//resilience:retry retryIf=ErrBusy
	Track(ctx context.Context, parcel string) (string, error)
}

var ErrBusy = errors.New("busy")`,
			After: `
type Client interface {
	//resilience:retry retryOn=ErrBusy
	Track(ctx context.Context, parcel string) (string, error)
}

var ErrBusy = errors.New("busy")`,
		},
		{
			Code:  "RG407",
			Title: "a function of the wrong shape",
			What:  "The function that the key names does not have the parameters and results that the key calls for.",
			Why:   "The generated code calls it with what the key is about, and would not compile.",
			Before: `
type Client interface {
	//resilience:retry retryIf=busy
	Track(ctx context.Context, parcel string) (string, error)
}

func busy(err error) error { return err }`,
			After: `
type Client interface {
	//resilience:retry retryIf=busy
	Track(ctx context.Context, parcel string) (string, error)
}

func busy(err error) bool { return err != nil }`,
		},
		{
			Code:  "RG408",
			Title: "a fallback function that does not fit its method",
			What:  "The fallback does not take the parameters of the method, then at most one error, and return its results.",
			Why:   "It stands in for the method, so that it is given and returns the same.",
			Before: `
type Client interface {
	//resilience:fallback func=unknown
	Track(ctx context.Context, parcel string) (string, error)
}

func unknown(err error) (string, error) { return "unknown", nil }`,
			After: `
type Client interface {
	//resilience:fallback func=unknown
	Track(ctx context.Context, parcel string) (string, error)
}

func unknown(ctx context.Context, parcel string, err error) (string, error) { return "unknown", nil }`,
		},
		{
			Code:  "RG409",
			Title: "a fallback method that is missing or does not fit",
			What:  "`fallback method=` names no method of the interface, the method itself, or one with another signature.",
			Why:   "It is called on the implementation with the same arguments.",
			Before: `
type Client interface {
	//resilience:fallback method=Guess
	Track(ctx context.Context, parcel string) (string, error)

	Guess(parcel string) string
}`,
			After: `
type Client interface {
	//resilience:fallback method=Guess
	Track(ctx context.Context, parcel string) (string, error)

	Guess(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG410",
			Title: "a fallback value that does not fit",
			What:  "`fallback value=` is not a constant or nil, cannot be assigned to the method's result on every system (an `int` may have 32 bits), or the method does not have exactly one result beside its error.",
			Why:   "It is returned in place of that result.",
			Before: `
type Client interface {
	//resilience:fallback value=0
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:fallback value=` + "`\"unknown\"`" + `
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG411",
			Title: "no result to judge",
			What:  "A key names a function that judges results, on a method that returns nothing but an error.",
			Why:   "The function takes all results but the error, and there are none.",
			Before: `
type Client interface {
	//resilience:retry retryOnResult=empty
	Ping(ctx context.Context) error
}

func empty() bool { return false }`,
			After: `
type Client interface {
	//resilience:retry retryOnResult=empty
	Ping(ctx context.Context) (string, error)
}

func empty(answer string) bool { return answer == "" }`,
		},
	}
}
