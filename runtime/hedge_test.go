package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// generous is a hedge of up to three attempts, a second apart, that the budget
// never stops.
func generous() resilience.HedgeConfig {
	config := resilience.DefaultHedgeConfig()
	config.MaxAttempts, config.Budget = 3, 100
	return config
}

// hedgedHouse is the house with a hedge in place of the retry.
func hedgedHouse(t *testing.T, config resilience.HedgeConfig, more ...resilience.Policy) (*house, *resilience.Hedge, *resilience.Pipeline) {
	t.Helper()
	h := newHouse(t)
	hedge, err := resilience.NewHedge("hedge", config)
	require.NoError(t, err)
	p, err := resilience.NewPipeline("house", append(more, hedge, h.breaker, h.timeout, h.bulkhead)...)
	require.NoError(t, err)
	for range 300 { // fills the budget
		_, err := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { return resilience.Completed(0) }).Await(t.Context())
		require.NoError(t, err)
	}
	h.breaker.Reset()
	return h, hedge, p
}

func TestHedge(t *testing.T) {
	bubble := func(name string, test func(t *testing.T)) {
		t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
	}
	bubble("a fast success is the only attempt", func(t *testing.T) {
		h, hedge, p := hedgedHouse(t, generous())
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		w.last().Resolve(7)
		n, err := f.Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 7, n)
		time.Sleep(time.Hour)
		assert.Len(t, w.made(), 1)
		assert.Equal(t, resilience.HedgeMetrics{}, hedge.Metrics())
		h.assertCounts(t, 0, 1)
	})
	bubble("a failure that aborts stops an attempt that is about to start at once", func(t *testing.T) {
		config := generous()
		config.HedgeOn = []resilience.Matcher{resilience.ErrorIs(errBusy)}
		config.AbortOn = []resilience.Matcher{resilience.ErrorIs(context.DeadlineExceeded)}
		_, _, p := hedgedHouse(t, config)
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		pass(time.Second)
		w.made()[0].Reject(errBusy)
		w.made()[1].Reject(context.DeadlineExceeded)
		synctest.Wait()
		started := len(w.made()) // 3 if the timer's goroutine was faster than this one
		pass(time.Hour)
		assert.Len(t, w.made(), started)
		w.last().Reject(errBusy)
		r, done := f.Poll()
		require.True(t, done, "nothing else is under way")
		assert.Equal(t, errBusy, r.Err)
	})
	bubble("an attempt that fails while another one is announced makes no more of them than there may be", func(t *testing.T) {
		config := generous()
		config.MaxAttempts = 2
		config.HedgeOn = []resilience.Matcher{resilience.ErrorIs(errBusy)}
		_, hedge, p := hedgedHouse(t, config)
		w := new(worker)
		hedge.Events().Subscribe(func(resilience.Event) { w.made()[0].Reject(errBusy) }, resilience.KindHedge)
		f := resilience.DoAsync(t.Context(), p, w.call)
		pass(time.Second)
		require.Len(t, w.made(), 2)
		pass(time.Second)
		require.Len(t, w.made(), 2)
		assert.Equal(t, resilience.HedgeMetrics{Hedges: 1}, hedge.Metrics())
		w.last().Resolve(7)
		n, err := f.Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 7, n)
	})
	bubble("a call that is cancelled in a method that blocks is over, whatever the method says", func(t *testing.T) {
		_, hedge, _ := hedgedHouse(t, generous())
		p, err := resilience.NewPipeline("p", hedge)
		require.NoError(t, err)
		w := new(worker)
		var leaving atomic.Bool
		f := resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
			if len(w.made()) == 0 {
				return w.call(ctx)
			}
			for !leaving.Load() {
				goruntime.Gosched()
			}
			for range 1000 { // in which nothing tells it that it is cancelled itself
				goruntime.Gosched()
			}
			return resilience.Completed(7)
		})
		w.last().OnCancel(func() { leaving.Store(true) })
		time.AfterFunc(time.Second, f.Cancel) // at the start of the second attempt
		pass(time.Hour)
		assertCancelled(t, f)
	})
	bubble("further attempts start a delay apart, and the first success wins", func(t *testing.T) {
		h, hedge, p := hedgedHouse(t, generous())
		events := h.listenAll(p)
		hedge.Events().Subscribe(func(ev resilience.Event) {
			*events = append(*events, ev.Policy+": "+ev.Kind.String())
			assert.Equal(t, "house", ev.Method)
		})
		w := &worker{heeds: true}
		start := time.Now()
		var started []time.Duration
		f := resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
			started = append(started, time.Since(start))
			return w.call(ctx)
		})
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		require.Len(t, w.made(), 2)
		w.made()[1].Resolve(7)
		n, err := f.Await(t.Context())
		synctest.Wait()
		require.NoError(t, err)
		assert.Equal(t, 7, n)
		assert.Equal(t, []time.Duration{0, time.Second}, started)
		assert.Equal(t, resilience.HedgeMetrics{Hedges: 1, Won: 1}, hedge.Metrics())
		assert.Equal(t, []string{
			"bulkhead: permitted", "hedge: hedge", "bulkhead: permitted",
			"bulkhead: finished", "circuitbreaker: success",
		}, *events, "the loser leaves no trace")
		h.assertCounts(t, 0, 1)
	})
	bubble("there are no more than the maximum", func(t *testing.T) {
		h, _, p := hedgedHouse(t, generous())
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		time.Sleep(9 * time.Second)
		assert.Len(t, w.made(), 2, "the third waits for a slot")
		w.made()[0].Resolve(7)
		n, err := f.Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 7, n)
		w.made()[1].Resolve(8)
		time.Sleep(time.Hour)
		assert.Len(t, w.made(), 2, "one that lost in the queue never starts")
		h.assertCounts(t, 0, 1)
	})
	bubble("a loser that goes on keeps its slot, and its late outcome counts for nothing", func(t *testing.T) {
		h, _, p := hedgedHouse(t, generous())
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		w.made()[0].Resolve(7)
		_, err := f.Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 1, h.bulkhead.Metrics().InUse)
		events := h.listenAll(p)
		w.made()[1].Reject(errBusy)
		assert.Empty(t, *events)
		h.assertCounts(t, 0, 1)
	})
	for name, end := range map[string]func() *resilience.Future[int]{
		"succeeds":  func() *resilience.Future[int] { return resilience.Completed(8) },
		"fails":     func() *resilience.Future[int] { return resilience.Failed[int](errBusy) },
		"is nil":    func() *resilience.Future[int] { return nil },
		"panics":    func() *resilience.Future[int] { panic("boom") },
		"is exited": func() *resilience.Future[int] { goruntime.Goexit(); return nil },
	} {
		bubble("a loser that "+name+" when its method ends at last leaves no trace", func(t *testing.T) {
			h, _, p := hedgedHouse(t, generous())
			w := new(worker)
			f := resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
				if len(w.made()) == 0 {
					return w.call(ctx)
				}
				time.Sleep(time.Minute)
				return end()
			})
			pass(2 * time.Second)
			w.last().Resolve(7)
			settled(t, f, 7, nil)
			assert.Equal(t, 1, h.bulkhead.Metrics().InUse)
			pass(time.Hour)
			h.assertCounts(t, 0, 1)
		})
	}
	bubble("the late success of an attempt whose time has run out wins nothing", func(t *testing.T) {
		config := generous()
		config.Delay = 8 * time.Second
		h, _, p := hedgedHouse(t, config, resilience.Order{"bulkhead", "hedge"})
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		time.Sleep(11 * time.Second)
		synctest.Wait()
		w.made()[0].Resolve(7)
		_, done := f.Poll()
		assert.False(t, done)
		w.made()[1].Resolve(8)
		n, err := f.Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 8, n)
		h.assertCounts(t, 1, 1)
	})
	bubble("a failure that nothing else is under way for ends the call", func(t *testing.T) {
		h, hedge, p := hedgedHouse(t, generous())
		_, err := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { return resilience.Settled(3, errBusy) }).Await(t.Context())
		assert.Equal(t, errBusy, err)
		assert.Zero(t, hedge.Metrics().Hedges)
		h.assertCounts(t, 1, 0)
	})
	bubble("a failure on hedgeOn starts the next attempt at once, not on the goroutine of the one that failed", func(t *testing.T) {
		config := generous()
		config.HedgeOn = []resilience.Matcher{resilience.ErrorIs(errBusy)}
		h, _, p := hedgedHouse(t, config)
		w := new(worker)
		start := time.Now()
		first := true
		f := resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
			if !first {
				time.Sleep(time.Millisecond)
			}
			first = false
			return w.call(ctx)
		})
		w.last().Reject(errBusy)
		assert.Zero(t, time.Since(start))
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		require.Len(t, w.made(), 2)
		w.last().Resolve(7)
		n, err := f.Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 7, n)
		h.assertCounts(t, 1, 1)
	})
	bubble("a failure on abortOn starts none, and leaves those under way alone", func(t *testing.T) {
		config := generous()
		config.HedgeOn = []resilience.Matcher{func(error) bool { return true }}
		config.AbortOn = []resilience.Matcher{resilience.ErrorIs(errBusy)}
		_, _, p := hedgedHouse(t, config)
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		w.made()[0].Reject(errBusy)
		time.Sleep(5 * time.Second)
		assert.Len(t, w.made(), 2)
		w.made()[1].Resolve(7)
		n, err := f.Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 7, n)
	})
	bubble("if all fail, it is with the failure of the first", func(t *testing.T) {
		h, _, p := hedgedHouse(t, generous())
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		w.made()[1].Reject(errors.New("second"))
		_, done := f.Poll()
		assert.False(t, done)
		w.made()[0].Reject(errBusy)
		_, err := f.Await(t.Context())
		assert.Equal(t, errBusy, err)
		h.assertCounts(t, 2, 0)
	})
	bubble("the budget suppresses further attempts, never the first", func(t *testing.T) {
		config := generous()
		config.Budget = 1
		hedge, err := resilience.NewHedge("hedge", config)
		require.NoError(t, err)
		p, err := resilience.NewPipeline("hedged", hedge)
		require.NoError(t, err)
		w := &worker{heeds: true}
		for range 100 {
			resilience.DoAsync(t.Context(), p, w.call)
		}
		assert.Len(t, w.made(), 100)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		assert.Len(t, w.made(), 102, "1 % of a hundred calls, and the one that is free")
		assert.Equal(t, uint64(98), hedge.Metrics().Suppressed)
		for _, attempt := range w.made() {
			attempt.Resolve(7)
		}
	})
	bubble("panics, nil futures and refusals are failures of one attempt", func(t *testing.T) {
		config := generous()
		config.HedgeOn = []resilience.Matcher{func(error) bool { return true }}
		h, _, p := hedgedHouse(t, config)
		attempts := 0
		n, err := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
			switch attempts++; attempts {
			case 1:
				panic("boom")
			case 2:
				return nil
			}
			return resilience.Completed(attempts)
		}).Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 3, n)
		h.assertCounts(t, 2, 1)
		h.breaker.ForceOpen()
		_, err = resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { panic("ran") }).Await(t.Context())
		assert.ErrorIs(t, err, resilience.ErrCallNotPermitted)
	})
	bubble("a Goexit of the first attempt gives everything back", func(t *testing.T) {
		h, _, p := hedgedHouse(t, generous())
		go resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { goruntime.Goexit(); return nil })
		time.Sleep(time.Minute)
		h.assertCounts(t, 1, 0)
	})
	bubble("the delay counts from the start of the first attempt, however long its method blocks", func(t *testing.T) {
		_, _, p := hedgedHouse(t, generous())
		w := new(worker)
		start := time.Now()
		var second time.Duration
		f := resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
			if len(w.made()) == 0 {
				time.Sleep(600 * time.Millisecond)
			} else {
				second = time.Since(start)
			}
			return w.call(ctx)
		})
		pass(500 * time.Millisecond)
		assert.Equal(t, time.Second, second)
		w.last().Resolve(7)
		settled(t, f, 7, nil)
		w.made()[0].Resolve(8)
	})
	bubble("a first attempt that waits for a slot does so while others start", func(t *testing.T) {
		h, hedge, p := hedgedHouse(t, generous())
		require.True(t, h.bulkhead.TryAcquire())
		require.True(t, h.bulkhead.TryAcquire())
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		pass(1500 * time.Millisecond)
		assert.Empty(t, w.made())
		assert.Equal(t, uint64(1), hedge.Metrics().Hedges)
		assert.Equal(t, 2, h.bulkhead.Metrics().Waiting)
		h.bulkhead.Release()
		synctest.Wait()
		w.last().Resolve(7)
		settled(t, f, 7, nil)
		assert.Len(t, w.made(), 1)
		assert.Equal(t, resilience.HedgeMetrics{Hedges: 1}, hedge.Metrics(), "the first one has won")
		h.bulkhead.Release()
		synctest.Wait()
		h.assertCounts(t, 0, 1)
	})
	bubble("a call that waited for a slot around all attempts is hedged like any other", func(t *testing.T) {
		h, hedge, p := hedgedHouse(t, generous(), resilience.Order{"bulkhead", "hedge"})
		require.True(t, h.bulkhead.TryAcquire())
		require.True(t, h.bulkhead.TryAcquire())
		w := &worker{heeds: true}
		pending := resilience.DoAsync(t.Context(), p, w.call)
		complete := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { return resilience.Settled(3, errBusy) })
		h.bulkhead.Release()
		h.bulkhead.Release()
		pass(1500 * time.Millisecond)
		settled(t, complete, 3, errBusy)
		require.Len(t, w.made(), 2)
		w.last().Resolve(7)
		settled(t, pending, 7, nil)
		assert.Equal(t, resilience.HedgeMetrics{Hedges: 1, Won: 1}, hedge.Metrics())
		h.assertCounts(t, 1, 1)
	})
	bubble("a first failure on hedgeOn that the budget lets no attempt follow is the call's", func(t *testing.T) {
		config := generous()
		config.Budget = 1
		config.HedgeOn = []resilience.Matcher{resilience.ErrorIs(errBusy)}
		hedge, err := resilience.NewHedge("hedge", config)
		require.NoError(t, err)
		p, err := resilience.NewPipeline("hedged", hedge)
		require.NoError(t, err)
		attempts := 0
		for range 2 { // one is free
			f := resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
				attempts++
				return resilience.Settled(3, errBusy)
			})
			synctest.Wait()
			settled(t, f, 3, errBusy)
		}
		assert.Equal(t, 3, attempts)
		assert.Equal(t, resilience.HedgeMetrics{Hedges: 1, Suppressed: 2}, hedge.Metrics())
	})
	bubble("a listener that ends the goroutine in a first attempt leaves nothing behind", func(t *testing.T) {
		h, _, p := hedgedHouse(t, generous(), resilience.Order{"bulkhead", "hedge"})
		h.breaker.Events().Subscribe(func(resilience.Event) { goruntime.Goexit() }, resilience.KindSuccess)
		apart(func() {
			resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] { return resilience.Completed(7) })
		})
		h.assertCounts(t, 0, 1)
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		apart(func() { w.last().Resolve(7) })
		settled(t, f, 7, resilience.ErrGoexit)
		h.assertCounts(t, 0, 2)
	})
	bubble("a timeout around the hedge ends all attempts, which are failures", func(t *testing.T) {
		h := newHouse(t)
		hedge, err := resilience.NewHedge("hedge", generous())
		require.NoError(t, err)
		timeout, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Total: 1500 * time.Millisecond})
		require.NoError(t, err)
		p, err := resilience.NewPipeline("house", hedge, timeout, h.breaker, h.bulkhead)
		require.NoError(t, err)
		w := &worker{heeds: true}
		start := time.Now()
		_, err = resilience.DoAsync(t.Context(), p, w.call).Await(t.Context())
		synctest.Wait()
		assert.Equal(t, 1500*time.Millisecond, time.Since(start))
		assert.ErrorIs(t, err, resilience.ErrTimeout)
		assert.Len(t, w.made(), 2)
		h.assertCounts(t, 2, 0)
	})
	bubble("an order puts one timeout around all attempts, and it says so", func(t *testing.T) {
		_, _, p := hedgedHouse(t, generous(), resilience.Order{"timeout", "hedge"})
		w := &worker{heeds: true}
		_, err := resilience.DoAsync(t.Context(), p, w.call).Await(t.Context())
		assert.EqualError(t, err, "timeout timeout: attempts together exceeded 10s")
		assert.Len(t, w.made(), 2, "there is no slot for a third")
	})
	bubble("an order puts one breaker around all attempts", func(t *testing.T) {
		h, _, p := hedgedHouse(t, generous(), resilience.Order{"circuitbreaker", "hedge"})
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		w.made()[0].Reject(errBusy)
		w.made()[1].Resolve(7)
		_, err := f.Await(t.Context())
		require.NoError(t, err)
		h.assertCounts(t, 0, 1)
	})
	bubble("the fallback is asked once, for the call", func(t *testing.T) {
		_, _, p := hedgedHouse(t, generous())
		asked := 0
		n, err := start(t.Context(), p, func(context.Context) *resilience.Future[int] { return resilience.Failed[int](errBusy) },
			func(context.Context, error) (*resilience.Future[int], bool) {
				asked++
				return resilience.Completed(7), true
			}).Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 7, n)
		assert.Equal(t, 1, asked)
	})
	eachWay(t, "cancels all attempts of a hedge, silently", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		h, _, p := hedgedHouse(t, generous())
		w := &worker{heeds: true}
		f := resilience.DoAsync(ctx, p, w.call)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		require.Len(t, w.made(), 2)
		events := h.listenAll(p)
		leave(f)
		assertCancelled(t, f)
		h.assertCounts(t, 0, 0)
		time.Sleep(time.Hour)
		assert.Len(t, w.made(), 2)
		assert.Empty(t, *events)
	})
}

