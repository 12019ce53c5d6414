package emit

import (
	"fmt"
	"strings"

	"github.com/go-resgen/resgen/generator/model"
)

// doc is the wrapper's comment.
func (w *wrapper) doc() string {
	text := fmt.Sprintf("%s is %s %s with the policies that its directives state.", w.Wrapper, article(w.Object.Name()), w.Object.Name())
	var through []string
	for _, m := range w.Methods {
		if !m.Protected() {
			through = append(through, m.Name())
		}
	}
	switch len(through) {
	case 0:
		return comment(text)
	case 1:
		return comment(text + " Method " + through[0] + " is passed through unprotected.")
	default:
		last := len(through) - 1
		return comment(text + " Methods " + strings.Join(through[:last], ", ") + " and " + through[last] + " are passed through unprotected.")
	}
}

// article is the one before a name. A u sounds as in User more often than as in Updater.
func article(name string) string {
	if strings.ContainsAny(name[:1], "AEIOaeio") {
		return "an"
	}
	return "a"
}

func (w *wrapper) constructorDoc() string {
	return comment(fmt.Sprintf(
		"%s protects next. The registry names, shares and configures the policies' instances. The error says which of them cannot be made; it is also one to give no next or no registry.",
		w.Constructor))
}

// methodDoc lists what is around a method, with its numbers.
func (w *wrapper) methodDoc(m *model.Method) string {
	if !m.Protected() {
		return comment(m.Name() + " is passed through unprotected.")
	}
	var text strings.Builder
	text.WriteString(comment(m.Name() + " calls the implementation through these policies, outermost first:"))
	text.WriteString("\n//")
	for _, layer := range m.Layers() {
		text.WriteString("\n//\t" + layer.String())
	}
	return text.String()
}

// comment writes text as comment lines of at most 80 columns.
func comment(text string) string {
	const width = 77
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return "// " + strings.Join(append(lines, line), "\n// ")
}
