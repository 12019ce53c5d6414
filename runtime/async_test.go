package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// An unguarded is a method without a fallback, as generated code calls it.
type unguarded struct {
	pipeline *resilience.Pipeline
	next     estimator
}

type estimator interface {
	ETA(ctx context.Context, parcel string) *resilience.Future[string]
}

func (w *unguarded) ETA(ctx context.Context, parcel string) *resilience.Future[string] {
	method := func() resilience.AsyncMethod[string] {
		return resilience.AsyncMethod[string]{
			Call: func(ctx context.Context) *resilience.Future[string] { return w.next.ETA(ctx, parcel) },
		}
	}
	call, future := resilience.Start(ctx, w.pipeline, method())
	if call != nil {
		future = resilience.Continue(call, method())
	}
	return future
}

type estimatorFunc func() *resilience.Future[string]

func (fn estimatorFunc) ETA(context.Context, string) *resilience.Future[string] { return fn() }

func TestAsyncAllocations(t *testing.T) {
	h := newHouse(t)
	p := h.pipeline(t)
	done := resilience.Completed("x")
	m := &unguarded{p, estimatorFunc(func() *resilience.Future[string] { return done })}
	assert.Zero(t, testing.AllocsPerRun(1000, func() { m.ETA(t.Context(), "p") }))

	timed, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: time.Minute})
	require.NoError(t, err)
	tp, err := resilience.NewPipeline("timeout", timed)
	require.NoError(t, err)
	var promise *resilience.Promise[string]
	m = &unguarded{tp, estimatorFunc(func() *resilience.Future[string] { promise = resilience.NewPromise[string](); return promise.Future() })}
	ctx := context.Background()
	assert.Equal(t, 2.0, testing.AllocsPerRun(1000, func() { m.ETA(ctx, "p"); promise.Resolve("a") }))
}

func TestAsyncAFutureThatIsKeptKeepsNotItsCallersContext(t *testing.T) {
	p := newHouse(t).pipeline(t)
	value := new([1 << 10]byte)
	freed := weak.Make(value)
	w := new(worker)
	f := resilience.DoAsync(context.WithValue(context.Background(), key{}, value), p, w.call)
	value = nil
	w.last().Resolve(7)
	assert.Eventually(t, func() bool { goruntime.GC(); return freed.Value() == nil }, 5*time.Second, time.Millisecond)
	settled(t, f, 7, nil)
}

func TestAsyncMethodsThatReturnNoFuture(t *testing.T) {
	tests := []struct {
		name string
		call func(context.Context) *resilience.Future[int]
		want error
	}{
		{"a nil future", func(context.Context) *resilience.Future[int] { return nil }, resilience.ErrNilFuture},
		{"a panic", func(context.Context) *resilience.Future[int] { panic(errBusy) }, errBusy},
		{"a panic of a producer", func(ctx context.Context) *resilience.Future[int] {
			return resilience.Go(ctx, func(context.Context) (int, error) { panic(errBusy) })
		}, errBusy},
		{"a producer's Goexit", func(ctx context.Context) *resilience.Future[int] {
			return resilience.Go(ctx, func(context.Context) (int, error) { goruntime.Goexit(); return 0, nil })
		}, resilience.ErrGoexit},
	}
	for _, test := range tests {
		t.Run(test.name+" is a failure, whatever the breaker's lists say", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				config := resilience.DefaultCircuitBreakerConfig()
				config.RecordIf = func(error) bool { return false }
				config.IgnoreOn = []resilience.Matcher{resilience.ErrorIs(errBusy)}
				var err error
				h.breaker, err = resilience.NewCircuitBreaker("breaker", config)
				require.NoError(t, err)
				p, err := resilience.NewPipeline("house", h.breaker, h.bulkhead)
				require.NoError(t, err)
				_, err = resilience.DoAsync(t.Context(), p, test.call).Await(t.Context())
				require.ErrorIs(t, err, test.want)
				synctest.Wait()
				h.assertCounts(t, 1, 0)
			})
		})
	}
	t.Run("a Goexit on the caller's goroutine gives everything back", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t)
			go resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { goruntime.Goexit(); return nil })
			synctest.Wait()
			h.assertCounts(t, 1, 0)
		})
	})
	t.Run("a Goexit of a later attempt fails the future", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t)
			first := true
			_, err := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
				if !first {
					goruntime.Goexit()
				}
				first = false
				return resilience.Failed[int](errBusy)
			}).Await(t.Context())
			assert.Equal(t, resilience.ErrGoexit, err)
			h.assertCounts(t, 2, 0)
		})
	})
	t.Run("a panic is retried where retryOn names it", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			config := resilience.DefaultRetryConfig()
			config.RetryOn = []resilience.Matcher{resilience.ErrorAs[*resilience.PanicError]()}
			retry, err := resilience.NewRetry("retry", config)
			require.NoError(t, err)
			p, err := resilience.NewPipeline("house", retry)
			require.NoError(t, err)
			attempts := 0
			n, err := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
				if attempts++; attempts < 3 {
					panic("boom")
				}
				return resilience.Completed(attempts)
			}).Await(t.Context())
			require.NoError(t, err)
			assert.Equal(t, 3, n)
		})
	})
}

