// Package reference renders the vocabulary of directives and the catalogue of
// errors as Markdown, for the sections of the documentation that nobody should
// write by hand.
package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/diagnostic"
)

// Sections returns the generated sections by name: "directives" is a table of
// all directives, each directive's name is its reference, and "errors" is the
// catalogue of errors.
func Sections() map[string]string {
	sections := map[string]string{"directives": overview(), "errors": diagnostic.Markdown()}
	for _, d := range annotations.Directives() {
		sections[d.Name] = describe(d)
	}
	return sections
}

// overview is the table of all directives.
func overview() string {
	var b strings.Builder
	b.WriteString("| directive | what it does | keys |\n|---|---|---|\n")
	for _, d := range annotations.Directives() {
		name := "[`" + d.Name + "`](docs/directives.md#" + d.Name + ")"
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, d.Doc, code(written(d)))
	}
	return b.String()
}

// describe is the reference of one directive.
func describe(d *annotations.Directive) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n```go\n%s\n```\n\n%s\n\n", d.Doc, d.Example, placement(d))
	b.WriteString("| key | value | default | meaning |\n|---|---|---|---|\n")
	for _, k := range d.Keys {
		if !k.OverrideOnly {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, values(k), defaultValue(k), meaning(d, k))
		}
	}
	if names := overridable(d); len(names) > 0 {
		fmt.Fprintf(&b, "\nOverridable: %s.\n", code(names))
	}
	return b.String()
}

// placement says where the directive may stand, and how it applies there.
func placement(d *annotations.Directive) string {
	var facts []string
	switch {
	case d.OnInterface && d.OnMethod:
		facts = append(facts, "On an interface or a method.")
	case d.OnInterface:
		facts = append(facts, "On an interface.")
	default:
		facts = append(facts, "On a method.")
	}
	if d.Stateful {
		facts = append(facts, "On an interface it is one instance that the methods share.")
	}
	if d.Repeatable {
		facts = append(facts, "May stand several times; the first that applies wins.")
	}
	if d.AsyncOnly {
		facts = append(facts, "For methods that return a future or a channel of results.")
	}
	if d.Positional != "" {
		facts = append(facts, fmt.Sprintf("A value without a key is `%s`.", d.Positional))
	}
	return strings.Join(facts, " ")
}

// meaning is the key's doc and what it has to do with other keys.
func meaning(d *annotations.Directive, k *annotations.Key) string {
	text := k.Doc
	if k.Required {
		text += " Required."
	}
	if len(k.Needs) > 0 {
		text += " Needs " + join(k.Needs, " or ") + "."
	}
	if others := excluded(d, k); len(others) > 0 {
		text += " Not beside " + join(others, " or ") + "."
	}
	if k.InterfaceOnly {
		text += " Only on an interface."
	}
	if k.MethodOnly {
		text += " Only on a method."
	}
	return text
}

// excluded returns the keys that cannot stand beside k, whichever of the two
// says so.
func excluded(d *annotations.Directive, k *annotations.Key) []string {
	var names []string
	for _, other := range d.Keys {
		if slices.Contains(k.Excludes, other.Name) || slices.Contains(other.Excludes, k.Name) {
			names = append(names, other.Name)
		}
	}
	return names
}

func defaultValue(k *annotations.Key) string {
	switch {
	case k.DefaultKey != "":
		return "as `" + k.DefaultKey + "`"
	case k.Default != "":
		return "`" + k.Default + "`"
	default:
		return ""
	}
}

// written returns the names of the keys that a directive may have.
func written(d *annotations.Directive) []string {
	var names []string
	for _, k := range d.Keys {
		if !k.OverrideOnly {
			names = append(names, k.Name)
		}
	}
	return names
}

func overridable(d *annotations.Directive) []string {
	var names []string
	for _, k := range d.Keys {
		if k.Override {
			names = append(names, k.Name)
		}
	}
	return names
}

func code(names []string) string { return join(names, ", ") }

func join(names []string, separator string) string {
	return "`" + strings.Join(names, "`"+separator+"`") + "`"
}
