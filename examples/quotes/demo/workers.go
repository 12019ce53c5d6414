package main

import (
	"context"
	"errors"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	"github.com/go-resgen/resgen/examples/quotes/exchange"
	resilience "github.com/go-resgen/resgen/runtime"
)

// draw has more callers than there are workers and places in their queue.
func (s *stage) draw(ctx context.Context) error {
	s.exchange.Script(exchange.Charts, exchange.Late(500*time.Millisecond))
	results := crowd(6, func() error {
		_, err := s.client.Chart("ACME")
		return err
	})
	refused, left, underWay := 0, 0, 0
	for _, r := range results {
		switch {
		case errors.Is(r.err, resilience.ErrTimeout):
			underWay++
		case errors.Is(r.err, context.DeadlineExceeded):
			left++
		default:
			refused++
		}
	}
	workers, _ := resilience.Lookup[*resilience.Bulkhead](s.registry, "quotes.Client.Chart")
	s.narrator.Say("%d refused at once; after %v %d left the queue, and %d left their workers", refused, results[len(results)-1].took.Round(time.Millisecond), left, underWay)
	s.narrator.Say("%d workers still busy", workers.Metrics().InUse)
	for workers.Metrics().InUse > 0 && ctx.Err() == nil {
		narrate.Wait(ctx, 10*time.Millisecond)
	}
	s.narrator.Say("%d workers busy; %d requests reached the desk", workers.Metrics().InUse, s.exchange.Requests(exchange.Charts))
	return nil
}
