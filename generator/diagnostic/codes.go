package diagnostic

// Codes of loading and output. The codes of directive text are constants of package annotations.
const (
	CodeSyntax       = "RG601" // a file does not parse
	CodeNoPackage    = "RG602" // a pattern selects no package
	CodeBrokenType   = "RG603" // an annotated declaration has an invalid type
	CodeForeignFile  = "RG604" // a file that is not ours stands where the output would go
	CodeUnreadable   = "RG605" // a file of the package cannot be read
	CodeExcludedFile = "RG606" // the file that go generate names is excluded by build constraints
	CodeStale        = "RG607" // an output that is missing or differs from what would be generated
	CodeOrphan       = "RG608" // an output that no directive asks for
)
