package main

import (
	"context"
	"slices"
	"time"

	"github.com/go-resgen/resgen/examples/quotes/exchange"
)

// overtake asks a desk that is slow at times, without hedges and with them.
func (s *stage) overtake(ctx context.Context) error {
	const calls = 100
	script := slices.Repeat([]exchange.Answer{exchange.Late(5 * time.Millisecond)}, 20)
	script[19] = exchange.Late(400 * time.Millisecond)
	for _, hedged := range []string{"false", "true"} {
		if err := s.set(map[string]string{"instances.quotes.Client.LastTrade.hedge.enabled": hedged}); err != nil {
			return err
		}
		s.exchange.Script(exchange.Trades, script...)
		var results []result
		for range calls / 10 {
			results = append(results, crowd(10, func() error {
				_, err := s.client.LastTrade(ctx, "ACME").Await(ctx)
				return err
			})...)
		}
		slices.SortFunc(results, quickestFirst)
		s.narrator.Say("hedge.enabled=%-5s  half of the calls took up to %3v, 99%% up to %3v; %d requests for %d calls",
			hedged, percentile(results, 50), percentile(results, 99), s.exchange.Requests(exchange.Trades), calls)
	}
	return nil
}
