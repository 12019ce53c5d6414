package runtime_test

import (
	"context"
	goruntime "runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// leavings are how a user's function can end without returning.
var leavings = []struct {
	name  string
	leave func()
}{
	{"a panic", func() { panic("boom") }},
	{"a Goexit", func() { goruntime.Goexit() }},
}

// eachLeaving runs a test in a bubble for each of them.
func eachLeaving(t *testing.T, name string, test func(t *testing.T, leave func())) {
	t.Helper()
	for _, l := range leavings {
		t.Run(name+" "+l.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, l.leave) })
		})
	}
}

func TestAsyncRequestsToCancelThatDoNotReturn(t *testing.T) {
	// stubborn makes futures that leave when they are asked to cancel.
	stubborn := func(leave func(), made *[]*resilience.Promise[int]) func(context.Context) *resilience.Future[int] {
		return func(context.Context) *resilience.Future[int] {
			p := resilience.NewPromise[int]()
			p.OnCancel(leave)
			*made = append(*made, p)
			return p.Future()
		}
	}
	eachLeaving(t, "an attempt whose time is up holds its slot until it ends, after", func(t *testing.T, leave func()) {
		h := newHouse(t)
		p, err := resilience.NewPipeline("p", h.timeout, h.bulkhead, h.breaker)
		require.NoError(t, err)
		var made []*resilience.Promise[int]
		call := stubborn(leave, &made)
		first, second := resilience.DoAsync(t.Context(), p, call), resilience.DoAsync(t.Context(), p, call)
		pass(10 * time.Second)
		for _, f := range []*resilience.Future[int]{first, second} {
			r, done := f.Poll()
			require.True(t, done)
			assert.ErrorIs(t, r.Err, resilience.ErrTimeout)
		}
		assert.Equal(t, 2, h.bulkhead.Metrics().InUse)
		made[0].Resolve(1)
		assert.Equal(t, 1, h.bulkhead.Metrics().InUse)
		made[1].Resolve(1)
		h.assertCounts(t, 2, 0)
	})
	eachLeaving(t, "an attempt that was cancelled holds its slot until it ends, after", func(t *testing.T, leave func()) {
		h := newHouse(t)
		p, err := resilience.NewPipeline("p", h.timeout, h.bulkhead, h.breaker)
		require.NoError(t, err)
		var made []*resilience.Promise[int]
		f := resilience.DoAsync(t.Context(), p, stubborn(leave, &made))
		apart(f.Cancel)
		assertCancelled(t, f)
		assert.Equal(t, 1, h.bulkhead.Metrics().InUse)
		made[0].Resolve(1)
		h.assertCounts(t, 0, 1)
	})
	eachLeaving(t, "all calls under a context are told of its end, after", func(t *testing.T, leave func()) {
		h := newHouse(t)
		p, err := resilience.NewPipeline("p", h.timeout)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		var made []*resilience.Promise[int]
		call := stubborn(leave, &made)
		var all []*resilience.Future[int]
		for range 3 {
			all = append(all, resilience.DoAsync(ctx, p, call))
		}
		cancel()
		synctest.Wait()
		for _, f := range all {
			assertCancelled(t, f)
		}
	})
	eachLeaving(t, "all functions of a promise are called, after", func(t *testing.T, leave func()) {
		p := resilience.NewPromise[int]()
		p.OnCancel(leave)
		p.OnCancel(func() { p.Reject(context.Canceled) })
		apart(p.Future().Cancel)
		assertCancelled(t, p.Future())
	})
	eachLeaving(t, "all attempts of a hedge are asked, and the winner wins, after", func(t *testing.T, leave func()) {
		_, hedge, _ := hedgedHouse(t, generous())
		p, err := resilience.NewPipeline("p", hedge)
		require.NoError(t, err)
		var made []*resilience.Promise[int]
		f := resilience.DoAsync(t.Context(), p, stubborn(leave, &made))
		pass(2 * time.Second)
		require.Len(t, made, 3)
		asked := 0
		for _, m := range made {
			m.OnCancel(func() { asked++ })
		}
		apart(func() { made[1].Resolve(7) })
		settled(t, f, 7, nil)
		assert.Equal(t, 2, asked)
	})
	eachLeaving(t, "all attempts of a hedge are cancelled, after", func(t *testing.T, leave func()) {
		_, hedge, _ := hedgedHouse(t, generous())
		p, err := resilience.NewPipeline("p", hedge)
		require.NoError(t, err)
		var made []*resilience.Promise[int]
		f := resilience.DoAsync(t.Context(), p, stubborn(leave, &made))
		pass(2 * time.Second)
		asked := 0
		for _, m := range made {
			m.OnCancel(func() { asked++ })
		}
		apart(f.Cancel)
		assertCancelled(t, f)
		assert.Equal(t, 3, asked)
	})
}

