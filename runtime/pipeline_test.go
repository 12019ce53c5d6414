package runtime_test

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/go-resgen/resgen/runtime/internal/wrapped"
)

// A house is one of each policy that tests put around a call.
type house struct {
	retry    *resilience.Retry
	breaker  *resilience.CircuitBreaker
	timeout  *resilience.Timeout
	bulkhead *resilience.Bulkhead
}

// newHouse makes policies that let tests see everything: two attempts a second
// apart, a breaker that never opens by itself, an attempt's timeout of ten
// seconds, two slots and a queue.
func newHouse(t testing.TB) *house {
	t.Helper()
	h := new(house)
	var err error
	retry := resilience.DefaultRetryConfig()
	retry.MaxAttempts, retry.Delay = 2, time.Second
	h.retry, err = resilience.NewRetry("retry", retry)
	require.NoError(t, err)
	breaker := resilience.DefaultCircuitBreakerConfig()
	h.breaker, err = resilience.NewCircuitBreaker("breaker", breaker)
	require.NoError(t, err)
	h.timeout, err = resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: 10 * time.Second})
	require.NoError(t, err)
	bulkhead := resilience.DefaultBulkheadConfig()
	bulkhead.MaxConcurrent, bulkhead.MaxWait = 2, time.Minute
	h.bulkhead, err = resilience.NewBulkhead("bulkhead", bulkhead)
	require.NoError(t, err)
	return h
}

// attempts gives the house a retry with that many attempts.
func (h *house) attempts(t testing.TB, n int) {
	t.Helper()
	config := h.retry.Config()
	config.MaxAttempts = n
	var err error
	h.retry, err = resilience.NewRetry("retry", config)
	require.NoError(t, err)
}

func (h *house) pipeline(t *testing.T, more ...resilience.Policy) *resilience.Pipeline {
	t.Helper()
	p, err := resilience.NewPipeline("house", append(more, h.bulkhead, h.timeout, h.breaker, h.retry)...)
	require.NoError(t, err)
	return p
}

// assertCounts checks what the breaker has counted and that no slot is taken.
func (h *house) assertCounts(t *testing.T, failed, successful uint64) {
	t.Helper()
	m := h.breaker.Metrics()
	assert.Equal(t, failed, m.Failed, "failed")
	assert.Equal(t, successful, m.Successful, "successful")
	assert.Zero(t, h.bulkhead.Metrics().InUse, "slots in use")
}

// An execution is one way to run a call through a pipeline. What holds for one
// holds for all.
type execution struct {
	name     string
	detached bool // the caller leaves when its time is over
	future   bool // what the call ends with is an error
	do       func(ctx context.Context, p *resilience.Pipeline, fn func(context.Context) (int, error)) (int, error)
}

var executions = []execution{{
	name: "on the caller's goroutine",
	do:   resilience.DoValue[int],
}, {
	name:     "detached",
	detached: true,
	do: func(ctx context.Context, p *resilience.Pipeline, fn func(context.Context) (int, error)) (int, error) {
		return resilience.DoDetached(ctx, p, func(ctx context.Context) (int, resilience.Verdict, error) {
			n, err := fn(ctx)
			return n, 0, err
		})
	},
}, {
	name:     "as a future",
	detached: true,
	future:   true,
	do: func(ctx context.Context, p *resilience.Pipeline, fn func(context.Context) (int, error)) (int, error) {
		return resilience.DoAsync(ctx, p, func(ctx context.Context) *resilience.Future[int] {
			return resilience.Go(ctx, fn)
		}).Await(context.Background())
	},
}, {
	name: "through generated code",
	do: func(ctx context.Context, p *resilience.Pipeline, fn func(context.Context) (int, error)) (int, error) {
		return wrapped.Through(p, fn).Sync(ctx)
	},
}, {
	name:     "detached through generated code",
	detached: true,
	do: func(ctx context.Context, p *resilience.Pipeline, fn func(context.Context) (int, error)) (int, error) {
		return wrapped.Through(p, fn).Detached(ctx)
	},
}, {
	name:     "as a future through generated code",
	detached: true,
	future:   true,
	do: func(ctx context.Context, p *resilience.Pipeline, fn func(context.Context) (int, error)) (int, error) {
		return wrapped.Through(p, fn).Async(ctx).Await(context.Background())
	},
}}

