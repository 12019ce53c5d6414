package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A narrator prints what happens, one line each, as it happens.
type narrator struct {
	start time.Time

	mu  sync.Mutex // calls of one scene can run at the same time
	out io.Writer
}

func newNarrator(out io.Writer) *narrator { return &narrator{start: time.Now(), out: out} }

// callName is the key of the context value under which a call's name travels
// to the events that it causes.
type callName struct{}

// call names a call. The function it returns tells its outcome.
func (n *narrator) call(ctx context.Context, name string) (context.Context, func(result string, err error)) {
	began := time.Now()
	return context.WithValue(ctx, callName{}, name), func(result string, err error) {
		took := time.Since(began).Round(100 * time.Microsecond)
		if err != nil {
			n.line(name, "", fmt.Sprintf("=> error after %v: %s", took, brief(err)))
			return
		}
		n.line(name, "", fmt.Sprintf("=> %q after %v", result, took))
	}
}

// event tells what a policy did to a call that has a name.
func (n *narrator) event(e resilience.Event) {
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
		return fmt.Sprintf("attempt %d failed: %s", e.Attempt, brief(e.Err))
	case resilience.KindIgnored:
		return fmt.Sprintf("attempt %d does not count: %s", e.Attempt, brief(e.Err))
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

// brief is an error's text without the request that net/http adds.
func brief(err error) string {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return err.Error()
}

func (n *narrator) opening(address string) {
	n.print("A carrier listens on %s. Its client is tracking.ResilientClient:\n", address)
	n.print("fallback( retry( circuit breaker( timeout( HTTP call )))), labels with a bulkhead around the call.\n")
}

func (n *narrator) scene(number int, s scene) {
	n.print("\n%d. %s\n   %s\n", number, strings.ToUpper(s.title), s.what)
}

func (n *narrator) requests(count int) {
	n.print("   Requests that reached the carrier: %d\n", count)
}

func (n *narrator) line(call, policy, what string) {
	n.print("   %6.3fs  %-10s  %-14s  %s\n", time.Since(n.start).Seconds(), call, policy, what)
}

// say tells something in a line of its own.
func (n *narrator) say(format string, args ...any) {
	n.print("   %6.3fs  %s\n", time.Since(n.start).Seconds(), fmt.Sprintf(format, args...))
}

func (n *narrator) print(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	fmt.Fprintf(n.out, format, args...)
}
