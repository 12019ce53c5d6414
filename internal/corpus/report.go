package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// wanted is the least share of the methods whose last result is an error that must be generated, in percent.
const wanted = 95

// A report prints a line for each target and adds them up.
type report struct {
	out      io.Writer
	reviewed []review
	list     bool // print every refusal

	returnError, generated int
	failed                 int
	unreviewed             []string
}

const row = "%-52s %10v %8v %10v %10v %8v %7v  %s\n"

func (r *report) header() {
	fmt.Fprintf(r.out, row, "module", "interfaces", "methods", "with error", "generated", "refused", "failed", "")
}

func (r *report) add(tr *trial) {
	c, refusals := tr.count()
	var notes []string
	codes, number := byCode(refusals)
	for _, code := range codes {
		notes = append(notes, fmt.Sprintf("%s: %d", code, number[code]))
	}
	if c.uncalled > 0 {
		notes = append(notes, fmt.Sprintf("%d interfaces not called", c.uncalled))
	}
	if tr.inside > 0 {
		notes = append(notes, fmt.Sprintf("%d outputs inside", tr.inside))
	}
	fmt.Fprintf(r.out, row, tr.target, c.interfaces, c.methods, c.returnError, c.generated, c.refused, len(tr.failures), strings.Join(notes, ", "))
	for _, failure := range tr.failures {
		fmt.Fprintln(r.out, failure)
	}
	for _, refused := range refusals {
		line := refused.code + " " + refused.name
		if r.list && refused.returnError {
			fmt.Fprintln(r.out, line)
		}
		if !slices.ContainsFunc(r.reviewed, func(v review) bool { return v.covers(refused) }) {
			r.unreviewed = append(r.unreviewed, line)
		}
	}
	r.returnError += c.returnError
	r.generated += c.errorGenerated
	r.failed += len(tr.failures)
}

// finish says whether the corpus is as it should be.
func (r *report) finish() error {
	share := 100 * float64(r.generated) / float64(max(r.returnError, 1))
	fmt.Fprintf(r.out, "\n%d of %d methods whose last result is an error are generated: %.1f %%\n", r.generated, r.returnError, share)
	var problems []error
	if r.failed > 0 {
		problems = append(problems, fmt.Errorf("%d failures", r.failed))
	}
	if share < wanted {
		problems = append(problems, fmt.Errorf("less than %d %% are generated", wanted))
	}
	for _, line := range r.unreviewed {
		fmt.Fprintln(r.out, "not reviewed:", line)
	}
	if len(r.unreviewed) > 0 {
		problems = append(problems, fmt.Errorf("%d refusals are not reviewed", len(r.unreviewed)))
	}
	return errors.Join(problems...)
}
