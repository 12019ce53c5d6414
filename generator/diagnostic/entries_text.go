package diagnostic

func textEntries() []Entry {
	return []Entry{
		{
			Code:  "RG101",
			Title: "no such directive",
			What:  "What follows `//resilience:` is not the name of a directive.",
			Why:   "A misspelt directive would protect nothing, and nobody would notice until it is needed.",
			Before: `
type Client interface {
	//resilience:retries maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG102",
			Title: "no such key",
			What:  "The directive has no key of that name. Keys are written as in the documentation, capital letters included.",
			Why:   "An unknown key would leave the policy at its default, which is not what was asked for.",
			Before: `
type Client interface {
	//resilience:retry attempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG103",
			Title: "arguments that are not key=value",
			What:  "The arguments of a directive are words of the form `key=value`, separated by spaces, without spaces around the `=` or in a value, brackets around them or a comment behind them.",
			Why:   "There is one way to write arguments, so that a directive always means what it seems to mean.",
			Before: `
type Client interface {
	//resilience:retry(maxAttempts=3)
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG104",
			Title: "a quote in the wrong place",
			What:  "A quoted value has no closing quote, is not a valid Go string, or has something glued to it.",
			Why:   "Where the value ends cannot be known.",
			Before: `
type Client interface {
	//resilience:fallback value="not known
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:fallback value=` + "`\"not known\"`" + `
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG105",
			Title: "a key stated twice",
			What:  "One directive states the same key more than once.",
			Why:   "Only one of the values could hold, and neither first nor last is an obvious choice.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=3 delay=50ms maxAttempts=5
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=5 delay=50ms
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG106",
			Title: "a key without a value",
			What:  "A key has nothing behind its `=`.",
			Why:   "Zero, empty and unset are different things here: a key that is to keep its default is left out.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG107",
			Title: "a value without a key",
			What:  "A value stands alone in a directive that takes none without its key.",
			Why:   "Which key was meant can only be guessed.",
			Before: `
type Client interface {
	//resilience:retry 3
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=3
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG108",
			Title: "a required key is missing",
			What:  "The directive needs a key that it does not state.",
			Why:   "There is no default that would be right for most services.",
			Before: `
type Client interface {
	//resilience:ratelimit limit=10
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:ratelimit limit=10 period=1s
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG109",
			Title: "a value of the wrong kind",
			What:  "The value is not what the key takes: a duration with its unit, a whole number, a percentage, true or false, a name.",
			Why:   "A number without a unit, for instance, could be seconds or nanoseconds.",
			Before: `
type Client interface {
	//resilience:retry delay=50
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry delay=50ms
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG110",
			Title: "a value out of bounds",
			What:  "The value is smaller or larger than the key allows.",
			Why:   "Beyond its bounds a policy cannot do what it is for: no attempt at all, a rate above 100 percent, a wait that is negative.",
			Before: `
type Client interface {
	//resilience:retry maxAttempts=0
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry maxAttempts=1
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG111",
			Title: "not one of the words that the key takes",
			What:  "The key takes one of a few words, and this is none of them.",
			Why:   "There is nothing else that it could mean.",
			Before: `
type Client interface {
	//resilience:timeout 2s mode=async
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:timeout 2s mode=detached
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG112",
			Title: "a list with an empty or a repeated element",
			What:  "The elements of a list are separated by commas, with none at its end and no element twice.",
			Why:   "An empty element is most often a name that got lost.",
			Before: `
type Client interface {
	//resilience:retry retryOn=ErrBusy,,ErrSlow
	Track(ctx context.Context, parcel string) (string, error)
}

var ErrBusy, ErrSlow = errors.New("busy"), errors.New("slow")`,
			After: `
type Client interface {
	//resilience:retry retryOn=ErrBusy,ErrSlow
	Track(ctx context.Context, parcel string) (string, error)
}

var ErrBusy, ErrSlow = errors.New("busy"), errors.New("slow")`,
		},
		{
			Code:  "RG113",
			Title: "keys that contradict each other",
			What:  "The values of two keys cannot both hold.",
			Why:   "One of them would silently lose.",
			Before: `
type Client interface {
	//resilience:retry delay=1s maxDelay=500ms
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry delay=100ms multiplier=2 maxDelay=500ms
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG115",
			Title: "a key of the run-time configuration",
			What:  "The key can be set when the program runs and cannot be written in a directive.",
			Why:   "It is a switch for operations: a policy that is written down and switched off at the same place would only confuse.",
			Before: `
type Client interface {
	//resilience:circuitbreaker enabled=false
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:circuitbreaker initial=disabled
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  "RG116",
			Title: "a key that does nothing",
			What:  "The key only means something together with another key, which is not there.",
			Why:   "Whoever wrote it expects an effect that it does not have.",
			Before: `
type Client interface {
	//resilience:circuitbreaker maxOpenWait=10m
	Track(ctx context.Context, parcel string) (string, error)
}`,
			After: `
type Client interface {
	//resilience:circuitbreaker openMultiplier=2 maxOpenWait=10m
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
	}
}
