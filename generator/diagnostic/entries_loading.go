package diagnostic

func loadingEntries() []Entry {
	return []Entry{
		{
			Code:  CodeSyntax,
			Title: "a file that does not parse",
			What:  "A file of the package is not valid Go, or its package clause is not that of the other files in the folder. Function bodies are not looked at.",
			Why:   "What it declares cannot be known, and so neither can the code that goes with it.",
			Before: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string (string, error)
}`,
			After: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel string) (string, error)
}`,
		},
		{
			Code:  CodeNoPackage,
			Title: "no package to generate code for",
			What:  "A pattern on the command line names no package: the folder or package does not exist, has no Go files, or none that this build includes.",
			Why:   "Doing nothing would look like success.",
			Before: `$ resgen ./traking
RG602: stat ./traking: directory not found`,
			After: `$ resgen ./tracking`,
		},
		{
			Code:  CodeBrokenType,
			Title: "an annotated declaration that does not compile",
			What:  "The interface, or the signature of a method that has policies, has a type error. The message quotes the compiler's. Type errors elsewhere in the package do not matter.",
			Why:   "What the method takes and returns is not known.",
			Before: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel Parsel) (string, error)
}

type Parcel string`,
			After: `
type Client interface {
	//resilience:retry
	Track(ctx context.Context, parcel Parcel) (string, error)
}

type Parcel string`,
		},
		{
			Code:  CodeForeignFile,
			Title: "somebody else's file in the place of the output",
			What:  "The file that would be written exists, and does not start with the line by which resgen knows its own output.",
			Why:   "It may be somebody's work. Rename it, or the file with the directives.",
			Before: `$ resgen
client_resilient.go: RG604: client_resilient.go is where the output goes, but resgen did not write it: rename it, or the source file`,
			After: `$ git mv client_resilient.go client_by_hand.go
$ resgen`,
		},
		{
			Code:  CodeUnreadable,
			Title: "a file that cannot be read",
			What:  "A Go file of the package exists and cannot be read.",
			Why:   "What it declares cannot be known.",
			Before: `$ resgen
client.go: RG605: open client.go: permission denied`,
			After: `$ chmod +r client.go
$ resgen`,
		},
		{
			Code:  CodeExcludedFile,
			Title: "the file that asked for code is not part of the build",
			What:  "The go:generate line that runs resgen stands in a file that build tags, or the system in its name, exclude.",
			Why:   "Its interfaces are not seen, and no output would be written.",
			Before: `$ head -1 client.go
//go:build sandbox
$ go generate`,
			After: `$ grep go:generate client.go
//go:generate go tool resgen -tags sandbox
$ go generate`,
		},
		{
			Code:  CodeStale,
			Title: "an output that is not what the directives say",
			What:  "The file beside the source is missing, or differs from what resgen would write. Only the analyzer reports this; `resgen -check` prints the difference.",
			Why:   "Calls go through the policies that were stated when the file was written, not through those that stand in the source.",
			Before: `$ go vet -vettool=$(which resgen) ./...
./client.go:8:6: RG607: client_resilient.go is stale: run resgen, which updates it`,
			After: `$ go generate ./...`,
		},
		{
			Code:  CodeOrphan,
			Title: "an output that nothing asks for",
			What:  "The source of the output has lost its directives, or is gone. Only the analyzer reports this; `resgen -check` prints the difference.",
			Why:   "The wrapper still compiles, so that a program can go on using policies that no source states.",
			Before: `$ go vet -vettool=$(which resgen) ./...
./client_resilient.go:3:1: RG608: client_resilient.go is an output that no directive asks for: run resgen, which deletes it`,
			After: `$ go tool resgen ./...`,
		},
	}
}