func TestAsyncPanicsOfTheUsersFunctions(t *testing.T) {
	boom := func(error) bool { panic("boom") }
	pending := func(ctx context.Context) *resilience.Future[int] {
		return resilience.Go(ctx, func(context.Context) (int, error) { return 0, errBusy })
	}
	complete := func(context.Context) *resilience.Future[int] { return resilience.Failed[int](errBusy) }
	for name, call := range map[string]func(context.Context) *resilience.Future[int]{"pending": pending, "complete": complete} {
		t.Run("are the error of the call, and everything is given back: "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				retry := resilience.DefaultRetryConfig()
				retry.RetryIf = boom
				breaker := resilience.DefaultCircuitBreakerConfig()
				breaker.RecordIf = boom
				var err error
				h.retry, err = resilience.NewRetry("retry", retry)
				require.NoError(t, err)
				h.breaker, err = resilience.NewCircuitBreaker("breaker", breaker)
				require.NoError(t, err)
				_, err = resilience.DoAsync(t.Context(), h.pipeline(t), call).Await(t.Context())
				panicked, ok := errors.AsType[*resilience.PanicError](err)
				require.True(t, ok)
				assert.Equal(t, "boom", panicked.Value)
				synctest.Wait()
				h.assertCounts(t, 1, 0)
			})
		})
	}
}

// judged is DoAsync with a verdict.
func judged(ctx context.Context, p *resilience.Pipeline, verdict func(int) resilience.Verdict, call func(context.Context) *resilience.Future[int]) *resilience.Future[int] {
	m := resilience.AsyncMethod[int]{Call: call, Verdict: verdict}
	pending, f := resilience.Start(ctx, p, m)
	if pending != nil {
		f = resilience.Continue(pending, m)
	}
	return f
}

func TestAsyncVerdict(t *testing.T) {
	low := func(n int) (v resilience.Verdict) {
		if n < 2 {
			v = resilience.RetryResult | resilience.RecordResult
		}
		return v
	}
	for _, test := range []struct {
		name string
		end  func(n int) *resilience.Future[int]
	}{
		{"of complete futures", func(n int) *resilience.Future[int] { return resilience.Completed(n) }},
		{"of pending futures", func(n int) *resilience.Future[int] {
			return resilience.Go(context.Background(), func(context.Context) (int, error) { return n, nil })
		}},
	} {
		t.Run("can ask for another attempt "+test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				attempts := 0
				n, err := judged(t.Context(), h.pipeline(t), low, func(context.Context) *resilience.Future[int] {
					attempts++
					return test.end(attempts)
				}).Await(t.Context())
				require.NoError(t, err)
				assert.Equal(t, 2, n)
				synctest.Wait()
				h.assertCounts(t, 1, 1)
			})
		})
		t.Run("leaves the last result as it is "+test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n, err := judged(t.Context(), newHouse(t).pipeline(t), low, func(context.Context) *resilience.Future[int] { return test.end(1) }).Await(t.Context())
				require.NoError(t, err)
				assert.Equal(t, 1, n)
			})
		})
		t.Run("fails the call if that is wanted, with the result "+test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := resilience.DefaultRetryConfig()
				config.FailAfterMaxAttempts = true
				retry, err := resilience.NewRetry("retry", config)
				require.NoError(t, err)
				p, err := resilience.NewPipeline("house", retry)
				require.NoError(t, err)
				n, err := judged(t.Context(), p, low, func(context.Context) *resilience.Future[int] { return test.end(1) }).Await(t.Context())
				assert.ErrorIs(t, err, resilience.ErrMaxAttempts)
				assert.Equal(t, 1, n)
			})
		})
	}
}

