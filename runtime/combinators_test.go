package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

func TestThen(t *testing.T) {
	text := func(v int) (string, error) { return strconv.Itoa(v), nil }

	t.Run("maps a value that comes", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		f := resilience.Then(p.Future(), text)
		pending(t, f)
		p.Resolve(7)
		settled(t, f, "7", nil)
	})
	t.Run("maps a value that is there", func(t *testing.T) {
		settled(t, resilience.Then(resilience.Completed(7), text), "7", nil)
	})
	t.Run("fails with the error of its function, and keeps the value", func(t *testing.T) {
		f := resilience.Then(resilience.Completed(7), func(int) (int, error) { return 8, errBroken })
		settled(t, f, 8, errBroken)
	})
	t.Run("passes an error on", func(t *testing.T) {
		f := resilience.Then(resilience.Failed[int](errBroken), func(int) (int, error) { panic("ran") })
		settled(t, f, 0, errBroken)
	})
	t.Run("takes a nil future for a failed one", func(t *testing.T) {
		settled(t, resilience.Then(nil, text), "", resilience.ErrNilFuture)
	})
	t.Run("makes a panic an error", func(t *testing.T) {
		f := resilience.Then(resilience.Completed(7), func(int) (int, error) { panic(errBroken) })
		_, err := f.Await(t.Context())
		_, ok := errors.AsType[*resilience.PanicError](err)
		assert.True(t, ok)
		require.ErrorIs(t, err, errBroken)
	})
	t.Run("makes Goexit an error, and the goroutine ends", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		f := resilience.Then(p.Future(), func(int) (int, error) {
			goruntime.Goexit()
			return 1, nil
		})
		g := resilience.Then(f, increment)
		told := f.Chan()
		var wg sync.WaitGroup
		wg.Go(func() {
			p.Resolve(1)
			t.Error("the goroutine goes on")
		})
		wg.Wait()
		settled(t, f, 0, resilience.ErrGoexit)
		settled(t, g, 0, resilience.ErrGoexit)
		assert.Equal(t, resilience.ErrGoexit, (<-told).Err)
	})
	t.Run("cancelled, leaves its source alone and runs nothing", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		p.OnCancel(func() { t.Error("asked") })
		f := resilience.Then(p.Future(), func(int) (int, error) { panic("ran") })
		f.Cancel()
		settled(t, f, 0, context.Canceled)
		pending(t, p.Future())
		p.Resolve(1)
		settled(t, f, 0, context.Canceled)
	})
}

func TestLongChainsDoNotGrowTheStack(t *testing.T) {
	limitStack(t)
	const length = 100_000
	t.Run("of a future that completes later", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		f := p.Future()
		for range length {
			f = resilience.Then(f, increment)
		}
		p.Resolve(0)
		settled(t, f, length, nil)
	})
	t.Run("with side branches", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		f := p.Future()
		told := 0
		for range length {
			next := resilience.Then(f, increment)
			f.OnComplete(func(int, error) { told++ })
			f = next
		}
		p.Resolve(0)
		settled(t, f, length, nil)
		assert.Equal(t, length, told)
	})
	t.Run("of Any and All", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		f := p.Future()
		for range length {
			f = resilience.Then(resilience.All(resilience.Any(f)), func(v []int) (int, error) { return v[0] + 1, nil })
		}
		p.Resolve(0)
		settled(t, f, length, nil)
	})
}

func TestAll(t *testing.T) {
	t.Run("gives the values in order, whatever the order they come in", func(t *testing.T) {
		a, b, c := resilience.NewPromise[int](), resilience.NewPromise[int](), resilience.NewPromise[int]()
		f := resilience.All(a.Future(), b.Future(), c.Future())
		c.Resolve(3)
		a.Resolve(1)
		pending(t, f)
		b.Resolve(2)
		settled(t, f, []int{1, 2, 3}, nil)
	})
	t.Run("fails with the first error, at once", func(t *testing.T) {
		a, b := resilience.NewPromise[int](), resilience.NewPromise[int]()
		f := resilience.All(a.Future(), b.Future())
		b.Reject(errBroken)
		settled(t, f, nil, errBroken)
		a.Reject(errCaller)
		settled(t, f, nil, errBroken)
	})
	t.Run("of nothing is complete", func(t *testing.T) {
		settled(t, resilience.All[int](), []int{}, nil)
	})
	t.Run("with a nil future has failed", func(t *testing.T) {
		settled(t, resilience.All(resilience.Completed(1), nil), nil, resilience.ErrNilFuture)
	})
	t.Run("cancelled, leaves its sources alone", func(t *testing.T) {
		p := resilience.NewPromise[int]()
		f := resilience.All(p.Future())
		f.Cancel()
		settled(t, f, nil, context.Canceled)
		pending(t, p.Future())
		p.Resolve(1)
	})
}

func TestAny(t *testing.T) {
	t.Run("gives the first value", func(t *testing.T) {
		a, b, c := resilience.NewPromise[int](), resilience.NewPromise[int](), resilience.NewPromise[int]()
		f := resilience.Any(a.Future(), b.Future(), c.Future())
		a.Reject(errBroken)
		pending(t, f)
		c.Resolve(3)
		settled(t, f, 3, nil)
		b.Resolve(2)
		settled(t, f, 3, nil)
	})
	t.Run("fails with all errors, in order", func(t *testing.T) {
		a, b := resilience.NewPromise[int](), resilience.NewPromise[int]()
		f := resilience.Any(a.Future(), nil, b.Future())
		b.Reject(errBroken)
		a.Reject(errCaller)
		settled(t, f, 0, errors.Join(errCaller, resilience.ErrNilFuture, errBroken))
	})
	t.Run("of nothing has failed", func(t *testing.T) {
		_, err := resilience.Any[int]().Await(t.Context())
		require.EqualError(t, err, "there is no future to succeed")
	})
}

func TestCombinatorsUnderFire(t *testing.T) {
	for range 200 {
		promises := make([]*resilience.Promise[int], 8)
		futures := make([]*resilience.Future[int], len(promises))
		for i := range promises {
			promises[i] = resilience.NewPromise[int]()
			futures[i] = promises[i].Future()
		}
		var wg sync.WaitGroup
		for i, p := range promises {
			wg.Go(func() { p.Resolve(i) })
		}
		all, first := resilience.All(futures...), resilience.Any(futures...)
		wg.Wait()
		settled(t, all, []int{0, 1, 2, 3, 4, 5, 6, 7}, nil)
		_, err := first.Await(t.Context())
		require.NoError(t, err)
	}
}