// inEach runs a test for each execution, in a bubble.
func inEach(t *testing.T, name string, test func(t *testing.T, e execution)) {
	t.Helper()
	for _, e := range executions {
		t.Run(name+" "+e.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, e) })
		})
	}
}

func TestPipelineOutcomes(t *testing.T) {
	inEach(t, "a success is one success", func(t *testing.T, e execution) {
		h := newHouse(t)
		n, err := e.do(t.Context(), h.pipeline(t), func(context.Context) (int, error) { return 7, nil })
		require.NoError(t, err)
		assert.Equal(t, 7, n)
		h.assertCounts(t, 0, 1)
	})
	inEach(t, "each attempt is one outcome", func(t *testing.T, e execution) {
		h := newHouse(t)
		n, err := e.do(t.Context(), h.pipeline(t), func(context.Context) (int, error) { return 3, errBusy })
		assert.Equal(t, errBusy, err, "the same value")
		assert.Equal(t, 3, n, "the last attempt's results")
		h.assertCounts(t, 2, 0)
	})
	inEach(t, "a dead context runs nothing and consumes nothing", func(t *testing.T, e execution) {
		h := newHouse(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := e.do(ctx, h.pipeline(t), func(context.Context) (int, error) { panic("ran") })
		assert.Equal(t, context.Canceled, err)
		h.assertCounts(t, 0, 0)
	})
	inEach(t, "a failed call whose caller cancelled is neutral, whatever error came back", func(t *testing.T, e execution) {
		h := newHouse(t)
		ctx, cancel := context.WithCancel(t.Context())
		_, err := e.do(ctx, h.pipeline(t), func(inner context.Context) (int, error) {
			cancel()
			time.Sleep(time.Second) // so that a detached caller has left
			return 0, errBusy
		})
		if e.detached {
			assert.Equal(t, context.Canceled, err)
		} else {
			assert.Equal(t, errBusy, err)
		}
		time.Sleep(2 * time.Second)
		h.assertCounts(t, 0, 0)
	})
	inEach(t, "a success is a success although the caller cancelled", func(t *testing.T, e execution) {
		if e.detached {
			t.Skip("a detached caller has left")
		}
		h := newHouse(t)
		ctx, cancel := context.WithCancel(t.Context())
		n, err := e.do(ctx, h.pipeline(t), func(context.Context) (int, error) { cancel(); return 7, nil })
		require.NoError(t, err)
		assert.Equal(t, 7, n)
		h.assertCounts(t, 0, 1)
	})
	inEach(t, "the caller's deadline running out is a failure", func(t *testing.T, e execution) {
		h := newHouse(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := e.do(ctx, h.pipeline(t), func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.NotErrorIs(t, err, resilience.ErrTimeout)
		synctest.Wait()
		h.assertCounts(t, 1, 0)
	})
	inEach(t, "the policy's timeout is a failure of each attempt and is retried", func(t *testing.T, e execution) {
		h := newHouse(t)
		start := time.Now()
		_, err := e.do(t.Context(), h.pipeline(t), func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
		assert.Equal(t, 21*time.Second, time.Since(start))
		assert.ErrorIs(t, err, resilience.ErrTimeout)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		timeout, ok := errors.AsType[*resilience.TimeoutError](err)
		require.True(t, ok)
		assert.Equal(t, "timeout timeout: attempt exceeded 10s", timeout.Error())
		synctest.Wait()
		h.assertCounts(t, 2, 0)
	})
	inEach(t, "a refusal by an inner policy leaves the breaker as it was", func(t *testing.T, e execution) {
		h := newHouse(t)
		p := h.pipeline(t)
		require.True(t, h.bulkhead.TryAcquire())
		require.True(t, h.bulkhead.TryAcquire())
		_, err := e.do(t.Context(), p, func(context.Context) (int, error) { panic("ran") })
		assert.ErrorIs(t, err, resilience.ErrBulkheadFull)
		rejected, ok := errors.AsType[*resilience.RejectedError](err)
		require.True(t, ok)
		assert.Equal(t, "bulkhead", rejected.Policy)
		h.bulkhead.Release()
		h.bulkhead.Release()
		h.assertCounts(t, 0, 0)
	})
}

func TestPipelineResultsOfARefusedLastAttemptAreZero(t *testing.T) {
	inEach(t, "an open breaker", func(t *testing.T, e execution) {
		h := newHouse(t)
		p := h.pipeline(t)
		n, err := e.do(t.Context(), p, func(context.Context) (int, error) {
			h.breaker.ForceOpen()
			return 3, errBusy
		})
		assert.Zero(t, n)
		assert.ErrorIs(t, err, resilience.ErrCallNotPermitted)
		assert.ErrorIs(t, err, errBusy, "the last attempt's error is still found")
		assert.False(t, p.Reached(err))
	})
	t.Run("an inner pipeline's refusal is the implementation's own error", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			inner, outer := newHouse(t), newHouse(t)
			ip, op := inner.pipeline(t), outer.pipeline(t)
			n, err := resilience.DoValue(t.Context(), op, func(ctx context.Context) (int, error) {
				_, err := resilience.DoValue(ctx, ip, func(context.Context) (int, error) {
					inner.breaker.ForceOpen()
					return 0, errBusy
				})
				return 5, err
			})
			assert.ErrorIs(t, err, resilience.ErrCallNotPermitted)
			assert.Equal(t, 5, n)
			assert.True(t, op.Reached(err))
		})
	})
}

func TestPipelineTotalTimeout(t *testing.T) {
	inEach(t, "bounds attempts and waits together", func(t *testing.T, e execution) {
		h := newHouse(t)
		var err error
		h.timeout, err = resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: 10 * time.Second, Total: 15 * time.Second})
		require.NoError(t, err)
		start := time.Now()
		_, err = e.do(t.Context(), h.pipeline(t), func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
		assert.Equal(t, 15*time.Second, time.Since(start))
		timeout, ok := errors.AsType[*resilience.TimeoutError](err)
		require.True(t, ok)
		assert.True(t, timeout.Total)
		synctest.Wait()
		h.assertCounts(t, 2, 0)
	})
	inEach(t, "gives up at once when the next attempt could not start in time", func(t *testing.T, e execution) {
		h := newHouse(t)
		var err error
		h.timeout, err = resilience.NewTimeout("timeout", resilience.TimeoutConfig{Total: time.Second})
		require.NoError(t, err)
		start := time.Now()
		_, err = e.do(t.Context(), h.pipeline(t), func(context.Context) (int, error) { return 0, errBusy })
		assert.Equal(t, errBusy, err)
		assert.Zero(t, time.Since(start))
	})
}

