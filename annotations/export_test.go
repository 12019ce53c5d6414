package annotations

// What other libraries call directives and keys, for the tests.
var (
	OtherNames = otherNames
	OtherKeys  = otherKeys
)
