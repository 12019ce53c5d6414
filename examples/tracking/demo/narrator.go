package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	resilience "github.com/go-resgen/resgen/runtime"
)

// A narrator tells what policies do to the calls that it has named.
type narrator struct{ *narrate.Narrator }

// callName is the key of the context value under which a call's name travels
// to the events that it causes.
type callName struct{}

// call names a call. The function it returns tells its outcome.
func (n narrator) call(ctx context.Context, name string) (context.Context, func(result string, err error)) {
	began := time.Now()
	return context.WithValue(ctx, callName{}, name), func(result string, err error) {
		took := time.Since(began).Round(100 * time.Microsecond)
		if err != nil {
			n.line(name, "", fmt.Sprintf("=> error after %v: %s", took, narrate.Brief(err)))
			return
		}
		n.line(name, "", fmt.Sprintf("=> %q after %v", result, took))
	}
}

// event tells what a policy did to a call that has a name.
func (n narrator) event(e resilience.Event) {
	name, named := e.Context.Value(callName{}).(string)
	if !named {
		return
	}
	if what := describe(e); what != "" {
		n.line(name, e.Policy, what)
	}
}

// describe is empty for events that the lines around them tell already.
func describe(e resilience.Event) string {
	switch e.Kind {
	case resilience.KindSuccess:
		return fmt.Sprintf("attempt %d succeeded", e.Attempt)
	case resilience.KindError:
		return fmt.Sprintf("attempt %d failed: %s", e.Attempt, narrate.Brief(e.Err))
	case resilience.KindIgnored:
		return fmt.Sprintf("attempt %d does not count: %s", e.Attempt, narrate.Brief(e.Err))
	case resilience.KindNotPermitted:
		return fmt.Sprintf("attempt %d refused", e.Attempt)
	case resilience.KindTransition:
		return fmt.Sprintf("%s -> %s", strings.ToUpper(e.From.String()), strings.ToUpper(e.To.String()))
	case resilience.KindRetry:
		return fmt.Sprintf("tries again in %v", e.Delay)
	case resilience.KindRetryGaveUp:
		return fmt.Sprintf("gives up after %d attempts", e.Attempt)
	case resilience.KindTimeout:
		return fmt.Sprintf("attempt %d cut off", e.Attempt)
	case resilience.KindRejected:
		return "refused, no free slot"
	case resilience.KindFallback:
		return "answers instead"
	default:
		return ""
	}
}

func (n narrator) opening(address string) {
	n.Print("A carrier listens on %s. Its client is tracking.ResilientClient:\n", address)
	n.Print("fallback( retry( circuit breaker( timeout( HTTP call )))), labels with a bulkhead around the call.\n")
}

func (n narrator) requests(count int) {
	n.Print("   Requests that reached the carrier: %d\n", count)
}

func (n narrator) line(call, policy, what string) {
	n.Say("%-10s  %-14s  %s", call, policy, what)
}