func TestAHedgedCallWhoseFirstAttemptIsCompleteAtOnceAllocatesNothing(t *testing.T) {
	h := newHouse(t)
	hedge, err := resilience.NewHedge("hedge", generous())
	require.NoError(t, err)
	h.breaker.MetricsOnly() // failures do not open it
	done, failed := resilience.Completed("x"), resilience.Failed[string](errBusy)
	for _, tt := range []struct {
		name     string
		policies []resilience.Policy
		future   *resilience.Future[string]
	}{
		{"a success, the hedge alone", nil, done},
		{"a success", []resilience.Policy{h.breaker, h.timeout, h.bulkhead}, done},
		{"a success, a breaker around the hedge", []resilience.Policy{h.breaker, h.timeout, h.bulkhead, resilience.Order{"circuitbreaker", "hedge"}}, done},
		{"a failure", []resilience.Policy{h.breaker, h.timeout, h.bulkhead}, failed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := resilience.NewPipeline("house", append(tt.policies, hedge)...)
			require.NoError(t, err)
			m := &unguarded{p, estimatorFunc(func() *resilience.Future[string] { return tt.future })}
			assert.Same(t, tt.future, m.ETA(t.Context(), "p"), "it is that very future")
			assert.Zero(t, testing.AllocsPerRun(1000, func() { m.ETA(t.Context(), "p") }))
		})
	}
}

