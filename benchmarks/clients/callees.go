package clients

import (
	"context"
	"errors"
)

// ErrFailed is what Failing returns.
var ErrFailed = errors.New("failed")

// A Client is what every contender wraps and is.
type Client interface {
	Get(ctx context.Context, key string) (string, error)
}

// Idle answers at once and does not look at its context.
type Idle struct{}

// Get implements Client.
func (Idle) Get(_ context.Context, key string) (string, error) { return key, nil }

// Watching derives contexts from its own, as net/http, gRPC and database
// drivers do, which asks the context for Done.
type Watching struct{}

type watchingKey struct{}

// Get implements Client.
func (Watching) Get(ctx context.Context, key string) (string, error) {
	ctx, cancel := context.WithCancel(context.WithValue(ctx, watchingKey{}, key))
	defer cancel()
	return key, ctx.Err()
}

// Failing always fails.
type Failing struct{}

// Get implements Client.
func (Failing) Get(context.Context, string) (string, error) { return "", ErrFailed }