func TestPipelineDeadlineIsVisibleDownstream(t *testing.T) {
	inEach(t, "an attempt's", func(t *testing.T, e execution) {
		if e.future {
			t.Skip("the context is the caller's own")
		}
		h := newHouse(t)
		_, err := e.do(t.Context(), h.pipeline(t), func(ctx context.Context) (int, error) {
			deadline, ok := ctx.Deadline()
			assert.True(t, ok)
			assert.Equal(t, 10*time.Second, time.Until(deadline))
			return 0, nil
		})
		require.NoError(t, err)
	})
}

func TestPipelineUnwinds(t *testing.T) {
	inEach(t, "a panic is a failure, gives everything back, and goes on", func(t *testing.T, e execution) {
		h := newHouse(t)
		p := h.pipeline(t)
		value := errors.New("boom")
		raised := func() (raised any) {
			defer func() {
				if v := recover(); v != nil {
					raised = v
				}
			}()
			_, err := e.do(t.Context(), p, func(context.Context) (int, error) { panic(value) })
			return err
		}()
		if e.detached {
			crossed, ok := raised.(*resilience.PanicError)
			require.True(t, ok, "%v", raised)
			assert.Equal(t, value, crossed.Value)
			assert.ErrorIs(t, crossed, value)
			assert.Contains(t, string(crossed.Stack), "TestPipelineUnwinds")
		} else {
			assert.Same(t, value, raised)
		}
		h.assertCounts(t, 1, 0)
	})
	inEach(t, "Goexit is a failure, gives everything back, and goes on", func(t *testing.T, e execution) {
		h := newHouse(t)
		p := h.pipeline(t)
		var wg sync.WaitGroup
		var err error // stays nil if the call does not return
		wg.Go(func() {
			_, err = e.do(t.Context(), p, func(context.Context) (int, error) { goruntime.Goexit(); return 0, nil })
		})
		wg.Wait()
		if e.future {
			assert.Equal(t, resilience.ErrGoexit, err)
		} else {
			require.NoError(t, err)
		}
		h.assertCounts(t, 1, 0)
	})
}

