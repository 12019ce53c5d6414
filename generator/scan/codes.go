package scan

// Codes of the problems with where a directive stands.
const (
	CodeNearMiss        = "RG201" // a comment that looks like a directive
	CodeMisplaced       = "RG202" // on something that is neither an interface nor its method
	CodeDetached        = "RG203" // separated from the declaration below it
	CodeEndOfLine       = "RG204" // behind code on its line
	CodeGroupedTypes    = "RG205" // above a group of type declarations
	CodeEmbedded        = "RG206" // on an embedded interface
	CodeLocal           = "RG207" // in a function
	CodeNotOnInterface  = "RG208" // a directive that belongs on a method
	CodeNotOnMethod     = "RG209" // a directive that belongs on an interface
	CodeRepeated        = "RG210" // the same directive twice
	CodeOffBesideOthers = "RG211" // off on a method that has other directives
)
