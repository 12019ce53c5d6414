package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	resilience "github.com/go-resgen/resgen/runtime"
)

// summary prints what the registry counted, whoever watched.
func (n narrator) summary(counted resilience.Snapshot) {
	n.Print("\nSUMMARY, as the registry counted\n")
	table := tabwriter.NewWriter(n, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "   policy\tinstance\tnumbers")
	for _, i := range counted.Instances {
		switch {
		case i.CircuitBreaker != nil:
			total := i.CircuitBreaker.Total
			row(table, i.Policy, i.Name, "%s; %d succeeded, %d failed, %d ignored, %d refused",
				i.CircuitBreaker.State, total.Successful, total.Failed, total.Ignored, total.NotPermitted)
		case i.Retry != nil:
			row(table, i.Policy, i.Name, "%d retries; %d calls recovered, %d gave up, %d not worth it",
				i.Retry.Retries, i.Retry.Recovered, i.Retry.Exhausted, i.Retry.Refused)
		case i.Timeout != nil:
			row(table, i.Policy, i.Name, "%d attempts cut off", i.Timeout.Attempts)
		case i.Bulkhead != nil:
			row(table, i.Policy, i.Name, "%d slots; %d refused", i.Bulkhead.MaxConcurrent, i.Bulkhead.Rejected)
		}
	}
	for _, p := range counted.Pipelines {
		if p.Fallbacks > 0 {
			row(table, "fallback", p.Name, "%d answers", p.Fallbacks)
		}
	}
	table.Flush()
}

func row(w io.Writer, policy, instance, format string, numbers ...any) {
	fmt.Fprintf(w, "   %s\t%s\t%s\n", policy, instance, fmt.Sprintf(format, numbers...))
}
