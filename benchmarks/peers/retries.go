package peers

import (
	"context"

	"github.com/avast/retry-go/v5"
	"github.com/cenkalti/backoff/v5"

	"github.com/go-resgen/resgen/benchmarks/clients"
)

type backoffClient struct {
	next clients.Client
}

// Backoff is cenkalti/backoff's retry. It takes its options with each call.
func Backoff(next clients.Client) clients.Client { return &backoffClient{next: next} }

func (c *backoffClient) Get(ctx context.Context, key string) (string, error) {
	return backoff.Retry(ctx, func() (string, error) { return c.next.Get(ctx, key) },
		backoff.WithBackOff(&backoff.ZeroBackOff{}), backoff.WithMaxTries(attempts))
}

// newRetryGo makes a retrier to be used many times, as retry-go's documentation
// advises where calls are frequent. A context would be an option of each call's
// own retrier; without it a wait cannot be cancelled, which is cheaper.
func newRetryGo() *retry.RetrierWithData[string] {
	return retry.NewWithData[string](retry.Attempts(attempts), retry.Delay(0),
		retry.DelayType(retry.FixedDelay), retry.LastErrorOnly(true))
}

type retryGoClient struct {
	next  clients.Client
	retry *retry.RetrierWithData[string]
}

// RetryGo is avast/retry-go's retrier.
func RetryGo(next clients.Client) clients.Client {
	return &retryGoClient{next: next, retry: newRetryGo()}
}

func (c *retryGoClient) Get(ctx context.Context, key string) (string, error) {
	return c.retry.Do(func() (string, error) { return c.next.Get(ctx, key) })
}
