package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A worker is an implementation whose attempts the test completes.
type worker struct {
	heeds    bool // completes with context.Canceled as soon as it is asked
	mu       sync.Mutex
	attempts []*resilience.Promise[int]
}

func (w *worker) call(context.Context) *resilience.Future[int] {
	p := resilience.NewPromise[int]()
	if w.heeds {
		p.OnCancel(func() { p.Reject(context.Canceled) })
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.attempts = append(w.attempts, p)
	return p.Future()
}

// made returns the attempts so far.
func (w *worker) made() []*resilience.Promise[int] {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.attempts)
}

// last is the latest attempt.
func (w *worker) last() *resilience.Promise[int] {
	all := w.made()
	return all[len(all)-1]
}

// listenAll collects what all policies of the house publish.
func (h *house) listenAll(p *resilience.Pipeline) *[]string {
	var events []string
	note := func(ev resilience.Event) { events = append(events, ev.Policy+": "+ev.Kind.String()) }
	for _, e := range []*resilience.Events{h.retry.Events(), h.breaker.Events(), h.timeout.Events(), h.bulkhead.Events(), p.Events()} {
		e.Subscribe(note)
	}
	return &events
}

// ways are how a caller can leave.
var ways = []struct {
	name  string
	leave func(f *resilience.Future[int], cancel context.CancelFunc)
}{
	{"Cancel", func(f *resilience.Future[int], _ context.CancelFunc) { f.Cancel() }},
	{"the end of the context", func(_ *resilience.Future[int], cancel context.CancelFunc) { cancel(); synctest.Wait() }},
}

// eachWay runs a test in a bubble for each way to leave.
func eachWay(t *testing.T, name string, test func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int]))) {
	t.Helper()
	for _, way := range ways {
		t.Run(way.name+" "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				test(t, ctx, func(f *resilience.Future[int]) { way.leave(f, cancel) })
			})
		})
	}
}

// assertCancelled checks that a future has completed with context.Canceled.
func assertCancelled(t *testing.T, f *resilience.Future[int]) {
	t.Helper()
	r, done := f.Poll()
	assert.True(t, done, "complete")
	assert.Equal(t, context.Canceled, r.Err)
}

func TestAsyncCancelOfAnAttemptUnderWay(t *testing.T) {
	eachWay(t, "is neutral, silent, and has released everything before callbacks run", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		h := newHouse(t)
		p := h.pipeline(t)
		w := &worker{heeds: true}
		f := resilience.DoAsync(ctx, p, w.call)
		events := h.listenAll(p)
		called := false
		f.OnComplete(func(int, error) {
			called = true
			h.assertCounts(t, 0, 0)
		})
		leave(f)
		assert.True(t, called)
		assertCancelled(t, f)
		assert.Empty(t, *events)
		time.Sleep(time.Hour)
		assert.Len(t, w.made(), 1, "no retry")
		h.assertCounts(t, 0, 0)
	})
	ends := []struct {
		name               string
		end                func(*resilience.Promise[int])
		failed, successful uint64
		events             []string
	}{
		{"a late success is recorded", func(p *resilience.Promise[int]) { p.Resolve(7) }, 0, 1, []string{"timeout: late result", "bulkhead: finished", "circuitbreaker: success"}},
		{"a late failure is neutral", func(p *resilience.Promise[int]) { p.Reject(errBusy) }, 0, 0, []string{"timeout: late result", "bulkhead: finished", "circuitbreaker: ignored"}},
		{"a late cancellation is neutral and silent", func(p *resilience.Promise[int]) { p.Reject(context.Canceled) }, 0, 0, nil},
	}
	for _, end := range ends {
		eachWay(t, "that is ignored keeps the slot, and "+end.name, func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
			h := newHouse(t)
			p := h.pipeline(t)
			w := new(worker)
			f := resilience.DoAsync(ctx, p, w.call)
			events := h.listenAll(p)
			leave(f)
			assertCancelled(t, f)
			assert.Equal(t, 1, h.bulkhead.Metrics().InUse, "work that goes on keeps its slot")
			time.Sleep(time.Hour)
			assert.Empty(t, *events)
			end.end(w.last())
			assert.Equal(t, end.events, *events)
			h.assertCounts(t, end.failed, end.successful)
		})
	}
	for name, policies := range map[string]func(*house) []resilience.Policy{
		"a total timeout": func(h *house) []resilience.Policy {
			return []resilience.Policy{totalTimeout(t, 10*time.Second), h.breaker}
		},
		"a timeout around the breaker": func(h *house) []resilience.Policy {
			return []resilience.Policy{h.timeout, h.breaker, resilience.Order{"timeout", "circuitbreaker"}}
		},
	} {
		eachWay(t, "before the time of "+name+" is up makes a failure after it neutral", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
			h := newHouse(t)
			p, err := resilience.NewPipeline("p", policies(h)...)
			require.NoError(t, err)
			w := new(worker)
			f := resilience.DoAsync(ctx, p, w.call)
			time.Sleep(9 * time.Second)
			leave(f)
			time.Sleep(time.Hour)
			w.last().Reject(errBusy)
			h.assertCounts(t, 0, 0)
		})
	}
}

