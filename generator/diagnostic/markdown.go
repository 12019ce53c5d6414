package diagnostic

import (
	"fmt"
	"strings"
)

// Markdown renders the whole catalogue, a section for each group and in it one for each code.
func Markdown() string {
	var out strings.Builder
	for i, group := range Groups() {
		if i > 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "## %s: %sxx\n", group.Title, group.Prefix)
		if group.Note != "" {
			fmt.Fprintf(&out, "\n%s\n", group.Note)
		}
		for _, entry := range group.Entries {
			fmt.Fprintf(&out, "\n### %s: %s\n\n%s", entry.Code, entry.Title, entry.body())
		}
	}
	return out.String()
}

// Page renders the entry as a page of its own.
func (e Entry) Page() string {
	return fmt.Sprintf("# %s: %s\n\n%s", e.Code, e.Title, e.body())
}

func (e Entry) body() string {
	return fmt.Sprintf("%s\n\n%s\n\n%s\nInstead:\n\n%s", e.What, e.Why, fence(e.Before), fence(e.After))
}

func fence(example string) string {
	language := "go"
	if strings.HasPrefix(example, "$") {
		language = "text"
	}
	return "```" + language + "\n" + strings.TrimSpace(example) + "\n```\n"
}
