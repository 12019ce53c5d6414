package main

import (
	"cmp"
	"fmt"
	"io"
)

// contestant is whose time the ratios of the first table are of.
const contestant = "resgen"

// writeMeasures prints all measures as a Markdown table, each peer's time as a
// multiple of resgen's in the same case.
func writeMeasures(w io.Writer, r results) {
	fmt.Fprintln(w, "| case | CPUs | contender | ns/op | B/op | allocs/op | times resgen |")
	fmt.Fprintln(w, "|---|--:|---|--:|--:|--:|--:|")
	for _, s := range r.order {
		m := r.measures[s]
		times := ""
		own, known := r.measures[series{Case: s.Case, Contender: contestant, CPUs: s.CPUs}]
		if known && own.Nanoseconds > 0 {
			times = fmt.Sprintf("%.2f", m.Nanoseconds/own.Nanoseconds)
		}
		fmt.Fprintf(w, "| %s | %d | %s | %.1f | %.0f | %.0f | %s |\n",
			s.Case, s.CPUs, s.Contender, m.Nanoseconds, m.Bytes, m.Allocs, times)
	}
}

// writeWaits prints what calls hold that wait, as a Markdown table, if there were
// any.
func writeWaits(w io.Writer, r results) {
	title := "| case | CPUs | contender | live B a call | goroutines |\n|---|--:|---|--:|--:|\n"
	for _, s := range r.order {
		if m := r.measures[s]; m.Waits {
			fmt.Fprintf(w, "%s| %s | %d | %s | %.0f | %.0f |\n", title, s.Case, s.CPUs, s.Contender, m.Live, m.Goroutines)
			title = ""
		}
	}
	if title == "" {
		fmt.Fprintln(w)
	}
}

// writeGoals prints how the run stands to the goals. Goals whose benchmarks did
// not run are left out.
func writeGoals(w io.Writer, r results) {
	fmt.Fprintln(w, "| case | compared with | goal | measured | |")
	fmt.Fprintln(w, "|---|---|--:|--:|---|")
	for _, g := range goals {
		m, ran := r.measures[series{Case: g.Case, Contender: g.Contender, CPUs: max(g.CPUs, 1)}]
		against, compared := r.measures[series{Case: cmp.Or(g.Uncontended, g.Case), Contender: g.Against, CPUs: 1}]
		floor, known := r.measures[series{Case: g.Case, Contender: g.Beyond, CPUs: 1}]
		if !ran || g.Against != "" && !compared || g.Beyond != "" && !known {
			continue
		}
		m = m.beyond(floor)
		ratio, ok := g.met(m, against)
		verdict := "met"
		if !ok {
			verdict = "missed"
		}
		bound, measured := fmt.Sprintf("%.3g", g.Ratio), fmt.Sprintf("%.3f", ratio)
		if g.Bounded {
			bound += fmt.Sprintf(", %.0f B in %.0f", g.Bytes, g.Allocs)
			measured += fmt.Sprintf(", %.0f B in %.0f", m.Bytes, m.Allocs)
		}
		if g.Beyond != "" {
			bound += " beyond " + g.Beyond
		}
		if g.Live > 0 {
			bound += fmt.Sprintf(", %.0f B live on 0 goroutines", g.Live)
			measured += fmt.Sprintf(", %.0f B live on %.0f goroutines", m.Live, m.Goroutines)
		}
		rival := g.Against
		if g.Uncontended != "" {
			rival += " in " + g.Uncontended
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", g.Case, rival, bound, measured, verdict)
	}
}
