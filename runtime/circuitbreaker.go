package runtime

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const policyCircuitBreaker = "circuitbreaker"

// A CircuitBreaker watches the failure rate and the rate of slow calls of one
// dependency, and refuses calls while a rate is at its threshold. It is safe for
// concurrent use. A call through a closed one costs two atomic operations.
type CircuitBreaker struct {
	name   string
	events *Events
	epoch  atomic.Pointer[epoch] // changed under mu

	// What is above is only read by calls, so it does not share its cache line
	// with what follows.
	_ [64]byte

	mu          sync.Mutex
	openings    int    // in a row, since the breaker was last closed
	transitions uint64 // so far
	past        counts // of the windows of past epochs

	refused atomic.Uint64
	ignored atomic.Uint64
}

// NewCircuitBreaker makes a circuit breaker with events of its own. A
// configuration out of bounds is an error.
func NewCircuitBreaker(name string, cfg CircuitBreakerConfig) (*CircuitBreaker, error) {
	return newCircuitBreaker(name, cfg, new(Events))
}

func newCircuitBreaker(name string, cfg CircuitBreakerConfig, events *Events) (*CircuitBreaker, error) {
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("circuitbreaker %s: %w", name, err)
	}
	b := &CircuitBreaker{name: name, events: events}
	if cfg.Initial == StateOpen {
		b.openings = 1
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.epoch.Store(b.newEpoch(cfg.Initial, &cfg, judged{}))
	return b, nil
}

// Name returns the name that events and errors carry.
func (b *CircuitBreaker) Name() string { return b.name }

// Events returns where the breaker publishes.
func (b *CircuitBreaker) Events() *Events { return b.events }

// Config returns the configuration in force.
func (b *CircuitBreaker) Config() CircuitBreakerConfig { return *b.epoch.Load().cfg }

// State returns the state. It changes nothing: a breaker whose open wait is over
// stays open until a call comes, or the timer of AutoHalfOpen.
func (b *CircuitBreaker) State() State { return b.epoch.Load().state }

// Do calls fn, unless the breaker refuses: then it returns a *RejectedError,
// which is ErrCallNotPermitted. It returns fn's error as it is, and counts it as
// the configuration says. A context that has ended already runs nothing, and its
// error is returned. A panic or runtime.Goexit in fn is a failure and goes on.
func (b *CircuitBreaker) Do(ctx context.Context, fn func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var c call
	c.byHand(ctx, b.events)
	var p breakerPermit
	if !p.take(b) {
		if err := b.admit(&c, &p); err != nil {
			return err
		}
	}
	var start instant
	if p.timed() {
		start = now()
	}
	over := false
	defer func() {
		if !over {
			b.settleNow(&c, p, failure, errUnwound, start)
		}
	}()
	err := fn(ctx)
	if err == nil && c.wanted == 0 && p.succeed() {
		over = true
		return nil
	}
	o := b.classify(&c, c.ctx, p, 0, err)
	over = true
	b.settleNow(&c, p, o, err, start)
	return err
}

// errUnwound is what events report of a call that panicked.
var errUnwound = errors.New("the call panicked or called runtime.Goexit")

// settleNow settles a call that ends now, and reads the clock if need be. start
// is when it began; it is used only with slow-call timing.
func (b *CircuitBreaker) settleNow(c *call, p breakerPermit, o outcome, err error, start instant) {
	var took time.Duration
	var end instant
	if needs := p.epoch.readings; needs != 0 {
		end = now()
		if needs&readStart != 0 {
			took = end - start
		}
	}
	b.settle(c, p, o, err, took, end)
}
