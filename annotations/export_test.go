package annotations

// ParseAs is Parse for a directive that is not in the vocabulary.
var ParseAs = (*Directive).parse
