package scan

import "regexp"

// mention finds what may be a directive or a mistyped one.
var mention = regexp.MustCompile(`(?i)(?://|/\*)[ \t]*r[a-z]{5,12}[ \t]*:`)

// Select reports whether a source file may have something to say about
// directives. It is quick, and sometimes says yes where there is nothing.
func Select(source []byte) bool { return mention.Match(source) }