func TestAsyncListenersThatDoNotReturnAfterAMethodThatDoesNot(t *testing.T) {
	eachLeaving(t, "the call ends, after", func(t *testing.T, leave func()) {
		h := newHouse(t)
		w := new(worker)
		n := 0
		f := resilience.DoAsync(t.Context(), h.pipeline(t), func(ctx context.Context) *resilience.Future[int] {
			if n++; n == 2 {
				leave()
			}
			return w.call(ctx)
		})
		w.last().Reject(errBusy)
		for _, events := range []*resilience.Events{h.breaker.Events(), h.bulkhead.Events()} {
			events.Subscribe(func(resilience.Event) { goruntime.Goexit() }, resilience.KindFinished, resilience.KindError)
		}
		pass(time.Hour)
		r, done := f.Poll()
		require.True(t, done)
		assert.ErrorIs(t, r.Err, resilience.ErrGoexit)
		h.assertCounts(t, 2, 0)
	})
}

func TestHedgeAttemptsThatDoNotReturn(t *testing.T) {
	eachLeaving(t, "a further attempt has failed, after", func(t *testing.T, leave func()) {
		h, _, p := hedgedHouse(t, generous())
		w := new(worker)
		n := 0
		f := resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
			if n++; n == 2 {
				leave()
			}
			return w.call(ctx)
		})
		pass(time.Second)
		w.last().Reject(errBusy)
		r, done := f.Poll()
		require.True(t, done, "nothing else is under way")
		assert.Equal(t, errBusy, r.Err)
		h.assertCounts(t, 2, 0)
	})
	eachLeaving(t, "the third attempt still starts in time, after", func(t *testing.T, leave func()) {
		_, _, p := hedgedHouse(t, generous())
		w := new(worker)
		n := 0
		f := resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
			if n++; n == 2 {
				leave()
			}
			return w.call(ctx)
		})
		pass(2 * time.Second)
		require.Len(t, w.made(), 2)
		w.last().Resolve(3)
		settled(t, f, 3, nil)
	})
	eachLeaving(t, "a call ends with its failure, although a list answers with", func(t *testing.T, leave func()) {
		config := generous()
		config.HedgeOn = []resilience.Matcher{func(error) bool { leave(); return true }}
		_, hedge, p := hedgedHouse(t, config)
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		apart(func() { w.last().Reject(errBusy) })
		settled(t, f, 0, errBusy)
		pass(time.Hour)
		assert.Zero(t, hedge.Metrics().Hedges)
	})
	t.Run("a second success stands in for a winner that a listener has fail, whatever else is under way", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h, hedge, _ := hedgedHouse(t, generous())
			p, err := resilience.NewPipeline("p", hedge, h.breaker)
			require.NoError(t, err)
			w := new(worker)
			f := resilience.DoAsync(t.Context(), p, w.call)
			pass(2 * time.Second)
			told := false
			h.breaker.Events().Subscribe(func(resilience.Event) {
				if !told {
					told = true
					w.made()[1].Resolve(7)
					goruntime.Goexit()
				}
			}, resilience.KindSuccess)
			apart(func() { w.made()[0].Resolve(6) })
			settled(t, f, 7, nil)
			w.last().Reject(errBusy)
			h.assertCounts(t, 0, 2)
		})
	})
	eachLeaving(t, "a further attempt starts, although a listener is told of it and answers with", func(t *testing.T, leave func()) {
		_, hedge, p := hedgedHouse(t, generous())
		hedge.Events().Subscribe(func(resilience.Event) { leave() }, resilience.KindHedge)
		w := new(worker)
		f := resilience.DoAsync(t.Context(), p, w.call)
		pass(2 * time.Second)
		require.Len(t, w.made(), 2, "the bulkhead has no slot for the third")
		w.last().Resolve(7)
		settled(t, f, 7, nil)
	})
	t.Run("no further attempt follows a first one that a Goexit ended", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, _, p := hedgedHouse(t, generous())
			n := 0
			apart(func() {
				resilience.DoAsync(t.Context(), p, func(context.Context) *resilience.Future[int] {
					n++
					goruntime.Goexit()
					return nil
				})
			})
			pass(time.Hour)
			assert.Equal(t, 1, n)
		})
	})
}

func TestAsyncCallbacksThatEndTheGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		p, err := resilience.NewPipeline("p", h.timeout)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		w := new(worker)
		var all []*resilience.Future[int]
		for range 3 {
			f := resilience.DoAsync(ctx, p, w.call)
			f.OnComplete(func(int, error) { goruntime.Goexit() })
			all = append(all, f)
		}
		cancel()
		synctest.Wait()
		for _, f := range all {
			assertCancelled(t, f)
		}
	})
}

// A foreignContext is a context that the standard library does not know.
type foreignContext struct {
	context.Context
	done chan struct{}
}

func (c foreignContext) Done() <-chan struct{} { return c.done }
func (c foreignContext) Err() error {
	select {
	case <-c.done:
		return errBusy
	default:
		return nil
	}
}

func TestAsyncContextsOfOtherTypes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		p := h.pipeline(t)
		ctx := foreignContext{context.Background(), make(chan struct{})}
		w := new(worker)
		f := resilience.DoAsync(ctx, p, w.call)
		w.last().Resolve(7)
		settled(t, f, 7, nil)
		// the bubble ends: nobody waits for the context any more
	})
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		p := h.pipeline(t)
		ctx := foreignContext{context.Background(), make(chan struct{})}
		w := &worker{heeds: true}
		f := resilience.DoAsync(ctx, p, w.call)
		close(ctx.done)
		synctest.Wait()
		assertCancelled(t, f)
		h.assertCounts(t, 0, 0)
	})
}
