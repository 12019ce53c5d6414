package peers

import (
	"context"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"github.com/go-resgen/resgen/benchmarks/clients"
)

type contextTimeout struct {
	next clients.Client
}

// ContextTimeout is context.WithTimeout.
func ContextTimeout(next clients.Client) clients.Client { return &contextTimeout{next: next} }

func (c *contextTimeout) Get(ctx context.Context, key string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	return c.next.Get(ctx, key)
}

type weighted struct {
	next      clients.Client
	semaphore *semaphore.Weighted
}

// Weighted is the semaphore of golang.org/x/sync.
func Weighted(next clients.Client) clients.Client {
	return &weighted{next: next, semaphore: semaphore.NewWeighted(concurrency)}
}

func (c *weighted) Get(ctx context.Context, key string) (string, error) {
	if !c.semaphore.TryAcquire(1) {
		return "", errFull
	}
	defer c.semaphore.Release(1)
	return c.next.Get(ctx, key)
}

type rateAllow struct {
	next    clients.Client
	limiter *rate.Limiter
}

// RateAllow is Allow of golang.org/x/time/rate.
func RateAllow(next clients.Client) clients.Client {
	return &rateAllow{next: next, limiter: rate.NewLimiter(rateLimit, rateLimit)}
}

func (c *rateAllow) Get(ctx context.Context, key string) (string, error) {
	if !c.limiter.Allow() {
		return "", errLimited
	}
	return c.next.Get(ctx, key)
}