func TestHedgeIsForFutures(t *testing.T) {
	hedge, err := resilience.NewHedge("hedge", generous())
	require.NoError(t, err)
	p, err := resilience.NewPipeline("hedged", hedge)
	require.NoError(t, err)
	_, err = resilience.DoValue(t.Context(), p, func(context.Context) (int, error) { panic("ran") })
	assert.EqualError(t, err, "a hedge is for calls that return a future: use DoAsync")
	_, err = resilience.DoDetached(t.Context(), p, func(context.Context) (int, resilience.Verdict, error) { panic("ran") })
	assert.Error(t, err)
}

func TestNewHedgeRefuses(t *testing.T) {
	for _, change := range []func(*resilience.HedgeConfig){
		func(c *resilience.HedgeConfig) { c.MaxAttempts = 1 },
		func(c *resilience.HedgeConfig) { c.MaxAttempts = 11 },
		func(c *resilience.HedgeConfig) { c.Delay = -1 },
		func(c *resilience.HedgeConfig) { c.Budget = 0 },
		func(c *resilience.HedgeConfig) { c.Budget = 101 },
		func(c *resilience.HedgeConfig) { c.HedgeOn = []resilience.Matcher{nil} },
		func(c *resilience.HedgeConfig) { c.AbortOn = []resilience.Matcher{nil} },
	} {
		config := resilience.DefaultHedgeConfig()
		change(&config)
		_, err := resilience.NewHedge("hedge", config)
		assert.ErrorContains(t, err, "hedge hedge: ")
	}
	hedge, err := resilience.NewHedge("hedge", resilience.DefaultHedgeConfig())
	require.NoError(t, err)
	_, err = resilience.NewPipeline("house", newHouse(t).retry, hedge)
	assert.EqualError(t, err, "pipeline house: retry and hedge both repeat the call: a pipeline takes one of them")
}
