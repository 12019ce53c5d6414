package annotations

// A fault is what is wrong with a value's text.
type fault struct {
	code        string
	message     string
	replacement string // of the bytes start to end, "" if none is known
	start, end  int    // the bytes of the text that are at fault; all if end is 0
}

// Error implements error.
func (f *fault) Error() string { return f.message }

func badValue(message string) *fault { return &fault{code: CodeBadValue, message: message} }

func syntax(message string) *fault { return &fault{code: CodeSyntax, message: message} }

// within gives the fault its place in the text.
func (f *fault) within(start, end int) *fault {
	f.start, f.end = start, end
	return f
}

func (f *fault) replacedBy(text string) *fault {
	f.replacement = text
	return f
}
