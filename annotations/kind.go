package annotations

import "go/token"

// A Kind says what values a key takes and how they are written.
type Kind uint8

// The kinds of values.
const (
	// Duration is a Go duration such as 50ms or 1m30s; zero may be written 0.
	Duration Kind = iota + 1
	// Int is a whole number.
	Int
	// Float is a decimal number without exponent.
	Float
	// Percent is a decimal number of at most four places, so that it is a whole
	// number of millionths and rates can be compared exactly.
	Percent
	// Bool is true or false.
	Bool
	// Enum is one word of the key's list.
	Enum
	// Name is the name of an instance, a configuration or a group: letters,
	// digits and any of "._-/" after the first character.
	Name
	// Window is a number of calls or a span of time: see [Value.Window].
	Window
	// Errors is a list of references to error variables, error types and
	// functions that take an error.
	Errors
	// Func is a reference to a function.
	Func
	// Method is the name of a method of the interface.
	Method
	// Methods is a list of names of methods of the interface.
	Methods
	// Policies is a list of words of the key's Enum.
	Policies
	// Expr is a Go constant expression or nil, without spaces outside quotes. It
	// is the argument's own text: what is quoted is a Go string.
	Expr
)

// String returns the kind's name as the reference shows it.
func (k Kind) String() string {
	switch k {
	case Duration:
		return "duration"
	case Int:
		return "number"
	case Float:
		return "decimal"
	case Percent:
		return "percent"
	case Bool:
		return "bool"
	case Enum:
		return "word"
	case Name:
		return "name"
	case Window:
		return "calls or duration"
	case Errors:
		return "errors"
	case Func:
		return "function"
	case Method:
		return "method"
	case Methods:
		return "methods"
	case Policies:
		return "policies"
	case Expr:
		return "expression"
	default:
		return "unknown"
	}
}

// refers reports whether values are names of something, which most words can be.
func (k Kind) refers() bool {
	switch k {
	case Name, Errors, Func, Method, Methods:
		return true
	default:
		return false
	}
}

// List reports whether values are comma-separated lists.
func (k Kind) List() bool { return k == Errors || k == Methods || k == Policies }

// Reference reports whether values name Go objects, which annotations does not
// resolve.
func (k Kind) Reference() bool { return k == Errors || k == Func }

// parse reads a value from text; at gives the position of a byte of it.
func (k *Key) parse(text string, at func(offset int) token.Pos) (Value, []*fault) {
	if text == "" {
		return Value{}, []*fault{{code: CodeMissingValue, message: "the value is missing"}}
	}
	if k.Kind.List() {
		return k.parseList(text, at)
	}
	v, f := k.parseScalar(text)
	if f == nil {
		f = k.bounds(v, text)
	}
	if f != nil {
		return Value{}, []*fault{f}
	}
	return v, nil
}

func (k *Key) parseScalar(text string) (Value, *fault) {
	switch k.Kind {
	case Duration:
		return parseDuration(text)
	case Int:
		return parseInt(text)
	case Float:
		return parseFloat(text)
	case Percent:
		return parsePercent(text)
	case Bool:
		return parseBool(text)
	case Enum:
		return parseEnum(text, k.Enum)
	case Name:
		return parseName(text)
	case Window:
		return parseWindow(text)
	case Func:
		return parseFunc(text)
	case Method:
		return parseMethod(text)
	default:
		return parseExpr(text)
	}
}

// nowhere is the position of text that stands in no file.
func nowhere(int) token.Pos { return token.NoPos }