// totalTimeout is a timeout around the whole call.
func totalTimeout(t *testing.T, d time.Duration) *resilience.Timeout {
	t.Helper()
	timeout, err := resilience.NewTimeout("total", resilience.TimeoutConfig{Total: d})
	require.NoError(t, err)
	return timeout
}

func TestAsyncCancelPolicyByPolicy(t *testing.T) {
	eachWay(t, "in a retry delay drops the delay", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		h := newHouse(t)
		p := h.pipeline(t)
		w := new(worker)
		f := resilience.DoAsync(ctx, p, w.call)
		w.last().Reject(errBusy)
		_, done := f.Poll()
		require.False(t, done)
		events := h.listenAll(p)
		leave(f)
		assertCancelled(t, f)
		time.Sleep(time.Hour)
		assert.Len(t, w.made(), 1)
		assert.Empty(t, *events)
		assert.Equal(t, uint64(0), h.retry.Metrics().Exhausted)
		h.assertCounts(t, 1, 0)
	})
	eachWay(t, "gives a half-open breaker its probe back", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		h := newHouse(t)
		config := resilience.DefaultCircuitBreakerConfig()
		config.HalfOpenCalls, config.MinCalls, config.Initial = 1, 1, resilience.StateOpen
		var err error
		h.breaker, err = resilience.NewCircuitBreaker("breaker", config)
		require.NoError(t, err)
		p := h.pipeline(t)
		time.Sleep(config.OpenWait)
		w := &worker{heeds: true}
		f := resilience.DoAsync(ctx, p, w.call)
		require.Equal(t, resilience.StateHalfOpen, h.breaker.State())
		leave(f)
		next := resilience.DoAsync(t.Context(), p, w.call)
		w.last().Resolve(7)
		n, err := next.Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 7, n)
		assert.Equal(t, resilience.StateClosed, h.breaker.State())
	})
	eachWay(t, "gives the place in a rate limiter's queue back", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		l, err := resilience.NewRateLimiter("limiter", resilience.RateLimiterConfig{Limit: 1, Period: time.Second, Burst: 1, MaxWait: time.Minute})
		require.NoError(t, err)
		p, err := resilience.NewPipeline("limited", l)
		require.NoError(t, err)
		w := new(worker)
		start := time.Now()
		resilience.DoAsync(t.Context(), p, w.call)
		f := resilience.DoAsync(ctx, p, w.call)
		resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
			assert.Equal(t, time.Second, time.Since(start), "it has moved up")
			return w.call(ctx)
		})
		leave(f)
		assertCancelled(t, f)
		time.Sleep(time.Hour)
		synctest.Wait()
		assert.Len(t, w.made(), 2)
		w.made()[0].Resolve(0)
		w.made()[1].Resolve(0)
	})
	eachWay(t, "gives no permit of a rate limiter back once the call is under way", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		l, err := resilience.NewRateLimiter("limiter", resilience.RateLimiterConfig{Limit: 1, Period: time.Second, Burst: 1})
		require.NoError(t, err)
		p, err := resilience.NewPipeline("limited", l)
		require.NoError(t, err)
		f := resilience.DoAsync(ctx, p, (&worker{heeds: true}).call)
		leave(f)
		assertCancelled(t, f)
		assert.False(t, l.Allow())
	})
	eachWay(t, "holds the place in an adaptive limit until the producer completes", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		l, err := resilience.NewAdaptiveLimiter("limiter", resilience.DefaultAdaptiveLimiterConfig())
		require.NoError(t, err)
		p, err := resilience.NewPipeline("limited", l)
		require.NoError(t, err)
		w := new(worker)
		f := resilience.DoAsync(ctx, p, w.call)
		leave(f)
		assertCancelled(t, f)
		assert.Equal(t, 1, l.Metrics().InFlight)
		w.last().Reject(errBusy)
		assert.Zero(t, l.Metrics().InFlight)
		assert.Equal(t, 20, l.Metrics().Limit)
	})
	eachWay(t, "stops the clock of a timeout", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		h := newHouse(t)
		p := h.pipeline(t)
		w := new(worker)
		f := resilience.DoAsync(ctx, p, w.call)
		leave(f)
		events := h.listenAll(p)
		time.Sleep(time.Hour)
		assert.Empty(t, *events)
		assert.Zero(t, h.timeout.Metrics().Attempts)
		w.last().Reject(context.Canceled)
	})
	eachWay(t, "drops the place in a bulkhead's queue, and the call never starts", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		h := newHouse(t)
		p := h.pipeline(t)
		require.True(t, h.bulkhead.TryAcquire())
		require.True(t, h.bulkhead.TryAcquire())
		w := new(worker)
		f := resilience.DoAsync(ctx, p, w.call)
		require.Equal(t, 1, h.bulkhead.Metrics().Waiting)
		events := h.listenAll(p)
		leave(f)
		assertCancelled(t, f)
		assert.Zero(t, h.bulkhead.Metrics().Waiting)
		assert.Empty(t, *events)
		h.bulkhead.Release()
		h.bulkhead.Release()
		synctest.Wait()
		assert.Empty(t, w.made())
		h.assertCounts(t, 0, 0)
	})
	eachWay(t, "in the instant in which a slot comes passes it on", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		h := newHouse(t)
		p := h.pipeline(t)
		require.True(t, h.bulkhead.TryAcquire())
		require.True(t, h.bulkhead.TryAcquire())
		f := resilience.DoAsync(ctx, p, func(context.Context) *resilience.Future[int] { panic("ran") })
		w := new(worker)
		next := resilience.DoAsync(t.Context(), p, w.call)
		granted := 0
		h.bulkhead.Events().Subscribe(func(resilience.Event) {
			if granted++; granted == 1 {
				leave(f)
			}
		}, resilience.KindPermitted)
		h.bulkhead.Release()
		synctest.Wait()
		assertCancelled(t, f)
		require.Len(t, w.made(), 1)
		w.last().Resolve(7)
		settled(t, next, 7, nil)
		h.bulkhead.Release()
		h.assertCounts(t, 0, 1)
	})
	t.Run("Cancel in the instant in which a permit of a rate limiter comes gives it back", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l, err := resilience.NewRateLimiter("limiter", resilience.RateLimiterConfig{Limit: 1, Period: time.Second, Burst: 1, MaxWait: time.Minute})
			require.NoError(t, err)
			p, err := resilience.NewPipeline("limited", l)
			require.NoError(t, err)
			require.True(t, l.Allow())
			f := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { panic("ran") })
			l.Events().Subscribe(func(resilience.Event) { f.Cancel() }, resilience.KindPermitted)
			pass(time.Second)
			assertCancelled(t, f)
			assert.Equal(t, 1, l.Metrics().Available)
		})
	})
	eachWay(t, "asks no fallback", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		h := newHouse(t)
		p := h.pipeline(t)
		w := &worker{heeds: true}
		f := start(ctx, p, w.call, func(context.Context, error) (*resilience.Future[int], bool) {
			t.Error("asked")
			return nil, false
		})
		leave(f)
		assertCancelled(t, f)
	})
	eachWay(t, "reaches the future of a fallback under way", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		p, err := resilience.NewPipeline("bare")
		require.NoError(t, err)
		w, answer := new(worker), &worker{heeds: true}
		f := start(ctx, p, w.call, func(ctx context.Context, _ error) (*resilience.Future[int], bool) { return answer.call(ctx), true })
		w.last().Reject(errBusy)
		require.Len(t, answer.made(), 1)
		leave(f)
		assertCancelled(t, f)
		_, done := answer.last().Future().Poll()
		assert.True(t, done)
	})
	t.Run("the caller's deadline completes the future, and is a failure once the work ends", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			w := new(worker)
			f := resilience.DoAsync(ctx, p, w.call)
			time.Sleep(time.Second)
			synctest.Wait()
			r, done := f.Poll()
			require.True(t, done)
			assert.Equal(t, context.DeadlineExceeded, r.Err)
			assert.NotErrorIs(t, r.Err, resilience.ErrTimeout)
			assert.Zero(t, h.breaker.Metrics().Failed)
			w.last().Reject(context.Canceled)
			h.assertCounts(t, 1, 0)
		})
	})
	t.Run("cancelling a derived future reaches nothing", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			w := &worker{heeds: true}
			f := resilience.DoAsync(t.Context(), h.pipeline(t), w.call)
			resilience.Then(f, func(n int) (int, error) { return n, nil }).Cancel()
			_, done := f.Poll()
			assert.False(t, done)
			w.last().Resolve(1)
			h.assertCounts(t, 0, 1)
		})
	})
	t.Run("cancelling after the completion does nothing", func(t *testing.T) {
		h := newHouse(t)
		w := new(worker)
		f := resilience.DoAsync(context.Background(), h.pipeline(t), w.call)
		w.last().Resolve(7)
		f.Cancel()
		r, _ := f.Poll()
		assert.Equal(t, resilience.Result[int]{Value: 7}, r)
		h.assertCounts(t, 0, 1)
	})
	t.Run("an attempt that blocks its goroutine keeps nobody from cancelling", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			p := h.pipeline(t)
			first := true
			f := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
				if first {
					first = false
					return resilience.Failed[int](errBusy)
				}
				time.Sleep(time.Hour)
				return resilience.Completed(7)
			})
			time.Sleep(time.Minute)
			f.Cancel()
			assertCancelled(t, f)
			time.Sleep(2 * time.Hour)
			h.assertCounts(t, 1, 1)
		})
	})
	t.Run("Cancel in a later attempt's method makes its failure neutral, and the last", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			h.attempts(t, 3)
			p := h.pipeline(t)
			blocks := false
			f := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
				if blocks {
					time.Sleep(time.Hour)
				}
				blocks = true
				return resilience.Failed[int](errBusy)
			})
			time.Sleep(time.Minute)
			events := h.listenAll(p)
			f.Cancel()
			pass(2 * time.Hour)
			assertCancelled(t, f)
			assert.Equal(t, []string{"timeout: late result", "bulkhead: finished", "circuitbreaker: ignored"}, *events)
			h.assertCounts(t, 1, 0)
		})
	})
	t.Run("Cancel in a later attempt's method makes a result to be retried the last", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			h.attempts(t, 3)
			p := h.pipeline(t)
			blocks := false
			m := resilience.AsyncMethod[int]{
				Call: func(context.Context) *resilience.Future[int] {
					if blocks {
						time.Sleep(time.Hour)
					}
					blocks = true
					return resilience.Completed(7)
				},
				Verdict: func(int) resilience.Verdict { return resilience.RetryResult },
			}
			call, _ := resilience.Start(t.Context(), p, m)
			f := resilience.Continue(call, m)
			time.Sleep(time.Minute)
			events := h.listenAll(p)
			f.Cancel()
			pass(2 * time.Hour)
			assertCancelled(t, f)
			assert.Equal(t, []string{"timeout: late result", "bulkhead: finished", "circuitbreaker: success"}, *events)
		})
	})
	t.Run("the time of a timeout further out makes the failure of a later attempt's method one, though the caller leaves then", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			inner := h.pipeline(t)
			outer, err := resilience.NewPipeline("outer", totalTimeout(t, 3*time.Second))
			require.NoError(t, err)
			blocks := false
			ctx, cancel := context.WithCancel(t.Context())
			f := resilience.DoAsync(ctx, outer, func(ctx context.Context) *resilience.Future[int] {
				return resilience.DoAsync(ctx, inner, func(context.Context) *resilience.Future[int] {
					if blocks {
						time.Sleep(6 * time.Second)
					}
					blocks = true
					return resilience.Failed[int](errBusy)
				})
			})
			pass(4 * time.Second)
			r, _ := f.Poll()
			assert.ErrorIs(t, r.Err, resilience.ErrTimeout)
			cancel()
			pass(time.Hour)
			h.assertCounts(t, 2, 0)
		})
	})
}