func TestAPanicAfterTheTimeoutIsAFailureAlthoughTheCallerCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		p := h.pipeline(t)
		ctx, cancel := context.WithCancel(t.Context())
		assert.PanicsWithValue(t, "boom", func() {
			_ = p.Do(ctx, func(ctx context.Context) (resilience.Verdict, error) {
				<-ctx.Done()
				cancel()
				panic("boom")
			})
		})
		h.assertCounts(t, 1, 0)
	})
}

func TestDoDetachedReturnsAnErrGoexitOfTheImplementation(t *testing.T) {
	p, err := resilience.NewPipeline("house")
	require.NoError(t, err)
	var wg sync.WaitGroup
	err = errBusy
	wg.Go(func() { // which ends early if the error is taken for the thing itself
		_, err = resilience.DoDetached(t.Context(), p, func(context.Context) (int, resilience.Verdict, error) {
			return 0, 0, resilience.ErrGoexit // such as that of a future it awaited
		})
	})
	wg.Wait()
	assert.Equal(t, resilience.ErrGoexit, err)
}

func TestDoDetachedReturnsAtTheDeadline(t *testing.T) {
	// stubborn ignores its context for an hour.
	stubborn := func(end func() (int, error)) func(context.Context) (int, resilience.Verdict, error) {
		return func(context.Context) (int, resilience.Verdict, error) {
			time.Sleep(time.Hour)
			n, err := end()
			return n, 0, err
		}
	}
	ends := []struct {
		name string
		end  func() (int, error)
		late string
	}{
		{"a late success", func() (int, error) { return 7, nil }, "<nil>"},
		{"a late failure", func() (int, error) { return 7, errBusy }, "busy"},
		{"a late panic", func() (int, error) { panic("boom") }, "panic: boom"},
		{"a late Goexit", func() (int, error) { goruntime.Goexit(); return 0, nil }, resilience.ErrGoexit.Error()},
	}
	for _, test := range ends {
		t.Run(test.name+" is published and touches nobody", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				p, err := resilience.NewPipeline("house", h.bulkhead, h.timeout, h.breaker)
				require.NoError(t, err)
				var late []string
				p.Events().Subscribe(func(ev resilience.Event) {
					text := fmt.Sprint(ev.Err)
					late = append(late, text[:min(len(text), len(test.late))])
				}, resilience.KindLateResult)

				start := time.Now()
				n, err := resilience.DoDetached(t.Context(), p, stubborn(test.end))
				assert.Equal(t, 10*time.Second, time.Since(start))
				assert.Zero(t, n)
				assert.ErrorIs(t, err, resilience.ErrTimeout)
				assert.Equal(t, uint64(1), h.breaker.Metrics().Failed)
				assert.Equal(t, 1, h.bulkhead.Metrics().InUse, "work that goes on keeps its slot")

				time.Sleep(2 * time.Hour)
				synctest.Wait()
				assert.Equal(t, []string{test.late}, late)
				h.assertCounts(t, 1, 0)
			})
		})
	}
	t.Run("a call that waits in the queue when its caller leaves never starts", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p, err := resilience.NewPipeline("house", h.bulkhead, h.timeout, h.breaker)
			require.NoError(t, err)
			require.True(t, h.bulkhead.TryAcquire())
			require.True(t, h.bulkhead.TryAcquire())
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, func() { cancel(); h.bulkhead.Release(); h.bulkhead.Release() })
			_, err = resilience.DoDetached(ctx, p, func(context.Context) (int, resilience.Verdict, error) { panic("ran") })
			assert.ErrorIs(t, err, resilience.ErrBulkheadFull)
			assert.ErrorIs(t, err, context.Canceled)
			h.assertCounts(t, 0, 0)
		})
	})
	t.Run("results are never written after the caller left", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t)
			for range 100 { // the race detector judges
				n, err := resilience.DoDetached(t.Context(), p, func(ctx context.Context) (int, resilience.Verdict, error) {
					<-ctx.Done()
					return 7, 0, nil
				})
				if err != nil {
					assert.Zero(t, n)
				}
			}
			synctest.Wait()
			assert.Zero(t, h.bulkhead.Metrics().InUse)
		})
	})
}