func TestAsyncFallback(t *testing.T) {
	errLate := errors.New("late")
	for _, test := range []struct {
		name string
		fail func() *resilience.Future[int]
	}{
		{"at once", func() *resilience.Future[int] { return resilience.Failed[int](errBusy) }},
		{"later", func() *resilience.Future[int] {
			return resilience.Go(context.Background(), func(context.Context) (int, error) { return 0, errBusy })
		}},
	} {
		answers := []struct {
			name     string
			fallback func(context.Context, error) (*resilience.Future[int], bool)
			want     int
			err      error
		}{
			{"answers with a value", func(context.Context, error) (*resilience.Future[int], bool) { return resilience.Settled(7, nil), true }, 7, nil},
			{"answers with its own error", func(context.Context, error) (*resilience.Future[int], bool) {
				return resilience.Settled(3, errLate), true
			}, 3, errLate},
			{"answers with a future", func(ctx context.Context, _ error) (*resilience.Future[int], bool) {
				return resilience.Go(ctx, func(context.Context) (int, error) { return 8, nil }), true
			}, 8, nil},
			{"does not take the failure", func(context.Context, error) (*resilience.Future[int], bool) { return nil, false }, 0, errBusy},
			{"answers with nil", func(context.Context, error) (*resilience.Future[int], bool) { return nil, true }, 0, resilience.ErrNilFuture},
			{"panics", func(context.Context, error) (*resilience.Future[int], bool) { panic(errLate) }, 0, errLate},
		}
		for _, answer := range answers {
			t.Run(answer.name+" to a call that fails "+test.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h := newHouse(t)
					p, err := resilience.NewPipeline("house", h.breaker, h.bulkhead)
					require.NoError(t, err)
					asked := 0
					n, err := start(t.Context(), p, func(context.Context) *resilience.Future[int] { return test.fail() },
						func(ctx context.Context, failure error) (*resilience.Future[int], bool) {
							asked++
							assert.Equal(t, errBusy, failure)
							h.assertCounts(t, 1, 0)
							return answer.fallback(ctx, failure)
						}).Await(t.Context())
					assert.Equal(t, 1, asked)
					assert.Equal(t, answer.want, n)
					assert.ErrorIs(t, err, answer.err)
				})
			})
		}
	}
	t.Run("takes the timeout of a call too", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, err := resilience.NewPipeline("timed", newHouse(t).timeout)
			require.NoError(t, err)
			n, err := start(t.Context(), p, (&worker{heeds: true}).call, func(_ context.Context, failure error) (*resilience.Future[int], bool) {
				return resilience.Completed(7), errors.Is(failure, resilience.ErrTimeout)
			}).Await(t.Context())
			require.NoError(t, err)
			assert.Equal(t, 7, n)
		})
	})
}

func TestAsyncQueue(t *testing.T) {
	t.Run("a mass of waiters follow each other without growing the stack, in their order", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			config := resilience.DefaultBulkheadConfig()
			config.MaxConcurrent, config.MaxWait = 1, time.Hour
			b, err := resilience.NewBulkhead("bulkhead", config)
			require.NoError(t, err)
			p, err := resilience.NewPipeline("queued", b)
			require.NoError(t, err)
			require.True(t, b.TryAcquire())
			const calls = 10_000
			var order []int
			deepest := 0
			futures := make([]*resilience.Future[int], calls)
			for i := range futures {
				futures[i] = resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
					order = append(order, i)
					deepest = max(deepest, goruntime.Callers(0, make([]uintptr, 100)))
					return resilience.Completed(i)
				})
			}
			b.Release()
			for i, f := range futures {
				n, err := f.Await(t.Context())
				require.NoError(t, err)
				require.Equal(t, i, n)
			}
			synctest.Wait()
			for i, n := range order {
				require.Equal(t, i, n)
			}
			assert.Less(t, deepest, 40, "frames")
		})
	})
	t.Run("the implementation does not run on the goroutine of the one who releases", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			require.True(t, h.bulkhead.TryAcquire())
			require.True(t, h.bulkhead.TryAcquire())
			f := resilience.DoAsync(t.Context(), h.pipeline(t), func(context.Context) *resilience.Future[int] {
				time.Sleep(time.Second)
				return resilience.Completed(7)
			})
			start := time.Now()
			h.bulkhead.Release()
			assert.Zero(t, time.Since(start))
			n, err := f.Await(t.Context())
			require.NoError(t, err)
			assert.Equal(t, 7, n)
			h.bulkhead.Release()
		})
	})
	t.Run("the maximum wait ends in a refusal", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p, err := resilience.NewPipeline("queued", h.breaker, h.bulkhead)
			require.NoError(t, err)
			require.True(t, h.bulkhead.TryAcquire())
			require.True(t, h.bulkhead.TryAcquire())
			start := time.Now()
			_, err = resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { panic("ran") }).Await(t.Context())
			assert.ErrorIs(t, err, resilience.ErrBulkheadFull)
			assert.Equal(t, time.Minute, time.Since(start))
			h.bulkhead.Release()
			h.bulkhead.Release()
			synctest.Wait()
			h.assertCounts(t, 0, 0)
		})
	})
}
