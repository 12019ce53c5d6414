// Package quotes asks a stock exchange for prices and what else it knows. It is
// the example of what examples/tracking has no use for: limits, budgets, orders
// of policies, pools of workers, hedges, and configuration from outside.
package quotes

import (
	"context"

	resilience "github.com/go-resgen/resgen/runtime"
)

//go:generate go tool resgen

// Client talks to the exchange, each of whose desks has its own way to be
// overloaded.
type Client interface {
	// Price returns what a share costs. The exchange has brokers who look that up,
	// and who knows how many at the moment: the limit finds out.
	//
	//resilience:adaptivelimit initial=8 min=2 max=64
	Price(ctx context.Context, symbol string) (float64, error)

	// History returns a share's last closing prices, of which the exchange sells 20
	// a second.
	//
	//resilience:ratelimit limit=20 period=1s burst=4 maxWait=300ms
	History(ctx context.Context, symbol string) ([]float64, error)

	// News returns the headlines about a share. How patiently to ask for them is
	// the program's business: it configures "polite".
	//
	//resilience:retry maxAttempts=3 config=polite
	News(ctx context.Context, symbol string) ([]string, error)

	// Rate returns what a unit of one currency is worth in another. The desk is
	// known to stutter: the breaker counts calls, not attempts.
	//
	//resilience:circuitbreaker window=10 minCalls=5 failureRate=50 openWait=1s
	//resilience:retry maxAttempts=3 delay=10ms
	//resilience:order circuitbreaker,retry
	//resilience:worstcase attempts=3
	Rate(ctx context.Context, from, to string) (float64, error)

	// Open reports whether a market is open. There is an answer or an error after
	// 300ms, however many attempts that allows.
	//
	//resilience:timeout 300ms
	//resilience:retry maxAttempts=10 delay=10ms multiplier=2
	//resilience:order timeout,retry
	//resilience:worstcase 300ms
	Open(ctx context.Context, market string) (bool, error)

	// Chart draws a share's prices. It cannot be told to stop, so it runs on a
	// worker, which the caller leaves alone when it takes too long.
	//
	//resilience:bulkhead workers=2 queue=2
	//resilience:timeout 250ms mode=detached
	Chart(symbol string) (string, error)

	// LastTrade completes with the price of the last trade. A few answers take very
	// long, and then another request is likely to overtake the first.
	//
	//resilience:hedge delay=40ms budget=20 idempotent=true
	LastTrade(ctx context.Context, symbol string) *resilience.Future[float64]

	// Close gives the connections back.
	//
	//resilience:off
	Close() error
}