func TestPipelineOrder(t *testing.T) {
	t.Run("one timeout around the loop", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			start := time.Now()
			_, err := resilience.DoValue(t.Context(), h.pipeline(t, resilience.Order{"timeout", "retry"}), func(ctx context.Context) (int, error) {
				time.Sleep(6 * time.Second)
				return 0, errBusy
			})
			assert.Equal(t, 13*time.Second, time.Since(start))
			assert.ErrorIs(t, err, resilience.ErrTimeout, "the second attempt fails after the deadline of both")
			assert.ErrorIs(t, err, errBusy)
		})
	})
	t.Run("one outcome for the operation", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			_, err := resilience.DoValue(t.Context(), h.pipeline(t, resilience.Order{"circuitbreaker", "retry"}), func(context.Context) (int, error) { return 0, errBusy })
			assert.Equal(t, errBusy, err)
			h.assertCounts(t, 1, 0)
		})
	})
	t.Run("the slot is held across attempts", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			time.AfterFunc(500*time.Millisecond, func() {
				assert.Equal(t, 1, h.bulkhead.Metrics().InUse, "in the wait between attempts")
			})
			_, _ = resilience.DoValue(t.Context(), h.pipeline(t, resilience.Order{"bulkhead", "retry"}), func(context.Context) (int, error) { return 0, errBusy })
			h.assertCounts(t, 2, 0)
		})
	})
	inEach(t, "a timeout says what it bounds", func(t *testing.T, e execution) {
		attempt, total := resilience.TimeoutConfig{Duration: 3 * time.Second}, resilience.TimeoutConfig{Total: 5 * time.Second}
		for _, tt := range []struct {
			config resilience.TimeoutConfig
			order  resilience.Order
			want   string
		}{
			{attempt, nil, "timeout timeout: attempt exceeded 3s"},
			{attempt, resilience.Order{"timeout", "circuitbreaker"}, "timeout timeout: attempt exceeded 3s"},
			{attempt, resilience.Order{"timeout", "retry"}, "timeout timeout: attempts together exceeded 3s"},
			{total, resilience.Order{"timeout", "retry"}, "timeout timeout: call exceeded 5s"},
		} {
			h := newHouse(t)
			timeout, err := resilience.NewTimeout("timeout", tt.config)
			require.NoError(t, err)
			p, err := resilience.NewPipeline("house", h.retry, h.breaker, timeout, tt.order)
			require.NoError(t, err)
			_, err = e.do(t.Context(), p, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
			assert.EqualError(t, err, tt.want)
			synctest.Wait()
		}
	})
	inEach(t, "the wait for a slot is no part of the total time", func(t *testing.T, e execution) {
		h := newHouse(t)
		timeout, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: time.Second, Total: 2 * time.Second})
		require.NoError(t, err)
		for _, order := range []resilience.Order{nil, {"bulkhead", "totaltimeout"}} {
			p, err := resilience.NewPipeline("house", h.bulkhead, timeout, order)
			require.NoError(t, err)
			for range 2 {
				require.True(t, h.bulkhead.TryAcquire())
				time.AfterFunc(5*time.Second, h.bulkhead.Release)
			}
			start := time.Now()
			_, err = e.do(t.Context(), p, func(context.Context) (int, error) { return 0, nil })
			if order == nil {
				assert.ErrorIs(t, err, resilience.ErrBulkheadFull)
				assert.Equal(t, time.Second, time.Since(start))
			} else {
				assert.NoError(t, err)
				assert.Equal(t, 5*time.Second, time.Since(start))
			}
			time.Sleep(5 * time.Second)
		}
	})
	inEach(t, "a permit that comes too late for what is around the limiter is refused at once", func(t *testing.T, e execution) {
		for _, tt := range []struct {
			config resilience.TimeoutConfig
			caller time.Duration
			order  resilience.Order
		}{
			{resilience.TimeoutConfig{Duration: time.Hour}, 5 * time.Second, nil},
			{resilience.TimeoutConfig{Total: 5 * time.Second}, time.Hour, nil},
			{resilience.TimeoutConfig{Duration: 5 * time.Second}, time.Hour, resilience.Order{"timeout", "ratelimit"}},
			{resilience.TimeoutConfig{Duration: 5 * time.Second, Total: 10 * time.Second}, time.Hour, resilience.Order{"timeout", "retry"}},
		} {
			timeout, err := resilience.NewTimeout("timeout", tt.config)
			require.NoError(t, err)
			limiter, err := resilience.NewRateLimiter("limiter", resilience.RateLimiterConfig{Limit: 1, Period: 10 * time.Second, Burst: 1, MaxWait: time.Minute})
			require.NoError(t, err)
			p, err := resilience.NewPipeline("house", newHouse(t).retry, timeout, limiter, tt.order)
			require.NoError(t, err)
			require.True(t, limiter.Allow())
			ctx, cancel := context.WithTimeout(t.Context(), tt.caller)
			start := time.Now()
			_, err = e.do(ctx, p, func(context.Context) (int, error) { panic("ran") })
			assert.ErrorIs(t, err, resilience.ErrRateLimited)
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			assert.Zero(t, time.Since(start), "%+v", tt)
			cancel()
		}
	})
	t.Run("one permit for the operation", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			for _, order := range []resilience.Order{nil, {"ratelimit", "retry"}} {
				limiter, err := resilience.NewRateLimiter("limiter", resilience.DefaultRateLimiterConfig(1, time.Hour))
				require.NoError(t, err)
				attempts := 0
				_, err = resilience.DoValue(t.Context(), h.pipeline(t, limiter, order), func(context.Context) (int, error) { attempts++; return 0, errBusy })
				if order == nil {
					assert.ErrorIs(t, err, resilience.ErrRateLimited, "the second attempt finds no permit")
					assert.Equal(t, 1, attempts)
				} else {
					assert.Equal(t, errBusy, err)
					assert.Equal(t, 2, attempts)
				}
			}
		})
	})
	t.Run("what makes no sense is refused", func(t *testing.T) {
		h := newHouse(t)
		for _, order := range []resilience.Order{{"timeout", "retyr"}, {"retry", "retry"}, {"retry", "totaltimeout"}, {"bulkhead", "retry", "totaltimeout"}, {"fallback", "retry"}} {
			_, err := resilience.NewPipeline("house", h.retry, order)
			assert.ErrorContains(t, err, "pipeline house: order: ")
		}
	})
}

