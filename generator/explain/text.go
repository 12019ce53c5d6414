package explain

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/annotations/worstcase"
	"github.com/go-resgen/resgen/generator/diagnostic"
)

// WriteText writes a table for each interface, files relative to dir.
func (r Report) WriteText(w io.Writer, dir string) error {
	for i, said := range slices.SortedFunc(slices.Values(r.Interfaces), compare) {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := said.writeText(w, dir); err != nil {
			return err
		}
	}
	return nil
}

func (i Interface) writeText(w io.Writer, dir string) error {
	fmt.Fprintf(w, "%s:%d: %s\n\n", diagnostic.RelativePath(i.Pos.Filename, dir), i.Pos.Line, i.Name)
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "METHOD\tATTEMPTS\tLONGEST\tPOLICIES, OUTERMOST FIRST")
	for _, m := range i.Methods {
		longest := "no end"
		if m.Bound.Endless == "" {
			longest = annotations.FormatDuration(m.Bound.Time)
		}
		head := m.Name + "\t" + strconv.Itoa(m.Bound.Attempts) + "\t" + longest
		for _, line := range m.lines() {
			fmt.Fprintf(table, "%s\t%s\n", head, line)
			head = "\t\t"
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(i.Unprotected) > 0 {
		fmt.Fprintf(w, "\nNot protected: %s\n", strings.Join(i.Unprotected, ", "))
	}
	return nil
}

// lines are what stands in the table beside the method's numbers.
func (m Method) lines() []string {
	var lines []string
	for _, l := range m.Layers {
		lines = append(lines, l.String())
	}
	if m.Bound.Endless != "" {
		lines = append(lines, "no end: "+m.Bound.Endless)
	} else {
		lines = append(lines, "= "+sum(m.Bound.Terms))
	}
	for _, c := range m.Bound.Conditions {
		lines = append(lines, c.String())
	}
	for _, warning := range m.Warnings {
		lines = append(lines, "warning: "+warning)
	}
	return lines
}

// sum writes the terms on one line.
func sum(terms []worstcase.Term) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = t.String()
	}
	return strings.Join(parts, " + ")
}
