package runtime_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A service has so many servers, each of which takes so long for a call, and a
// queue in front of them.
type service struct {
	servers *resilience.Bulkhead
	takes   func() time.Duration
	// patience is how long a call is willing to be in the service; zero is for ever.
	patience time.Duration
}

func (s *service) call(ctx context.Context) error {
	if s.patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.patience)
		defer cancel()
	}
	return s.servers.Do(ctx, func(ctx context.Context) error {
		select {
		case <-time.After(s.takes()):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// A limitLog is the limits that a limiter had, and when.
type limitLog struct {
	mu     sync.Mutex
	limits []int
}

func (l *limitLog) add(ev resilience.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.limits = append(l.limits, ev.Limit)
}

// cut returns the limits since the last cut.
func (l *limitLog) cut() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	limits := l.limits
	l.limits = nil
	return limits
}

// turns counts how often a series changes its direction.
func turns(limits []int) (n int) {
	for i := 2; i < len(limits); i++ {
		if (limits[i]-limits[i-1])*(limits[i-1]-limits[i-2]) < 0 {
			n++
		}
	}
	return n
}

// simulate puts more load on the service than it can take, for as long as fn
// runs, through a limiter with that algorithm.
func simulate(t *testing.T, algorithm resilience.LimitAlgorithm, s *service, capacity int, fn func(*limitLog)) {
	synctest.Test(t, func(t *testing.T) {
		s.servers = newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: capacity, MaxWait: time.Hour, Queue: -1})
		cfg := resilience.DefaultAdaptiveLimiterConfig()
		cfg.Algorithm = algorithm
		limiter := newAdaptiveLimiter(t, cfg)
		var log limitLog
		limiter.Events().Subscribe(log.add, resilience.KindLimitChanged)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range 80 {
			wg.Go(func() {
				for ctx.Err() == nil {
					if err := limiter.Do(ctx, s.call); errors.Is(err, resilience.ErrLimitExceeded) {
						time.Sleep(7 * time.Millisecond)
					}
				}
			})
		}
		fn(&log)
		cancel()
		wg.Wait()
		assert.Zero(t, limiter.Metrics().InFlight)
	})
}

func steady() time.Duration { return 10 * time.Millisecond }

func TestAdaptiveLimiterFollowsACapacityThatHalvesAndComesBack(t *testing.T) {
	s := &service{takes: steady}
	simulate(t, resilience.LimitVegas, s, 40, func(log *limitLog) {
		for _, phase := range []struct {
			servers int
			most    int // every server busy and a queue of six at most
		}{{40, 46}, {20, 26}, {40, 46}} {
			require.NoError(t, s.servers.SetMaxConcurrent(phase.servers))
			time.Sleep(3 * time.Second)
			onTheWay := log.cut()
			t.Logf("%d servers: %v", phase.servers, onTheWay)
			assert.Zero(t, turns(onTheWay), "straight to the new limit")
			last := onTheWay[len(onTheWay)-1]
			assert.GreaterOrEqual(t, last, phase.servers)
			assert.LessOrEqual(t, last, phase.most)
			time.Sleep(5 * time.Second)
			assert.Empty(t, log.cut(), "where it stays")
		}
	})
}

func TestAdaptiveLimiterFollowsACapacityThatHalvesUnderCallsThatVary(t *testing.T) {
	var mu sync.Mutex
	random := rand.New(rand.NewPCG(1, 2))
	s := &service{takes: func() time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return time.Duration(5+random.IntN(10)) * time.Millisecond
	}}
	simulate(t, resilience.LimitVegas, s, 40, func(log *limitLog) {
		for _, phase := range []struct{ servers, least, most int }{{40, 36, 54}, {20, 18, 34}} {
			require.NoError(t, s.servers.SetMaxConcurrent(phase.servers))
			time.Sleep(3 * time.Second)
			onTheWay := log.cut()
			time.Sleep(5 * time.Second)
			limits := append(onTheWay[len(onTheWay)-1:], log.cut()...)
			t.Logf("%d servers: %v", phase.servers, limits)
			assert.GreaterOrEqual(t, slices.Min(limits), phase.least)
			assert.LessOrEqual(t, slices.Max(limits), phase.most)
		}
	})
}

// Calls that take twice as long halve the throughput and need the same limit. A
// base latency that only falls would take them for a queue for ever.
func TestAdaptiveLimiterMeasuresTheBaseLatencyOfASlowerServiceAnew(t *testing.T) {
	var slow atomic.Bool
	s := &service{takes: func() time.Duration {
		if slow.Load() {
			return 2 * steady()
		}
		return steady()
	}}
	simulate(t, resilience.LimitVegas, s, 20, func(log *limitLog) {
		time.Sleep(3 * time.Second)
		slow.Store(true)
		time.Sleep(20 * time.Second)
		limits := log.cut()
		t.Log(limits)
		assert.GreaterOrEqual(t, limits[len(limits)-1], 20)
		assert.LessOrEqual(t, limits[len(limits)-1], 26)
	})
}

func TestAdaptiveLimiterByFailuresStaysWhereCallersLosePatience(t *testing.T) {
	// With 40 servers and 10 ms a call, the 81st has to wait for more than 10 ms.
	s := &service{takes: steady, patience: 20*time.Millisecond - time.Microsecond}
	simulate(t, resilience.LimitAIMD, s, 40, func(log *limitLog) {
		for _, phase := range []struct{ servers, least, most int }{{40, 40, 80}, {20, 20, 40}} {
			require.NoError(t, s.servers.SetMaxConcurrent(phase.servers))
			time.Sleep(5 * time.Second)
			log.cut()
			time.Sleep(5 * time.Second)
			limits := log.cut()
			assert.GreaterOrEqual(t, slices.Min(limits), phase.least)
			assert.LessOrEqual(t, slices.Max(limits), phase.most)
		}
	})
}
