package peers

import (
	"context"

	"github.com/sony/gobreaker/v2"

	"github.com/go-resgen/resgen/benchmarks/clients"
)

// NewGobreaker returns a circuit breaker that trips by the rate of failures, as in gobreaker's documentation.
func NewGobreaker() *gobreaker.CircuitBreaker[string] {
	return gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
		Name:    "client",
		Timeout: openWait,
		ReadyToTrip: func(counts gobreaker.Counts) bool {
			return counts.Requests >= window && counts.TotalFailures*100 >= counts.Requests*failureRate
		},
	})
}

type gobreakerClient struct {
	next    clients.Client
	breaker *gobreaker.CircuitBreaker[string]
}

// Gobreaker is sony/gobreaker's circuit breaker.
func Gobreaker(next clients.Client) clients.Client {
	return &gobreakerClient{next: next, breaker: NewGobreaker()}
}

func (c *gobreakerClient) Get(ctx context.Context, key string) (string, error) {
	return c.breaker.Execute(func() (string, error) { return c.next.Get(ctx, key) })
}
