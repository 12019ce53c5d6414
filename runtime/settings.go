package runtime

import (
	"maps"
	"slices"

	"github.com/go-resgen/resgen/annotations"
)

// A setting is the value of one key, and where it was set: the key of an
// override, the name of an environment variable, or one of the sources below.
type setting struct {
	value  annotations.Value
	source string
}

const (
	// sourceDefault is the vocabulary.
	sourceDefault = "default"
	// sourceDirective is a directive in the source code.
	sourceDirective = "directive"
	// sourceCode is a configuration that a program made by hand.
	sourceCode = "code"
)

// settings are the values of a policy's keys.
type settings map[string]setting

// from gives values that all come from one source.
func from(source string, values annotations.Settings) settings {
	s := make(settings, len(values))
	for key, value := range values {
		s[key] = setting{value: value, source: source}
	}
	return s
}

// values drops the sources.
func (s settings) values() annotations.Settings {
	values := make(annotations.Settings, len(s))
	for key, setting := range s {
		values[key] = setting.value
	}
	return values
}

// equal reports whether both have the same values, whatever their sources.
func (s settings) equal(o settings) bool {
	return maps.EqualFunc(s, o, func(a, b setting) bool { return a.value.String() == b.value.String() })
}

// decided returns the keys that have a value, and those that the directive does
// not take beside them.
func (s settings) decided(d *annotations.Directive) map[string]bool {
	decided := make(map[string]bool)
	for key := range s {
		decided[key] = true
		for _, excluded := range d.Key(key).Excludes {
			decided[excluded] = true
		}
	}
	return decided
}

// appendSources appends where the values come from.
func (s settings) appendSources(sources []string) []string {
	for _, key := range slices.Sorted(maps.Keys(s)) {
		sources = append(sources, s[key].source)
	}
	return sources
}