// start is DoAsync with a fallback.
func start(ctx context.Context, p *resilience.Pipeline, call func(context.Context) *resilience.Future[int], fallback func(context.Context, error) (*resilience.Future[int], bool)) *resilience.Future[int] {
	m := resilience.AsyncMethod[int]{Call: call, Fallback: fallback}
	pending, f := resilience.Start(ctx, p, m)
	if pending != nil {
		f = resilience.Continue(pending, m)
	}
	return f
}

// The first attempt has failed when the call returns, and the fallback has not.
func TestAsyncCancelOfAFallbackThatTheCallReturnedWith(t *testing.T) {
	for name, call := range map[string]func(context.Context) *resilience.Future[int]{
		"a failure": func(context.Context) *resilience.Future[int] { return resilience.Failed[int](errBusy) },
		"a nil":     func(context.Context) *resilience.Future[int] { return nil },
	} {
		eachWay(t, "after "+name, func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
			p, err := resilience.NewPipeline("house", newHouse(t).breaker)
			require.NoError(t, err)
			asked := 0
			answer := resilience.NewPromise[int]()
			answer.OnCancel(func() { asked++ })
			m := resilience.AsyncMethod[int]{Call: call, Fallback: func(context.Context, error) (*resilience.Future[int], bool) {
				return answer.Future(), true
			}}
			pending, f := resilience.Start(ctx, p, m)
			require.Nil(t, pending)
			_, done := f.Poll()
			require.False(t, done)
			leave(f)
			assertCancelled(t, f)
			assert.Equal(t, 1, asked)
			assert.True(t, answer.Resolve(7), "it completes when it likes")
			assertCancelled(t, f)
		})
	}
}

