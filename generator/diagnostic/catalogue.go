package diagnostic

import (
	"slices"
	"strings"
)

// An Entry documents a code.
type Entry struct {
	Code  string // "RG101": the first digit is the group, see Groups
	Title string // a short noun phrase
	What  string // what was found, in one or two sentences
	Why   string // why that is an error
	// Before is what the code is reported for and After what is right: declarations of a package with its imports left
	// out, or, where that is not about Go code, text that starts with "$".
	Before, After string
}

// A Group is a range of codes.
type Group struct {
	Prefix  string // "RG1"
	Title   string
	Entries []Entry // ordered by code
}

// Groups returns the catalogue of all codes.
func Groups() []Group {
	return []Group{
		{"RG1", "Directive text", textEntries()},
		{"RG2", "Where a directive stands", placementEntries()},
		{"RG3", "Signatures", signatureEntries()},
		{"RG4", "References", referenceEntries()},
		{"RG5", "Policies together", combinationEntries()},
		{"RG6", "Loading and output", loadingEntries()},
		{"RG7", "The worst case", worstCaseEntries()},
	}
}

// Lookup returns the entry of a code, in any case of letters.
func Lookup(code string) (Entry, bool) {
	for _, group := range Groups() {
		i := slices.IndexFunc(group.Entries, func(e Entry) bool { return strings.EqualFold(e.Code, code) })
		if i >= 0 {
			return group.Entries[i], true
		}
	}
	return Entry{}, false
}