func TestNewPipelineRefusesPoliciesItCannotTake(t *testing.T) {
	h := newHouse(t)
	_, err := resilience.NewPipeline("house", h.retry, h.retry)
	assert.EqualError(t, err, "pipeline house: a pipeline takes one retry policy")
	_, err = resilience.NewPipeline("house", (*resilience.Retry)(nil))
	assert.EqualError(t, err, "pipeline house: retry policy is nil")
	_, err = resilience.NewPipeline("house", nil)
	assert.EqualError(t, err, "pipeline house: policy is nil")
}

func TestPipelineFallback(t *testing.T) {
	h := newHouse(t)
	p := h.pipeline(t)
	var kinds []string
	p.Events().Subscribe(func(ev resilience.Event) { kinds = append(kinds, ev.Kind.String()+" "+ev.Method) }, resilience.KindFallback)
	assert.False(t, p.FallbackAllowed(t.Context(), nil), "there is nothing to fall back from")
	assert.True(t, p.FallbackAllowed(t.Context(), errBusy))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.False(t, p.FallbackAllowed(ctx, errBusy), "nobody waits for the result")
	p.FallbackApplied(t.Context(), errBusy)
	assert.Equal(t, []string{"fallback house"}, kinds)
}

// A three is a method with several results, called as generated code calls it.
type three struct {
	pipeline *resilience.Pipeline
	next     func(ctx context.Context, args ...string) (string, int, error)
}

