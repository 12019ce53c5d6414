package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	resilience "github.com/go-resgen/resgen/runtime"
)

// settled asserts that f is complete with value and err, by every way to see it.
func settled[T any](t *testing.T, f *resilience.Future[T], value T, err error) {
	t.Helper()
	result, ok := f.Poll()
	require.True(t, ok, "complete")
	assert.Equal(t, resilience.Result[T]{Value: value, Err: err}, result)
	got, gotErr := f.Await(t.Context())
	assert.Equal(t, value, got)
	assert.Equal(t, err, gotErr)
	assert.Equal(t, result, <-f.Chan())
	select {
	case <-f.Done():
	default:
		t.Error("Done is not closed")
	}
	called := 0
	f.OnComplete(func(v T, e error) {
		called++
		assert.Equal(t, value, v)
		assert.Equal(t, err, e)
	})
	assert.Equal(t, 1, called)
}

// pending asserts that f is not complete, by every way to see it.
func pending[T any](t *testing.T, f *resilience.Future[T]) {
	t.Helper()
	_, ok := f.Poll()
	assert.False(t, ok)
	select {
	case <-f.Done():
		t.Error("Done is closed")
	default:
	}
}

func TestFutureCompletesOnceAndForAll(t *testing.T) {
	t.Run("resolved", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		assert.Same(t, p.Future(), p.Future())
		pending(t, p.Future())
		assert.True(t, p.Resolve(1))
		assert.False(t, p.Resolve(2))
		assert.False(t, p.Reject(errBroken))
		settled(t, p.Future(), 1, nil)
	})
	t.Run("rejected", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		assert.True(t, p.Reject(errBroken))
		assert.False(t, p.Resolve(2))
		settled(t, p.Future(), 0, errBroken)
	})
	t.Run("rejected with nil is a failure all the same", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		p.Reject(nil)
		_, err := p.Future().Await(t.Context())
		require.EqualError(t, err, "future failed with a nil error")
		_, err = resilience.Failed[int](nil).Await(t.Context())
		require.EqualError(t, err, "future failed with a nil error")
	})
	t.Run("made complete", func(t *testing.T) {
		settled(t, resilience.Completed("x"), "x", nil)
		settled(t, resilience.Failed[string](errBroken), "", errBroken)
	})
	t.Run("the zero future completes by Cancel", func(t *testing.T) {
		var f resilience.Future[int]
		pending(t, &f)
		f.Cancel()
		settled(t, &f, 0, context.Canceled)
	})
}

func TestDoneIsMadeOnce(t *testing.T) {
	p := resilience.NewPromise[int]()
	done := p.Future().Done()
	assert.Equal(t, done, p.Future().Done())
	p.Resolve(1)
	assert.Equal(t, done, p.Future().Done())
	<-done
}

func TestAwait(t *testing.T) {
	t.Run("waits for the result", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := resilience.NewPromise[int]()
			time.AfterFunc(time.Second, func() { p.Resolve(1) })
			start := time.Now()
			value, err := p.Future().Await(context.Background())
			require.NoError(t, err)
			assert.Equal(t, 1, value)
			assert.Equal(t, time.Second, time.Since(start))
		})
	})
	t.Run("gives up with its context, and can be called again", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := resilience.NewPromise[int]()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := p.Future().Await(ctx)
			assert.Equal(t, context.DeadlineExceeded, err)
			pending(t, p.Future())
			p.Resolve(1)
			value, err := p.Future().Await(ctx)
			require.NoError(t, err, "a result that is there beats a context that has ended")
			assert.Equal(t, 1, value)
		})
	})
}

func TestListenersAreToldInOrder(t *testing.T) {
	p := resilience.NewPromise[int]()
	var told []int
	for i := range 5 {
		p.Future().OnComplete(func(value int, err error) {
			assert.Equal(t, 7, value)
			require.NoError(t, err)
			told = append(told, i)
			_, ok := p.Future().Poll()
			assert.True(t, ok)
			p.Future().OnComplete(func(int, error) { told = append(told, 10+i) })
		})
	}
	c := p.Future().Chan()
	p.Resolve(7)
	assert.Equal(t, []int{0, 10, 1, 11, 2, 12, 3, 13, 4, 14}, told)
	assert.Equal(t, resilience.Result[int]{Value: 7}, <-c)
	_, open := <-c
	assert.False(t, open)
	assert.Equal(t, 1, cap(c))
}

