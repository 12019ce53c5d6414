package main

import (
	"context"
	"errors"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	"github.com/go-resgen/resgen/examples/quotes/exchange"
	resilience "github.com/go-resgen/resgen/runtime"
)

// stutter asks a desk that fails two of three requests: through the method, and
// through its policies in the default order.
func (s *stage) stutter(ctx context.Context) error {
	inDefaultOrder, err := defaultOrder()
	if err != nil {
		return err
	}
	ask := func(what string, rate func() error) {
		s.exchange.Script(exchange.Rates, exchange.Failure, exchange.Failure, exchange.Well)
		answered := 0
		for range 10 {
			if rate() == nil {
				answered++
			}
		}
		s.narrator.Say("%-27s %2d of 10 calls answered, %2d requests", what, answered, s.exchange.Requests(exchange.Rates))
	}
	ask("in the default order:", func() error {
		return inDefaultOrder.Do(ctx, func(ctx context.Context) (resilience.Verdict, error) {
			_, err := s.plain.Rate(ctx, "EUR", "USD")
			return 0, err
		})
	})
	ask("order circuitbreaker,retry:", func() error {
		_, err := s.client.Rate(ctx, "EUR", "USD")
		return err
	})

	s.exchange.Script(exchange.Rates, exchange.Failure)
	for range 10 {
		if _, err = s.client.Rate(ctx, "EUR", "USD"); errors.Is(err, resilience.ErrCallNotPermitted) {
			break
		}
	}
	s.narrator.Say("when all requests fail, the breaker opens: %s", narrate.Brief(err))
	return nil
}

// defaultOrder has the policies of quotes.Client's Rate, made by hand, without
// their order.
func defaultOrder() (*resilience.Pipeline, error) {
	attempts := resilience.DefaultRetryConfig()
	attempts.MaxAttempts, attempts.Delay = 3, 10*time.Millisecond
	retry, err := resilience.NewRetry("rate", attempts)
	if err != nil {
		return nil, err
	}
	window := resilience.DefaultCircuitBreakerConfig()
	window.WindowCalls, window.MinCalls = 10, 5
	breaker, err := resilience.NewCircuitBreaker("rate", window)
	if err != nil {
		return nil, err
	}
	return resilience.NewPipeline("rate", retry, breaker)
}

// hurry asks a desk that takes time to fail.
func (s *stage) hurry(ctx context.Context) error {
	s.exchange.Script(exchange.Markets, exchange.Answer{After: 70 * time.Millisecond, Code: exchange.Failure.Code})
	began := time.Now()
	_, err := s.client.Open(ctx, "London")
	s.narrator.Say("%d of 10 attempts, over after %v: %s", s.exchange.Requests(exchange.Markets), time.Since(began).Round(time.Millisecond), narrate.Brief(err))
	return nil
}
