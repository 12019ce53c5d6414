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
	Note    string  // what a reader of the list may wonder at, such as a code that is left out; or ""
	Entries []Entry // ordered by code
}

// Groups returns the catalogue of all codes.
func Groups() []Group {
	return []Group{
		{Prefix: "RG1", Title: "Directive text", Note: "RG114 meant that a directive was not supported yet. All are by now, and the number is not used again.", Entries: textEntries()},
		{Prefix: "RG2", Title: "Where a directive stands", Entries: placementEntries()},
		{Prefix: "RG3", Title: "Signatures", Entries: signatureEntries()},
		{Prefix: "RG4", Title: "References", Entries: referenceEntries()},
		{Prefix: "RG5", Title: "Policies together", Entries: combinationEntries()},
		{Prefix: "RG6", Title: "Loading and output", Entries: loadingEntries()},
		{Prefix: "RG7", Title: "The worst case", Entries: worstCaseEntries()},
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
