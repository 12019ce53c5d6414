package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	"github.com/go-resgen/resgen/examples/quotes/exchange"
	resilience "github.com/go-resgen/resgen/runtime"
)

// burst has more callers at once than the rate limit admits in their maximum
// wait.
func (s *stage) burst(ctx context.Context) error {
	answered, refused := split(crowd(14, func() error {
		_, err := s.client.History(ctx, "ACME")
		return err
	}))
	var after strings.Builder
	for _, r := range answered {
		fmt.Fprintf(&after, " %d", r.took.Milliseconds())
	}
	s.narrator.Say("%2d answered, after these milliseconds:%s", len(answered), &after)
	if len(refused) > 0 {
		// How long it is pointless to try again.
		var rejection *resilience.RejectedError
		if errors.As(refused[0].err, &rejection) {
			s.narrator.Say("%2d refused at once, and told when to come back: in %v", len(refused), rejection.RetryAfter().Round(time.Millisecond))
		}
	}
	return nil
}

// halve halves the rate limit while calls run.
func (s *stage) halve(ctx context.Context) error {
	stop := repeat(ctx, 2, func(ctx context.Context) { _, _ = s.client.History(ctx, "ACME") })
	defer stop()
	s.exchange.Script(exchange.History)
	s.arrivals(ctx)
	if err := s.set(map[string]string{"instances.quotes.Client.History.ratelimit.limit": "10"}); err != nil {
		return err
	}
	s.arrivals(ctx)
	return nil
}

// arrivals shows for a second how many requests for histories arrive.
func (s *stage) arrivals(ctx context.Context) {
	before := s.exchange.Requests(exchange.History)
	for range 4 {
		narrate.Wait(ctx, 250*time.Millisecond)
		requests := s.exchange.Requests(exchange.History)
		s.narrator.Say("requests in 250ms: %2d %s", requests-before, bar(requests-before))
		before = requests
	}
}

func bar(length int) string { return strings.Repeat("#", length) }
