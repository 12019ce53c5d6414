package peers

import (
	"context"
	"time"

	"github.com/afex/hystrix-go/hystrix"

	"github.com/go-resgen/resgen/benchmarks/clients"
)

type hystrixClient struct {
	next    clients.Client
	command string
}

// Hystrix is a command of hystrix-go: a circuit breaker, a timeout, a bulkhead
// and a fallback, each of which every command has. It has no retry. Commands
// are configured globally, by name.
func Hystrix(next clients.Client, command string) clients.Client {
	hystrix.ConfigureCommand(command, hystrix.CommandConfig{
		Timeout:                int(timeLimit / time.Millisecond),
		MaxConcurrentRequests:  concurrency,
		RequestVolumeThreshold: window,
		SleepWindow:            int(openWait / time.Millisecond),
		ErrorPercentThreshold:  failureRate,
	})
	return &hystrixClient{next: next, command: command}
}

func (c *hystrixClient) Get(ctx context.Context, key string) (string, error) {
	output := make(chan string, 1)
	err := hystrix.DoC(ctx, c.command, func(ctx context.Context) error {
		value, err := c.next.Get(ctx, key)
		if err == nil {
			output <- value
		}
		return err
	}, nil)
	if err != nil {
		return "", err
	}
	return <-output, nil
}