// All calls under one context take one goroutine when it ends.
func TestAsyncTheEndOfASharedContextTakesOneGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		p, err := resilience.NewPipeline("timed", h.timeout, h.retry)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		const calls = 10_000
		futures := make([]*resilience.Future[int], calls)
		most := 0
		before := goruntime.NumGoroutine()
		for i := range futures {
			if i%2 == 0 {
				futures[i] = resilience.DoAsync(ctx, p, func(context.Context) *resilience.Future[int] { return resilience.Failed[int](errBusy) })
			} else {
				futures[i] = resilience.DoAsync(ctx, p, (&worker{heeds: true}).call)
			}
			futures[i].OnComplete(func(int, error) { most = max(most, goruntime.NumGoroutine()) })
		}
		assert.LessOrEqual(t, goruntime.NumGoroutine(), before+strays)
		cancel()
		synctest.Wait()
		assert.LessOrEqual(t, most, before+strays)
		for _, f := range futures {
			assertCancelled(t, f)
		}
	})
}

// Contexts that are derived from one another by values end together.
func TestAsyncWatchesFollowTheirContexts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		var contexts []context.Context
		var cancels []context.CancelFunc
		for range 3 {
			ctx, cancel := context.WithCancel(t.Context())
			contexts = append(contexts, ctx, context.WithValue(ctx, key{}, 1))
			cancels = append(cancels, cancel)
		}
		w := &worker{heeds: true}
		p, err := resilience.NewPipeline("bare", h.breaker)
		require.NoError(t, err)
		for range 3 { // once with a fresh watch, then with the spare one, then with others in between
			futures := make([]*resilience.Future[int], len(contexts))
			for i, ctx := range contexts {
				futures[i] = resilience.DoAsync(ctx, p, w.call)
			}
			for i := range futures {
				w.made()[i].Resolve(i)
				r, done := futures[i].Poll()
				require.True(t, done)
				assert.Equal(t, i, r.Value)
			}
			w = &worker{heeds: true}
		}
		var futures []*resilience.Future[int]
		for _, ctx := range contexts {
			futures = append(futures, resilience.DoAsync(ctx, p, w.call))
		}
		for i, cancel := range cancels {
			cancel()
			synctest.Wait()
			for j, f := range futures {
				_, done := f.Poll()
				assert.Equal(t, j/2 <= i, done)
			}
		}
		_, err = resilience.DoAsync(contexts[0], p, w.call).Await(t.Context())
		assert.True(t, errors.Is(err, context.Canceled))
	})
}

func TestACallThatIsCancelledSurvivesAnErrorWhoseMethodsPanic(t *testing.T) {
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				w := new(worker)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				p := h.pipeline(t)
				f := resilience.DoAsync(ctx, p, w.call)
				way.leave(f, cancel)
				synctest.Wait()
				assertCancelled(t, f)
				w.last().Reject(panickyError{})
				h.assertCounts(t, 0, 0)
			})
		})
	}
	t.Run("its time being up", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			w := new(worker)
			p := h.pipeline(t)
			var late []error
			p.Events().Subscribe(func(ev resilience.Event) { late = append(late, ev.Err) }, resilience.KindLateResult)
			f := resilience.DoAsync(t.Context(), p, w.call)
			pass(10 * time.Second)
			f.Cancel()
			w.last().Reject(panickyError{})
			assert.Equal(t, []error{panickyError{}}, late)
			h.assertCounts(t, 1, 0)
		})
	})
}
