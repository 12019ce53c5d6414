package runtime_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// windows are configurations of a metrics-only breaker that keeps its outcomes.
var windows = []struct {
	name string
	edit func(*resilience.CircuitBreakerConfig)
}{
	{"1 call", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls = 1 }},
	{"2 calls", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls = 2 }},
	{"3 calls", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls = 3 }},
	{"100 calls", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls = 100 }},
	{"an hour", func(cfg *resilience.CircuitBreakerConfig) { cfg.WindowCalls, cfg.WindowTime = 0, time.Hour }},
}

func metricsOnly(cfg *resilience.CircuitBreakerConfig) { cfg.Initial = resilience.StateMetricsOnly }

func TestConcurrentCallsLoseNoCounts(t *testing.T) {
	for _, w := range windows {
		for _, goroutines := range []int{2, 64} {
			t.Run(w.name, func(t *testing.T) {
				b := newBreaker(t, metricsOnly, w.edit)
				var done sync.WaitGroup
				for i := range goroutines {
					done.Go(func() {
						for j := range 300 {
							if (i+j)%7 == 0 {
								_ = b.Do(t.Context(), fail)
							} else {
								_ = b.Do(t.Context(), succeed)
							}
							if j%50 == 0 {
								m := b.Metrics()
								assert.Equal(t, m.Buffered, m.Failed+m.Successful)
								assert.LessOrEqual(t, m.Failed, m.Buffered)
							}
						}
					})
				}
				done.Wait()
				failed := 0
				for i := range goroutines {
					for j := range 300 {
						if (i+j)%7 == 0 {
							failed++
						}
					}
				}
				m := b.Metrics()
				require.Equal(t, uint64(failed), m.Total.Failed)
				require.Equal(t, uint64(300*goroutines-failed), m.Total.Successful)
				if size := b.Config().WindowCalls; size > 0 {
					for range size {
						require.NoError(t, b.Do(t.Context(), succeed))
					}
					require.Equal(t, uint64(size), b.Metrics().Buffered)
					require.Zero(t, b.Metrics().Failed, "no mark was left behind")
				} else {
					require.Equal(t, uint64(300*goroutines), m.Buffered)
					require.Equal(t, uint64(failed), m.Failed)
				}
			})
		}
	}
}

func TestEveryPermitIsAccountedForWhateverHappens(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
		cfg.OpenWait, cfg.MaxHalfOpenWait, cfg.WindowCalls, cfg.AutoHalfOpen = 50*time.Microsecond, 0, 10, true
	})
	t.Cleanup(b.Close) // stops the timer
	move := []func(){
		b.Open, b.Close, func() { _ = b.HalfOpen() }, b.Reset, b.MetricsOnly, b.Disable, b.ForceOpen,
		func() { _ = b.Reconfigure(b.Config()) },
	}
	var done sync.WaitGroup
	for range 64 {
		done.Go(func() {
			for range 200 {
				switch rand.IntN(8) {
				case 0:
					move[rand.IntN(len(move))]()
				case 1:
					ctx, cancel := context.WithCancel(t.Context())
					_ = b.Do(ctx, func(context.Context) error { cancel(); return ctx.Err() })
				case 2:
					func() {
						defer func() { _ = recover() }()
						_ = b.Do(t.Context(), func(context.Context) error { panic(errDown) })
					}()
				case 3:
					if p, err := b.Acquire(t.Context()); err == nil {
						var settled sync.WaitGroup
						settled.Go(p.Success)
						settled.Go(func() { p.Failure(errDown) })
						p.Release()
						settled.Wait()
					}
				case 4:
					_ = b.Do(t.Context(), fail)
				case 5:
					_ = b.Metrics()
				default:
					_ = b.Do(t.Context(), succeed)
				}
			}
		})
	}
	done.Wait()
	b.Open()
	require.NoError(t, b.HalfOpen())
	require.NoError(t, b.Do(t.Context(), succeed))
	require.NoError(t, b.Do(t.Context(), succeed))
	assert.Equal(t, resilience.StateClosed, b.State())
}

func TestProbesUnderWayNeverExceedTheirNumber(t *testing.T) {
	b := newBreaker(t, func(cfg *resilience.CircuitBreakerConfig) {
		cfg.HalfOpenCalls, cfg.MinCalls = 5, 5
		cfg.IgnoreOn = []resilience.Matcher{resilience.ErrorIs(errIgnored)}
	})
	b.Open()
	require.NoError(t, b.HalfOpen())
	places := make(chan struct{}, 5)
	var done sync.WaitGroup
	for range 64 {
		done.Go(func() {
			for range 100 {
				err := b.Do(t.Context(), func(context.Context) error {
					select {
					case places <- struct{}{}:
					default:
						t.Error("more probes than permits")
						return errIgnored
					}
					<-places
					return errIgnored
				})
				if !errors.Is(err, errIgnored) {
					assert.ErrorIs(t, err, resilience.ErrCallNotPermitted)
				}
			}
		})
	}
	done.Wait()
	assert.Equal(t, resilience.StateHalfOpen, b.State())
}
