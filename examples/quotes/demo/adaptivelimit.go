package main

import (
	"context"
	"sync"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	resilience "github.com/go-resgen/resgen/runtime"
)

// follow changes the number of brokers under a load that all of them cannot
// serve, and shows how the limit follows.
func (s *stage) follow(ctx context.Context) error {
	limiter, _ := resilience.Lookup[*resilience.AdaptiveLimiter](s.registry, "quotes.Client.Price")
	var answers latencies
	call := func(ctx context.Context) {
		began := time.Now()
		if _, err := s.client.Price(ctx, "ACME"); err == nil {
			answers.add(time.Since(began))
		} else {
			narrate.Wait(ctx, 10*time.Millisecond) // refused
		}
	}
	watch := func(brokers, steps int) {
		s.exchange.Employ(brokers)
		for range steps {
			narrate.Wait(ctx, 500*time.Millisecond)
			mean := answers.cut().Round(time.Millisecond)
			limit := limiter.Metrics().Limit
			s.narrator.Say("%2d brokers   mean answer %5v   limit %2d %s", brokers, mean, limit, bar(limit))
		}
	}

	if err := s.set(map[string]string{"instances.quotes.Client.Price.adaptivelimit.enabled": "false"}); err != nil {
		return err
	}
	stop := repeat(ctx, 40, call)
	defer stop()
	s.exchange.Employ(16)
	narrate.Wait(ctx, 500*time.Millisecond)
	s.narrator.Say("16 brokers   mean answer %5v   no limit", answers.cut().Round(time.Millisecond))
	if err := s.set(map[string]string{"instances.quotes.Client.Price.adaptivelimit.enabled": "true"}); err != nil {
		return err
	}
	watch(16, 5)
	watch(8, 6)
	return nil
}

// latencies sums up how long calls took.
type latencies struct {
	mu    sync.Mutex
	sum   time.Duration
	calls int
}

func (l *latencies) add(took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sum += took
	l.calls++
}

// cut returns the mean since the last cut.
func (l *latencies) cut() (mean time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calls > 0 {
		mean = l.sum / time.Duration(l.calls)
	}
	l.sum, l.calls = 0, 0
	return mean
}
