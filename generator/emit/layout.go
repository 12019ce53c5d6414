package emit

import (
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

// lines writes the elements of a composite literal, one a line.
func lines(elements ...jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, elements...)
}

// arguments writes the arguments of a call, one a line if there are several.
func arguments(args ...jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "(", Close: ")", Separator: ",", Multi: len(args) > 1}, args...)
}

// exported makes a key's name that of a field: retryOn is RetryOn.
func exported(key string) string {
	first, size := utf8.DecodeRuneInString(key)
	return string(unicode.ToUpper(first)) + key[size:]
}
