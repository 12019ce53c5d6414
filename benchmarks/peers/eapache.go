package peers

import (
	"context"
	"time"

	"github.com/eapache/go-resiliency/breaker"
	"github.com/eapache/go-resiliency/deadline"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/eapache/go-resiliency/semaphore"

	"github.com/go-resgen/resgen/benchmarks/clients"
)

type eapacheRetry struct {
	next    clients.Client
	retrier *retrier.Retrier
}

// EapacheRetry is go-resiliency's retrier.
func EapacheRetry(next clients.Client) clients.Client {
	return &eapacheRetry{next: next, retrier: retrier.New(retrier.ConstantBackoff(attempts-1, 0), nil)}
}

func (c *eapacheRetry) Get(ctx context.Context, key string) (value string, err error) {
	err = c.retrier.RunCtx(ctx, func(ctx context.Context) error {
		value, err = c.next.Get(ctx, key)
		return err
	})
	return value, err
}

type eapacheBreaker struct {
	next    clients.Client
	breaker *breaker.Breaker
}

// EapacheBreaker is go-resiliency's circuit breaker. It counts failures in a
// row and nothing else: a success that follows a success costs it no more than
// reading the state.
func EapacheBreaker(next clients.Client) clients.Client {
	return &eapacheBreaker{next: next, breaker: breaker.New(window*failureRate/100, 1, openWait)}
}

func (c *eapacheBreaker) Get(ctx context.Context, key string) (value string, err error) {
	err = c.breaker.Run(func() error {
		value, err = c.next.Get(ctx, key)
		return err
	})
	return value, err
}

type eapacheDeadline struct {
	next     clients.Client
	deadline *deadline.Deadline
}

// EapacheDeadline is go-resiliency's deadline: the call runs on a goroutine of
// its own and is told by a channel, not by its context.
func EapacheDeadline(next clients.Client) clients.Client {
	return &eapacheDeadline{next: next, deadline: deadline.New(timeLimit)}
}

func (c *eapacheDeadline) Get(ctx context.Context, key string) (string, error) {
	output := make(chan string, 1)
	err := c.deadline.Run(func(<-chan struct{}) error {
		value, err := c.next.Get(ctx, key)
		if err == nil {
			output <- value
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return <-output, nil
}

type eapacheSemaphore struct {
	next      clients.Client
	semaphore *semaphore.Semaphore
}

// EapacheSemaphore is go-resiliency's semaphore. It waits for a second, since
// without a wait it refuses at random even when tickets are left.
func EapacheSemaphore(next clients.Client) clients.Client {
	return &eapacheSemaphore{next: next, semaphore: semaphore.New(concurrency, time.Second)}
}

func (c *eapacheSemaphore) Get(ctx context.Context, key string) (string, error) {
	if err := c.semaphore.Acquire(); err != nil {
		return "", err
	}
	defer c.semaphore.Release()
	return c.next.Get(ctx, key)
}
