package runtime_test

import (
	"testing"
	"testing/synctest"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBulkheadEnqueueGrantsAtOnceQueuesOrRejects(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: 1})
	first, err := b.Enqueue(func(error) { t.Error("called for a slot that was given at once") })
	require.NoError(t, err)
	require.False(t, first.Waiting())

	granted := 0
	second, err := b.Enqueue(func(err error) {
		assert.NoError(t, err)
		granted++
	})
	require.NoError(t, err)
	require.True(t, second.Waiting())

	_, err = b.Enqueue(func(error) { t.Error("called for a waiter that had no place") })
	require.ErrorIs(t, err, resilience.ErrBulkheadFull)
	assert.Zero(t, granted)

	first.Release()
	assert.Equal(t, 1, granted, "on the goroutine of the release")
	assert.False(t, second.Cancel(), "too late")
	second.Release()
	idle(t, b)
}

func TestBulkheadEnqueueWithoutMaxWaitRejects(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, Queue: -1})
	require.True(t, b.TryAcquire())
	_, err := b.Enqueue(func(error) { t.Error("called") })
	require.ErrorIs(t, err, resilience.ErrBulkheadFull)
	b.Release()
	idle(t, b)
}

func TestBulkheadQueuedWaiterIsRejectedAtExactlyMaxWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: 50 * time.Millisecond, Queue: -1})
		require.True(t, b.TryAcquire())
		start := time.Now()
		done := make(chan error, 1)
		_, err := b.Enqueue(func(err error) { done <- err })
		require.NoError(t, err)
		require.ErrorIs(t, <-done, resilience.ErrBulkheadFull)
		assert.Equal(t, 50*time.Millisecond, time.Since(start))
		b.Release()
		idle(t, b)
	})
}

func TestBulkheadCancelledWaiterIsNeverCalledAndLeavesNoTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Second, Queue: -1})
		require.True(t, b.TryAcquire())
		cancelled, err := b.Enqueue(func(error) { t.Error("called after cancel") })
		require.NoError(t, err)
		granted := false
		next, err := b.Enqueue(func(error) { granted = true })
		require.NoError(t, err)

		require.True(t, cancelled.Cancel())
		require.False(t, cancelled.Cancel(), "once")
		assert.Equal(t, 1, b.Metrics().Waiting)
		b.Release()
		assert.True(t, granted)
		next.Release()
		time.Sleep(time.Minute)
		idle(t, b)
	})
}

// A call that is over before its grant returns has freed its slot before the
// callbacks of its completion run.
func TestBulkheadSlotIsFreeInsideTheGrantThatReleasedIt(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
	require.True(t, b.TryAcquire())
	var place resilience.QueuedSlot
	taken := false
	place, err := b.Enqueue(func(error) {
		place.Release()
		taken = b.TryAcquire()
	})
	require.NoError(t, err)
	b.Release()
	assert.True(t, taken)
	b.Release()
	idle(t, b)
}

// A callee that completes on another goroutine before its grant has returned
// must not strand those who wait behind it.
func TestBulkheadReleaseOnAnotherGoroutineDuringTheGrantHandsOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
		require.True(t, b.TryAcquire())
		var first resilience.QueuedSlot
		first, err := b.Enqueue(func(error) {
			released := make(chan struct{})
			go func() {
				first.Release()
				close(released)
			}()
			<-released
		})
		require.NoError(t, err)
		granted := false
		second, err := b.Enqueue(func(error) { granted = true })
		require.NoError(t, err)
		b.Release()
		require.True(t, granted)
		second.Release()
		idle(t, b)
	})
}

func TestBulkheadQueuedWaiterPublishesEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Second, Queue: -1})
		var kinds []resilience.Kind
		b.Events().Subscribe(func(ev resilience.Event) { kinds = append(kinds, ev.Kind) })
		require.True(t, b.TryAcquire())
		granted, err := b.Enqueue(func(error) {})
		require.NoError(t, err)
		b.Release()
		_, err = b.Enqueue(func(error) {})
		require.NoError(t, err)
		time.Sleep(time.Second)
		synctest.Wait()
		granted.Release()
		assert.Equal(t, []resilience.Kind{
			resilience.KindPermitted, resilience.KindFinished,
			resilience.KindPermitted, resilience.KindRejected, resilience.KindFinished,
		}, kinds)
	})
}