func TestListenerThatPanics(t *testing.T) {
	p := resilience.NewPromise[int]()
	var told []int
	tell := func(i int) func(int, error) { return func(int, error) { told = append(told, i) } }
	p.Future().OnComplete(tell(1))
	p.Future().OnComplete(func(int, error) { panic("boom") })
	p.Future().OnComplete(tell(2))
	derived := resilience.Then(p.Future(), func(v int) (int, error) { return v + 1, nil })
	derived.OnComplete(func(int, error) { panic("boom again") })
	p.Future().OnComplete(tell(3))
	assert.PanicsWithValue(t, "boom again", func() { p.Resolve(1) })
	assert.Equal(t, []int{1, 2, 3}, told)
	settled(t, derived, 2, nil)
}

func TestListenerThatEndsItsGoroutine(t *testing.T) {
	p := resilience.NewPromise[int]()
	var told atomic.Int32
	p.Future().OnComplete(func(int, error) { goruntime.Goexit() })
	p.Future().OnComplete(func(int, error) { told.Add(1) })
	var wg sync.WaitGroup
	wg.Go(func() { p.Resolve(1) })
	wg.Wait()
	assert.Equal(t, int32(1), told.Load())
}

func TestGo(t *testing.T) {
	t.Run("gives the result", func(t *testing.T) {
		f := resilience.Go(t.Context(), func(context.Context) (int, error) { return 3, errBroken })
		<-f.Done()
		settled(t, f, 3, errBroken)
	})
	t.Run("carries a panic", func(t *testing.T) {
		f := resilience.Go(t.Context(), func(context.Context) (int, error) { panic(errBroken) })
		_, err := f.Await(t.Context())
		p, ok := errors.AsType[*resilience.PanicError](err)
		require.True(t, ok)
		assert.Equal(t, errBroken, p.Value)
		require.ErrorIs(t, err, errBroken)
		assert.Contains(t, string(p.Stack), "future_test.go")
	})
	t.Run("carries Goexit", func(t *testing.T) {
		f := resilience.Go(t.Context(), func(context.Context) (int, error) {
			goruntime.Goexit()
			return 1, nil
		})
		<-f.Done()
		settled(t, f, 0, resilience.ErrGoexit)
	})
	t.Run("runs nothing for a context that has ended", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		settled(t, resilience.Go(ctx, func(context.Context) (int, error) { panic("ran") }), 0, context.Canceled)
	})
	t.Run("ends the context with the function", func(t *testing.T) {
		var kept context.Context
		f := resilience.Go(context.WithValue(t.Context(), key{}, "v"), func(ctx context.Context) (int, error) {
			kept = ctx
			return 0, ctx.Err()
		})
		<-f.Done()
		settled(t, f, 0, nil)
		assert.Equal(t, context.Canceled, kept.Err())
		assert.Equal(t, "v", kept.Value(key{}))
	})
}

func TestCancelIsARequest(t *testing.T) {
	t.Run("to the context of Go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			f := resilience.Go(t.Context(), func(ctx context.Context) (int, error) {
				<-ctx.Done()
				time.Sleep(time.Second)
				return 1, ctx.Err()
			})
			f.Cancel()
			f.Cancel()
			synctest.Wait()
			pending(t, f)
			pass(time.Second)
			settled(t, f, 1, context.Canceled)
		})
	})
	t.Run("that Go may ignore", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			f := resilience.Go(t.Context(), func(context.Context) (int, error) {
				time.Sleep(time.Second)
				return 1, nil
			})
			f.Cancel()
			pass(time.Second)
			settled(t, f, 1, nil)
		})
	})
	t.Run("to the functions of OnCancel, once", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		var asked []int
		p.OnCancel(func() { asked = append(asked, 1) })
		p.OnCancel(func() { asked = append(asked, 2) })
		p.Future().Cancel()
		p.Future().Cancel()
		pending(t, p.Future())
		p.OnCancel(func() { asked = append(asked, 3) })
		assert.Equal(t, []int{1, 2, 3}, asked)
		assert.True(t, p.Reject(context.Canceled))
	})
	t.Run("that a promise may ignore", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		p.Future().Cancel()
		assert.True(t, p.Resolve(1))
		settled(t, p.Future(), 1, nil)
	})
	t.Run("that a promise may grant at once", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		p.OnCancel(func() { p.Reject(context.Canceled) })
		p.Future().Cancel()
		settled(t, p.Future(), 0, context.Canceled)
	})
	t.Run("that comes too late for a complete future", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		p.OnCancel(func() { t.Error("asked") })
		p.Resolve(1)
		p.Future().Cancel()
		p.OnCancel(func() { t.Error("asked") })
		settled(t, p.Future(), 1, nil)
	})
}

