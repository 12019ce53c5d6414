package main

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
)

//go:embed refusals.txt
var reviewedText string

// A review is the judgement that a refusal is right. Those of methods that return an error stand by themselves; the others
// are right whatever the method, by what their code means.
type review struct {
	code, name string // name is a pattern of path.Match; "-" for what returns no error
	reason     string
}

// reviews parses the list: a code, a pattern or "-", and the reason, one a line.
func reviews(text string) ([]review, error) {
	var all []review
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		code, rest, _ := strings.Cut(line, " ")
		name, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
		reason = strings.TrimSpace(reason)
		if _, err := path.Match(name, ""); err != nil || reason == "" {
			return nil, fmt.Errorf("%q is not a code, a pattern and a reason", line)
		}
		all = append(all, review{code, name, reason})
	}
	return all, nil
}

// covers reports whether a review is about a refusal.
func (v review) covers(r refusal) bool {
	if v.code != r.code {
		return false
	}
	if v.name == "-" {
		return !r.returnError
	}
	matches, _ := path.Match(v.name, r.name)
	return matches
}
