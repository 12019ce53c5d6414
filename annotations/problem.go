package annotations

import "go/token"

// The codes of the problems that Parse reports.
const (
	CodeUnknownDirective = "RG101" // no such directive
	CodeUnknownKey       = "RG102" // the directive has no such key
	CodeSyntax           = "RG103" // not key=value words separated by spaces
	CodeQuote            = "RG104" // a quote without its partner, or in the wrong place
	CodeDuplicateKey     = "RG105" // a key is stated twice
	CodeMissingValue     = "RG106" // a key has no value
	CodeBareValue        = "RG107" // a value has no key and needs one
	CodeMissingKey       = "RG108" // a key that the directive needs is not stated
	CodeBadValue         = "RG109" // a value is not of the key's kind
	CodeOutOfBounds      = "RG110" // a value is too small or too large
	CodeNotOneOf         = "RG111" // a word is not among those that the key takes
	CodeBadList          = "RG112" // a list has an empty or a repeated element
	CodeConflict         = "RG113" // keys contradict each other
	CodeOverrideOnly     = "RG115" // the key belongs in the runtime's configuration
	CodeNoEffect         = "RG116" // the key does nothing without another
)

// A Problem is one mistake in a directive.
type Problem struct {
	// Pos and End enclose the text that is at fault: an argument, its key, its
	// value or an element of it, or the directive's name.
	Pos, End token.Pos
	// Code is one of the codes of this package.
	Code string
	// Message says what is wrong and what to do about it.
	Message string
	// Replacement is what to write between Pos and End instead, "" if that is
	// not known.
	Replacement string
}

// A Conflict is a contradiction between the values of two keys.
type Conflict struct {
	// Key is at fault, and Other is what it contradicts; either may be absent
	// from the settings, where the contradiction is that both are.
	Key, Other string
	// Message says what is wrong and what to do about it.
	Message string
}
