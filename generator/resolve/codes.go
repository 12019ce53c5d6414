package resolve

// Codes of the problems with placement that take types to see.
const (
	CodeNotInterface = "RG212" // directives on a type that is not an interface
	CodeOffUnknown   = "RG213" // off names a method that does not exist
	CodeOffNothing   = "RG214" // off switches off what is not there
	CodeOffForm      = "RG215" // off with the keys of another place
	CodeProtectsNone = "RG216" // the interface's directives protect no method
	CodeNameTaken    = "RG217" // a name that the output declares exists
)

// Codes of the problems with the signature of a protected method.
const (
	CodeNoError         = "RG301" // no error result
	CodeErrorNotLast    = "RG302" // the error is not the last result
	CodeConcreteError   = "RG303" // the last result is an error type, but not error
	CodeChannel         = "RG304" // a bidirectional or send-only channel
	CodeReceiveChannel  = "RG305" // a <-chan of something that is not a Result
	CodeIterator        = "RG306" // an iterator as only result
	CodeFutureAmongMany = "RG307" // a future or result channel beside other results
	CodeUndeclarable    = "RG308" // a method that the package cannot declare
	CodeTypeSet         = "RG309" // an interface that is only a constraint
	CodeNoContext       = "RG310" // a cooperative timeout without a context
	CodeUsedUp          = "RG311" // a retry of a parameter that is used up
	CodeOutlives        = "RG312" // a timeout on a result that outlives the call
	CodeDetachedAsync   = "RG313" // detached execution of an asynchronous method
	CodeAsyncOnly       = "RG314" // a hedge of a method that makes its caller wait
)

// Codes of the problems with references.
const (
	CodeUnknownName     = "RG401" // nothing has that name
	CodeAmbiguousName   = "RG402" // two files import different packages by that name
	CodeNoPackage       = "RG403" // the package cannot be loaded
	CodeNotExported     = "RG404" // an unexported name of another package
	CodeNotAnError      = "RG405" // neither an error value, an error type, nor func(error) bool
	CodeNotAFunction    = "RG406" // a function is wanted
	CodeFunctionShape   = "RG407" // a function with another signature than wanted
	CodeFallbackShape   = "RG408" // a fallback that does not fit its method
	CodeFallbackMethod  = "RG409" // a fallback method that is missing or does not fit
	CodeFallbackValue   = "RG410" // a fallback value that does not fit
	CodeNoResultToJudge = "RG411" // a result function on a method without results
)

// Codes of the problems between policies.
const (
	CodeUnreachableFallback = "RG501" // behind one that takes everything
	CodeInstanceDiffers     = "RG502" // two directives that define one instance differently
	CodeNoSuchLayer         = "RG503" // an order lists a layer that is not there
	CodeSlotLeft            = "RG504" // an order gives a slot back before detached work ends
	CodeRetryAndHedge       = "RG505" // both repeat the call
)

// Codes of what worstcase directives do not allow.
const (
	CodeTooLong  = "RG701" // a call can take longer
	CodeTooOften = "RG702" // a call can make more attempts
	CodeEndless  = "RG703" // nothing bounds the time of a call
)
