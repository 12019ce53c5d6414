package main

import (
	"context"

	"github.com/go-resgen/resgen/examples/quotes/exchange"
)

// budget asks a failing desk without a retry budget and with one, which reaches
// the method by the shared configuration that its directive names.
func (s *stage) budget(ctx context.Context) error {
	const callers = 60
	ask := func(what string) {
		s.exchange.Script(exchange.News, exchange.Failure)
		crowd(callers, func() error {
			_, err := s.client.News(ctx, "ACME")
			return err
		})
		requests := s.exchange.Requests(exchange.News)
		s.narrator.Say("%-18s %d calls, %3d requests reached the desk %s", what, callers, requests, bar(requests/5))
	}
	ask("without a budget:")
	if err := s.set(map[string]string{"configs.polite.retry.budget": "10"}); err != nil {
		return err
	}
	ask("with budget=10:")
	return nil
}
