package runtime

import (
	"strings"
	"unicode"

	"github.com/go-resgen/resgen/annotations"
)

// A notation is how a source of overrides writes their keys.
type notation uint8

const (
	// dotted is the notation of files and code:
	// instances.tracking.Client.Track.retry.maxAttempts.
	dotted notation = iota
	// environment is that of environment variables, in which dots and case are
	// lost: RESILIENCE_INSTANCES_TRACKING_CLIENT_TRACK_RETRY_MAXATTEMPTS.
	environment
)

// environmentPrefix starts the names of all variables that are ours.
const environmentPrefix = "RESILIENCE_"

// split cuts a key into its words.
func (n notation) split(key string) []string {
	if n == environment {
		return strings.Split(strings.TrimPrefix(key, environmentPrefix), "_")
	}
	return strings.Split(key, ".")
}

// join puts words together as they stand in a key.
func (n notation) join(words ...string) string {
	if n == environment {
		return strings.Join(words, "_")
	}
	return strings.Join(words, ".")
}

// fold is how the notation writes a name. Two names may fold to the same.
func (n notation) fold(name string) string {
	if n != environment {
		return name
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return '_'
	}, name)
}

// list is how the notation writes several names, for errors.
func (n notation) list(names []string) string {
	folded := make([]string, len(names))
	for i, name := range names {
		folded[i] = n.fold(name)
	}
	return strings.Join(folded, ", ")
}

// find returns the known name that word stands for, and if there is none, the
// one that may have been meant, as the notation writes it.
func (n notation) find(word string, known []string) (name, suggestion string) {
	folded := make([]string, len(known))
	for i, name := range known {
		folded[i] = n.fold(name)
		if folded[i] == word {
			return name, ""
		}
	}
	return "", annotations.Suggest(word, folded)
}

// describe names a key in an error.
func (n notation) describe(key string) string {
	if n == environment {
		return "environment variable " + key
	}
	return "override " + key
}

// form is the shape of the keys of a scope, for errors.
func (n notation) form(words ...string) string {
	form := n.join(words...)
	if n == environment {
		return environmentPrefix + strings.ToUpper(form)
	}
	return form
}
