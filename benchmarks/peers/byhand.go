package peers

import (
	"context"

	"github.com/avast/retry-go/v5"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"github.com/go-resgen/resgen/benchmarks/clients"
)

// byHand is the stack that somebody would build of retry-go, gobreaker,
// context.WithTimeout and the x/ libraries.
type byHand struct {
	next      clients.Client
	retry     *retry.RetrierWithData[string]
	breaker   *gobreaker.CircuitBreaker[string]
	limiter   *rate.Limiter
	semaphore *semaphore.Weighted
}

func newByHand(next clients.Client) byHand {
	return byHand{
		next:      next,
		retry:     newRetryGo(),
		breaker:   NewGobreaker(),
		limiter:   rate.NewLimiter(rateLimit, rateLimit),
		semaphore: semaphore.NewWeighted(concurrency),
	}
}

// call is the innermost layer: the bulkhead.
func (c *byHand) call(ctx context.Context, key string) (string, error) {
	if !c.semaphore.TryAcquire(1) {
		return "", errFull
	}
	defer c.semaphore.Release(1)
	return c.next.Get(ctx, key)
}

type byHandFour struct{ byHand }

// ByHandFour is fallback, retry, circuit breaker and bulkhead.
func ByHandFour(next clients.Client) clients.Client { return &byHandFour{newByHand(next)} }

func (c *byHandFour) Get(ctx context.Context, key string) (string, error) {
	value, err := c.retry.Do(func() (string, error) {
		return c.breaker.Execute(func() (string, error) { return c.call(ctx, key) })
	})
	if err != nil {
		return "", nil
	}
	return value, nil
}

type byHandFive struct{ byHand }

// ByHandFive is ByHandFour with a timeout.
func ByHandFive(next clients.Client) clients.Client { return &byHandFive{newByHand(next)} }

func (c *byHandFive) Get(ctx context.Context, key string) (string, error) {
	value, err := c.retry.Do(func() (string, error) {
		return c.breaker.Execute(func() (string, error) {
			ctx, cancel := context.WithTimeout(ctx, timeLimit)
			defer cancel()
			return c.call(ctx, key)
		})
	})
	if err != nil {
		return "", nil
	}
	return value, nil
}

type byHandSix struct{ byHand }

// ByHandSix is ByHandFive with a rate limiter.
func ByHandSix(next clients.Client) clients.Client { return &byHandSix{newByHand(next)} }

func (c *byHandSix) Get(ctx context.Context, key string) (string, error) {
	value, err := c.retry.Do(func() (string, error) {
		return c.breaker.Execute(func() (string, error) {
			if !c.limiter.Allow() {
				return "", errLimited
			}
			ctx, cancel := context.WithTimeout(ctx, timeLimit)
			defer cancel()
			return c.call(ctx, key)
		})
	})
	if err != nil {
		return "", nil
	}
	return value, nil
}
