package runtime_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The slot that is handed to a waiter in the instant in which its wait ends must
// reach somebody: the waiter, or the next in the queue.
func TestBulkheadSlotHandedToAWaiterThatTimesOutIsNotLost(t *testing.T) {
	const rounds = 100_000
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
	var wg sync.WaitGroup
	for range rounds {
		require.True(t, b.TryAcquire(), "a slot was lost")
		granted := false
		var called atomic.Bool
		place, err := b.Enqueue(func(error) {
			granted = true
			called.Store(true)
		})
		require.NoError(t, err)
		var left bool
		wg.Add(1)
		go func() {
			defer wg.Done()
			left = place.Cancel()
		}()
		b.Release()
		wg.Wait()
		require.Equal(t, called.Load(), !left, "exactly one of grant and cancel wins")
		if granted {
			place.Release()
		}
	}
	idle(t, b)
}

func TestBulkheadSlotHandedToAWaiterWhoseContextEndsIsNotLost(t *testing.T) {
	const rounds = 20_000
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
	for range rounds {
		require.True(t, b.TryAcquire(), "a slot was lost")
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := b.Acquire(ctx); err == nil {
				b.Release()
			}
		})
		wg.Go(cancel)
		b.Release()
		wg.Wait()
	}
	idle(t, b)
}

func TestBulkheadSlotHandedToAWaiterAtItsMaxWaitIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rounds = 10_000
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Millisecond, Queue: -1})
		granted := 0
		for range rounds {
			require.True(t, b.TryAcquire(), "a slot was lost")
			var wg sync.WaitGroup
			wg.Go(func() {
				if err := b.Acquire(t.Context()); err == nil {
					granted++
					b.Release()
				}
			})
			time.Sleep(time.Millisecond) // ends in the same instant as the wait
			b.Release()
			wg.Wait()
		}
		t.Logf("granted %d of %d", granted, rounds)
		idle(t, b)
	})
}

func TestBulkheadUnderFireNeverExceedsItsMaximumAndLosesNoSlot(t *testing.T) {
	const workers, rounds, slots = 64, 300, 5
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: slots, MaxWait: 50 * time.Microsecond, Queue: 40})
	var running, most atomic.Int32
	work := func(context.Context) error {
		n := running.Add(1)
		defer running.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		switch rand.IntN(4) {
		case 0:
			runtime.Gosched()
		case 1:
			panic("boom")
		}
		return nil
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range rounds {
				func() {
					defer func() { _ = recover() }()
					ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(100))*time.Microsecond)
					defer cancel()
					err := b.Do(ctx, work)
					assert.True(t, err == nil || errors.Is(err, resilience.ErrBulkheadFull) || errors.Is(err, context.DeadlineExceeded))
				}()
			}
		})
	}
	wg.Wait()
	assert.LessOrEqual(t, most.Load(), int32(slots))
	idle(t, b)
}

func TestBulkheadResizedUnderFireLosesNoWaiter(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 500 {
				assert.NoError(t, b.Do(t.Context(), func(context.Context) error { return nil }))
			}
		})
	}
	for i := range 500 {
		assert.NoError(t, b.SetMaxConcurrent(1+i%7))
	}
	wg.Wait()
	idle(t, b)
}
