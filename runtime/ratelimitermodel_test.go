package runtime_test

import (
	"math/big"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// tokenBucket is the rate limiter as one would write it without a thought for
// speed: an exact number of tokens that grows with time and is capped. A wait is
// a debt.
type tokenBucket struct {
	tokens, rate, burst *big.Rat // rate in tokens a nanosecond
}

func newTokenBucket(cfg resilience.RateLimiterConfig) *tokenBucket {
	return &tokenBucket{
		tokens: big.NewRat(int64(cfg.Burst), 1),
		rate:   big.NewRat(int64(cfg.Limit), int64(cfg.Period)),
		burst:  big.NewRat(int64(cfg.Burst), 1),
	}
}

func (b *tokenBucket) pass(d time.Duration) {
	b.tokens.Add(b.tokens, new(big.Rat).Mul(b.rate, big.NewRat(int64(d), 1)))
	if b.tokens.Cmp(b.burst) > 0 {
		b.tokens.Set(b.burst)
	}
}

// wait is how long until n tokens are there, in nanoseconds.
func (b *tokenBucket) wait(n int) float64 {
	missing := new(big.Rat).Sub(big.NewRat(int64(n), 1), b.tokens)
	if missing.Sign() <= 0 {
		return 0
	}
	ns, _ := missing.Quo(missing, b.rate).Float64()
	return ns
}

func (b *tokenBucket) take(n int) { b.tokens.Sub(b.tokens, big.NewRat(int64(n), 1)) }

// inBubble runs fn in a bubble of its own, and lets rapid see how it fails.
func inBubble(t *testing.T, fn func()) {
	var failure any
	synctest.Test(t, func(*testing.T) {
		defer func() { failure = recover() }()
		fn()
	})
	if failure != nil {
		panic(failure)
	}
}

// The limiter and the bucket take the same decisions, but for what lies within
// the rounding of 3 ns of an interval that is no whole number of nanoseconds.
func TestRateLimiterAgreesWithATokenBucket(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		inBubble(t, func() {
			cfg := resilience.RateLimiterConfig{
				Limit:   rapid.IntRange(1, 2000).Draw(rt, "limit"),
				Period:  time.Duration(rapid.Int64Range(20_000, int64(time.Minute)).Draw(rt, "period")),
				Burst:   rapid.IntRange(1, 20).Draw(rt, "burst"),
				MaxWait: time.Duration(rapid.Int64Range(0, int64(time.Second)).Draw(rt, "maxWait")),
			}
			slack := 3.0
			if int64(cfg.Period)%int64(cfg.Limit) == 0 {
				slack = 0
			}
			l := newRateLimiter(t, cfg)
			model := newTokenBucket(cfg)
			interval := int64(cfg.Period) / int64(cfg.Limit)
			for range rapid.IntRange(1, 100).Draw(rt, "steps") {
				pause := time.Duration(rapid.Int64Range(0, 3*interval).Draw(rt, "pause"))
				time.Sleep(pause)
				synctest.Wait()
				model.pass(pause)
				n := rapid.IntRange(1, cfg.Burst).Draw(rt, "n")
				want, bearable := model.wait(n), 0.0
				var got bool
				if rapid.Bool().Draw(rt, "reserve") {
					bearable = float64(cfg.MaxWait)
					r, err := l.ReserveN(n)
					if got = err == nil; got {
						if diff := float64(r.Delay()) - want; diff < -slack || diff >= 1+slack {
							rt.Fatalf("delay %v, the bucket says %vns", r.Delay(), want)
						}
					}
				} else {
					got = l.AllowN(n)
				}
				if got != (want <= bearable) && (want-bearable > slack || bearable-want > slack) {
					rt.Fatalf("admitted %v, and the bucket has a wait of %vns for %d", got, want, n)
				}
				if got {
					model.take(n)
				}
			}
		})
	})
}

// Whatever is cancelled leaves the limiter as if it had never been there.
func TestRateLimiterCancelledReservationsLeaveNoTrace(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		inBubble(t, func() {
			cfg := tenASecond(time.Hour)
			l, plain := newRateLimiter(t, cfg), newRateLimiter(t, cfg)
			allowed(l)
			allowed(plain)
			var doomed []*resilience.Reservation
			var order, want []int
			var mu sync.Mutex
			for i := range rapid.IntRange(1, 30).Draw(rt, "reservations") {
				n := rapid.IntRange(1, cfg.Burst).Draw(rt, "n")
				if rapid.Bool().Draw(rt, "doomed") {
					r, err := l.ReserveN(n)
					assert.NoError(t, err)
					doomed = append(doomed, r)
					continue
				}
				want = append(want, i)
				_, err := l.Enqueue(0, func() {
					mu.Lock()
					defer mu.Unlock()
					order = append(order, i)
				})
				assert.NoError(t, err)
				_, err = plain.Enqueue(0, func() {})
				assert.NoError(t, err)
			}
			for _, i := range rapid.Permutation(doomed).Draw(rt, "cancelled") {
				assert.True(t, i.Cancel())
			}
			for range 40 {
				synctest.Wait()
				if a, b := l.Metrics(), plain.Metrics(); a != b {
					rt.Fatalf("%+v with cancelled reservations, %+v without", a, b)
				}
				time.Sleep(100 * time.Millisecond)
			}
			assert.Equal(t, want, order)
		})
	})
}

func TestRateLimiterUnderFireGivesNoMoreThanItsRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const workers, rounds, burst = 64, 50, 8
		l := newRateLimiter(t, resilience.RateLimiterConfig{Limit: 1000, Period: time.Second, Burst: burst, MaxWait: 30 * time.Millisecond})
		start := time.Now()
		var admitted atomic.Int64
		var wg sync.WaitGroup
		for i := range workers {
			wg.Go(func() {
				for range rounds {
					switch i % 3 {
					case 0:
						if l.Allow() {
							admitted.Add(1)
						}
					case 1:
						if l.Wait(t.Context()) == nil {
							admitted.Add(1)
						}
					default:
						if r, err := l.Reserve(); err == nil && !r.Cancel() {
							admitted.Add(1)
						}
					}
					time.Sleep(time.Millisecond)
				}
			})
		}
		wg.Wait()
		most := burst + time.Since(start).Milliseconds()
		assert.LessOrEqual(t, admitted.Load(), most)
		assert.GreaterOrEqual(t, admitted.Load(), most-burst, "and no less: somebody always asked")
		assert.Zero(t, l.Metrics().Waiting)
	})
}