func (m three) call(ctx context.Context, args ...string) (r0 string, r1 int, err error) {
	err = m.pipeline.Do(ctx, func(ctx context.Context) (resilience.Verdict, error) {
		var failure error
		r0, r1, failure = m.next(ctx, args...)
		return 0, failure
	})
	return r0, r1, err
}

func TestPipelineAllocations(t *testing.T) {
	next := func(ctx context.Context, args ...string) (string, int, error) { return args[0], len(args), nil }
	failing := func(ctx context.Context, args ...string) (string, int, error) { return "", 0, errBusy }
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	h := newHouse(t)
	immediate := resilience.DefaultRetryConfig()
	immediate.Delay = 0
	retry, err := resilience.NewRetry("retry", immediate)
	require.NoError(t, err)
	// It sees failures only, and must stay closed.
	watching := resilience.DefaultCircuitBreakerConfig()
	watching.Initial = resilience.StateMetricsOnly
	breaker, err := resilience.NewCircuitBreaker("breaker", watching)
	require.NoError(t, err)
	tests := []struct {
		name     string
		policies []resilience.Policy
		next     func(ctx context.Context, args ...string) (string, int, error)
		want     float64
	}{
		{"no policy", nil, next, 0},
		{"retry, breaker and bulkhead", []resilience.Policy{h.retry, h.breaker, h.bulkhead}, next, 0},
		{"a timeout too", []resilience.Policy{h.retry, h.breaker, h.bulkhead, h.timeout}, next, 1},
		{"another order", []resilience.Policy{h.retry, h.breaker, h.bulkhead, resilience.Order{"circuitbreaker", "retry"}}, next, 0},
		{"three failing attempts", []resilience.Policy{retry, breaker, h.bulkhead}, failing, 0},
	}
	args := []string{"a", "b"}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := resilience.NewPipeline("house", test.policies...)
			require.NoError(t, err)
			m := three{p, test.next}
			assert.Equal(t, test.want, testing.AllocsPerRun(1000, func() { _, _, _ = m.call(ctx, args...) }))
		})
	}
}

// A breaker without slow-call timing outside of what measures time does not show
// a part of a measurement.
func TestEventsSayHowLongACallTookOrNothing(t *testing.T) {
	for _, order := range []resilience.Order{nil, {"circuitbreaker", "retry"}, {"adaptivelimit", "circuitbreaker"}, {"retry", "adaptivelimit", "circuitbreaker"}} {
		for _, want := range []error{nil, errBusy} {
			inEach(t, fmt.Sprint(order, want), func(t *testing.T, e execution) {
				h := newHouse(t)
				adaptive, err := resilience.NewAdaptiveLimiter("adaptive", resilience.DefaultAdaptiveLimiterConfig())
				require.NoError(t, err)
				var took []time.Duration
				start := time.Now()
				h.breaker.Events().Subscribe(func(ev resilience.Event) { took = append(took, ev.Duration) }, resilience.KindSuccess, resilience.KindError)
				_, err = e.do(t.Context(), h.pipeline(t, adaptive, order), func(context.Context) (int, error) {
					time.Sleep(time.Second)
					return 0, want
				})
				require.ErrorIs(t, err, want)
				require.NotEmpty(t, took)
				whole := time.Second
				if slices.Index(order, "retry") > 0 { // the breaker is around all attempts
					whole = time.Since(start)
				}
				for _, d := range took {
					assert.Contains(t, []time.Duration{0, whole}, d)
				}
			})
		}
	}
}