func TestFutureUnderFire(t *testing.T) {
	for range 300 {
		p := resilience.NewPromise[int]()
		f := p.Future()
		var winners, told, asked atomic.Int32
		p.OnCancel(func() { asked.Add(1) })
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				if p.Resolve(i) {
					winners.Add(1)
				}
			})
			wg.Go(func() {
				if p.Reject(errBroken) {
					winners.Add(1)
				}
			})
			wg.Go(f.Cancel)
			wg.Go(func() { f.OnComplete(func(int, error) { told.Add(1) }) })
			wg.Go(func() {
				value, err := f.Await(context.Background())
				result, ok := f.Poll()
				assert.True(t, ok)
				assert.Equal(t, resilience.Result[int]{Value: value, Err: err}, result)
			})
		}
		wg.Wait()
		assert.Equal(t, int32(1), winners.Load())
		assert.Equal(t, int32(4), told.Load())
		assert.LessOrEqual(t, asked.Load(), int32(1))
	}
}

// TestFutureAgainstModel plays random calls on one promise and on a model that
// is two variables and a counter.
func TestFutureAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := resilience.NewPromise[int]()
		var model *resilience.Result[int]
		var canceled bool
		var expectTold, told, expectAsked, asked, expectWaiting, expectAsking int
		complete := func(r resilience.Result[int]) bool {
			if model != nil {
				return false
			}
			model = &r
			expectTold += expectWaiting
			return true
		}
		t.Repeat(map[string]func(*rapid.T){
			"resolve": func(t *rapid.T) {
				v := rapid.Int().Draw(t, "value")
				want := complete(resilience.Result[int]{Value: v})
				assert.Equal(t, want, p.Resolve(v))
			},
			"reject": func(t *rapid.T) {
				want := complete(resilience.Result[int]{Err: errBroken})
				assert.Equal(t, want, p.Reject(errBroken))
			},
			"listen": func(*rapid.T) {
				if model != nil {
					expectTold++
				}
				expectWaiting++
				p.Future().OnComplete(func(int, error) { told++ })
			},
			"on cancel": func(*rapid.T) {
				switch {
				case model != nil:
				case canceled:
					expectAsked++
				default:
					expectAsking++
				}
				p.OnCancel(func() { asked++ })
			},
			"cancel": func(*rapid.T) {
				if model == nil && !canceled {
					canceled = true
					expectAsked += expectAsking
				}
				p.Future().Cancel()
			},
			"": func(t *rapid.T) {
				result, ok := p.Future().Poll()
				assert.Equal(t, model != nil, ok)
				if model != nil {
					assert.Equal(t, *model, result)
				}
				assert.Equal(t, expectTold, told)
				assert.Equal(t, expectAsked, asked)
			},
		})
	})
}

func TestFutureSizes(t *testing.T) {
	for name, s := range resilience.FutureSizes() {
		t.Logf("%s: %d bytes", name, s)
	}
	assert.LessOrEqual(t, resilience.FutureSizes()["Future[int]"], uintptr(80))
}

func TestFutureAllocations(t *testing.T) {
	ctx := t.Context()
	listen := func(int, error) {}
	tests := []struct {
		name string
		want float64
		run  func()
	}{
		{"a complete future is one", 1, func() { kept = resilience.Completed(1) }},
		{"a promise is one, listened to as well", 1, func() {
			p := resilience.NewPromise[int]()
			kept = p.Future()
			kept.OnComplete(listen)
			p.Resolve(1)
		}},
		{"looking at a complete future is none", 0, func() {
			_, _ = kept.Await(ctx)
			_, _ = kept.Poll()
			_ = kept.Done()
			kept.OnComplete(listen)
			kept.Cancel()
		}},
		{"a derived future is one", 1, func() { resilience.Then(kept, increment) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, testing.AllocsPerRun(100, tt.run))
		})
	}
}

var kept *resilience.Future[int]

func increment(v int) (int, error) { return v + 1, nil }

// limitStack makes a goroutine that needs more than 256 KiB a fatal error.
func limitStack(t *testing.T) {
	before := debug.SetMaxStack(256 << 10)
	t.Cleanup(func() { debug.SetMaxStack(before) })
}
