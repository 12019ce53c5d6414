package runtime_test

import (
	"context"
	"errors"
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

func newBulkhead(t testing.TB, cfg resilience.BulkheadConfig) *resilience.Bulkhead {
	t.Helper()
	b, err := resilience.NewBulkhead("carrier", cfg)
	require.NoError(t, err)
	return b
}

// idle asserts that every slot came back and nobody waits.
func idle(t *testing.T, b *resilience.Bulkhead) {
	t.Helper()
	m := b.Metrics()
	assert.Zero(t, m.InUse, "slots in use")
	assert.Zero(t, m.Waiting, "waiters")
	assert.Equal(t, m.MaxConcurrent, m.Available, "free slots")
}

func TestBulkheadConfigOutOfBoundsIsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		edit func(*resilience.BulkheadConfig)
		want string
	}{
		"no slot":           {func(c *resilience.BulkheadConfig) { c.MaxConcurrent = 0 }, `bulkhead carrier: maxConcurrent: "0" is out of bounds: the value is at least 1`},
		"negative slots":    {func(c *resilience.BulkheadConfig) { c.MaxConcurrent = -1 }, `bulkhead carrier: maxConcurrent: "-1" is out of bounds: the value is at least 1`},
		"too many slots":    {func(c *resilience.BulkheadConfig) { c.MaxConcurrent = 1_000_001 }, `bulkhead carrier: maxConcurrent: "1000001" is out of bounds: the value is at most 1000000`},
		"negative wait":     {func(c *resilience.BulkheadConfig) { c.MaxWait = -1 }, `bulkhead carrier: maxWait: "-1ns" is out of bounds: the value is at least 0s`},
		"queue below bound": {func(c *resilience.BulkheadConfig) { c.Queue = -2 }, `bulkhead carrier: queue: -2 is below -1`},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := resilience.DefaultBulkheadConfig()
			test.edit(&cfg)
			b, err := resilience.NewBulkhead("carrier", cfg)
			assert.Nil(t, b)
			assert.EqualError(t, err, test.want)
		})
	}
}

func TestBulkheadZeroIsZeroNotTheDefault(t *testing.T) {
	_, err := resilience.NewBulkhead("carrier", resilience.BulkheadConfig{})
	require.Error(t, err)

	_, err = resilience.NewBulkhead("carrier", resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Second, Queue: 0})
	require.ErrorContains(t, err, "queue=0 lets none", "no waiting place is none, not the default")
}

func TestBulkheadAdmitsItsMaximumAndNoMore(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 2, Queue: -1})
	require.NoError(t, b.Acquire(t.Context()))
	require.True(t, b.TryAcquire())
	require.False(t, b.TryAcquire())

	err := b.Acquire(t.Context())
	rejected, ok := errors.AsType[*resilience.RejectedError](err)
	require.True(t, ok)
	assert.Equal(t, "bulkhead", rejected.Policy)
	assert.Equal(t, "carrier", rejected.Instance)
	assert.Zero(t, rejected.RetryAfter())
	assert.EqualError(t, err, "bulkhead carrier: bulkhead full")
	assert.Equal(t, resilience.BulkheadMetrics{MaxConcurrent: 2, InUse: 2, Rejected: 2}, b.Metrics())

	b.Release()
	require.True(t, b.TryAcquire())
	b.Release()
	b.Release()
	idle(t, b)
}

func TestBulkheadReleaseWithoutASlotDoesNothing(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, Queue: -1})
	b.Release()
	require.True(t, b.TryAcquire())
	require.False(t, b.TryAcquire())
	b.Release()
	b.Release()
	idle(t, b)
}

func TestBulkheadDoGivesBackItsSlotHoweverTheCallEnds(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, Queue: -1})
	boom := errors.New("boom")

	assert.Equal(t, boom, b.Do(t.Context(), func(context.Context) error { return boom }))
	idle(t, b)

	assert.PanicsWithValue(t, "boom", func() {
		_ = b.Do(t.Context(), func(context.Context) error { panic("boom") })
	})
	idle(t, b)

	var wg sync.WaitGroup
	wg.Go(func() {
		_ = b.Do(t.Context(), func(context.Context) error { runtime.Goexit(); return nil })
	})
	wg.Wait()
	idle(t, b)
}

func TestBulkheadDeadContextAcquiresNothing(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 1000 { // a select would let half of them in
		require.Equal(t, context.Canceled, b.Acquire(ctx))
		require.Equal(t, context.Canceled, b.Do(ctx, func(context.Context) error { panic("called") }))
	}
	idle(t, b)
	assert.Zero(t, b.Metrics().Rejected)
}

func TestBulkheadWaitersAreServedInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
		require.True(t, b.TryAcquire())
		var served []int
		for i := range 10 {
			go func() {
				assert.NoError(t, b.Acquire(t.Context()))
				served = append(served, i)
				b.Release()
			}()
			synctest.Wait()
			require.False(t, b.TryAcquire(), "nobody overtakes a waiter")
		}
		assert.Equal(t, 10, b.Metrics().Waiting)
		b.Release()
		synctest.Wait()
		assert.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, served)
		idle(t, b)
	})
}

func TestBulkheadWaitEndsAtExactlyMaxWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: 50 * time.Millisecond, Queue: -1})
		require.True(t, b.TryAcquire())
		start := time.Now()
		err := b.Acquire(t.Context())
		assert.Equal(t, 50*time.Millisecond, time.Since(start))
		assert.ErrorIs(t, err, resilience.ErrBulkheadFull)
		assert.NotErrorIs(t, err, context.DeadlineExceeded)
		b.Release()
		idle(t, b)
	})
}

func TestBulkheadWaitCutShortByTheContextCarriesItsError(t *testing.T) {
	for name, test := range map[string]struct {
		ctx  func(context.Context) (context.Context, context.CancelFunc)
		want error
	}{
		"deadline": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 10*time.Millisecond)
		}, context.DeadlineExceeded},
		"cancel": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(10*time.Millisecond, cancel)
			return ctx, cancel
		}, context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Second, Queue: -1})
				require.True(t, b.TryAcquire())
				ctx, cancel := test.ctx(t.Context())
				defer cancel()
				start := time.Now()
				err := b.Acquire(ctx)
				assert.Equal(t, 10*time.Millisecond, time.Since(start))
				assert.ErrorIs(t, err, resilience.ErrBulkheadFull)
				assert.ErrorIs(t, err, test.want)
				assert.EqualError(t, err, "bulkhead carrier: bulkhead full: "+test.want.Error())
				b.Release()
				idle(t, b)
			})
		})
	}
}

// overdue is a context whose deadline has come and whose timer has not fired.
type overdue struct{ context.Context }

func (overdue) Deadline() (time.Time, bool) { return time.Now(), true }

func TestBulkheadWaitThatCannotSucceedBeforeTheDeadlineFailsNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Second, Queue: -1})
		require.True(t, b.TryAcquire())
		start := time.Now()
		err := b.Acquire(overdue{t.Context()})
		assert.Zero(t, time.Since(start))
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Zero(t, b.Metrics().Waiting)
		b.Release()
	})
}

func TestBulkheadQueueBoundRefusesOneMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Second, Queue: 2})
		require.True(t, b.TryAcquire())
		for range 2 {
			go func() {
				assert.NoError(t, b.Acquire(t.Context()))
				b.Release()
			}()
		}
		synctest.Wait()
		start := time.Now()
		require.ErrorIs(t, b.Acquire(t.Context()), resilience.ErrBulkheadFull)
		assert.Zero(t, time.Since(start))
		assert.Equal(t, 2, b.Metrics().Waiting)
		b.Release()
		synctest.Wait()
		idle(t, b)
	})
}

func TestBulkheadResizedLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
		require.True(t, b.TryAcquire())
		var admitted atomic.Int32
		for range 3 {
			go func() {
				assert.NoError(t, b.Acquire(t.Context()))
				admitted.Add(1)
			}()
		}
		synctest.Wait()

		require.NoError(t, b.SetMaxConcurrent(3))
		synctest.Wait()
		assert.EqualValues(t, 2, admitted.Load(), "more slots go to the waiters at once")

		require.NoError(t, b.SetMaxConcurrent(1))
		assert.Equal(t, resilience.BulkheadMetrics{MaxConcurrent: 1, InUse: 3, Waiting: 1}, b.Metrics())
		b.Release()
		b.Release()
		synctest.Wait()
		assert.EqualValues(t, 2, admitted.Load(), "nobody is admitted above the lower maximum")
		b.Release()
		synctest.Wait()
		assert.EqualValues(t, 3, admitted.Load())

		require.EqualError(t, b.SetMaxConcurrent(0), `bulkhead carrier: maxConcurrent: "0" is out of bounds: the value is at least 1`)
		assert.Equal(t, 1, b.Config().MaxConcurrent)
		b.Release()
		idle(t, b)
	})
}

func TestBulkheadReconfiguredWaitersKeepTheirMaxWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Second, Queue: -1})
		require.True(t, b.TryAcquire())
		start := time.Now()
		var waited time.Duration
		go func() {
			assert.ErrorIs(t, b.Acquire(t.Context()), resilience.ErrBulkheadFull)
			waited = time.Since(start)
		}()
		synctest.Wait()
		require.NoError(t, b.Reconfigure(resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: 0, Queue: -1}))
		require.ErrorIs(t, b.Acquire(t.Context()), resilience.ErrBulkheadFull)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		assert.Equal(t, time.Second, waited)
		b.Release()
		idle(t, b)
	})
}

func TestBulkheadPublishesEvents(t *testing.T) {
	cfg := resilience.BulkheadConfig{MaxConcurrent: 1, Group: "carriers"}
	b := newBulkhead(t, cfg)
	var seen []resilience.Event
	unsubscribe := b.Events().Subscribe(func(ev resilience.Event) {
		assert.False(t, ev.Time.IsZero())
		ev.Time = time.Time{}
		seen = append(seen, ev)
	})
	defer unsubscribe()
	ctx := t.Context()
	require.NoError(t, b.Acquire(ctx))
	err := b.Acquire(ctx)
	b.Release()
	assert.Equal(t, []resilience.Event{
		{Kind: resilience.KindPermitted, Policy: "bulkhead", Instance: "carrier", Group: "carriers", Context: ctx},
		{Kind: resilience.KindRejected, Policy: "bulkhead", Instance: "carrier", Group: "carriers", Context: ctx, Err: err},
		{Kind: resilience.KindFinished, Policy: "bulkhead", Instance: "carrier", Group: "carriers", Context: context.Background()},
	}, seen)
}

func TestBulkheadListenerMayTakeTheFreedSlot(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1})
	taken := 0
	b.Events().Subscribe(func(resilience.Event) {
		if taken < 10 && b.TryAcquire() {
			taken++
			b.Release()
		}
	}, resilience.KindFinished)
	require.True(t, b.TryAcquire())
	b.Release()
	assert.Equal(t, 10, taken)
	idle(t, b)
}

func TestBulkheadSlotOnItsWayToAWaiterCannotBeTakenByANewcomer(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
	b.Events().Subscribe(func(resilience.Event) {
		assert.Equal(t, resilience.BulkheadMetrics{MaxConcurrent: 1, Available: 1, Waiting: 1, Rejected: b.Metrics().Rejected}, b.Metrics())
		assert.False(t, b.TryAcquire(), "the slot is free, and somebody waits for it")
	}, resilience.KindFinished)
	require.True(t, b.TryAcquire())
	granted := false
	_, err := b.Enqueue(func(error) { granted = true })
	require.NoError(t, err)
	b.Release()
	assert.True(t, granted)
}

func TestBulkheadLongWaitsThatAreCancelledLeaveNoMemoryBehind(t *testing.T) {
	b := newBulkhead(t, resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Hour, Queue: -1})
	require.True(t, b.TryAcquire())
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	for range 100_000 {
		place, err := b.Enqueue(func(error) { t.Error("called") })
		require.NoError(t, err)
		require.True(t, place.Cancel())
	}
	assert.Less(t, heap()-before, int64(2<<20))
	b.Release()
	idle(t, b)
}

func TestBulkheadAllocatesNothing(t *testing.T) {
	b := newBulkhead(t, resilience.DefaultBulkheadConfig())
	ctx := t.Context()
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		if b.TryAcquire() {
			b.Release()
		}
	}), "TryAcquire")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		_ = b.Acquire(ctx)
		b.Release()
	}), "Acquire")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		_ = b.Do(ctx, func(context.Context) error { return nil })
	}), "Do")

	require.NoError(t, b.SetMaxConcurrent(1))
	require.True(t, b.TryAcquire())
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = b.Acquire(ctx) }), "a refusal")
	b.Release()
}

func BenchmarkBulkheadTryAcquire(b *testing.B) {
	bulkhead := newBulkhead(b, resilience.DefaultBulkheadConfig())
	b.ReportAllocs()
	for b.Loop() {
		if bulkhead.TryAcquire() {
			bulkhead.Release()
		}
	}
}

func BenchmarkBulkheadDo(b *testing.B) {
	bulkhead := newBulkhead(b, resilience.DefaultBulkheadConfig())
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		_ = bulkhead.Do(ctx, func(context.Context) error { return nil })
	}
}

func BenchmarkBulkheadRefusal(b *testing.B) {
	bulkhead := newBulkhead(b, resilience.BulkheadConfig{MaxConcurrent: 1})
	bulkhead.TryAcquire()
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		_ = bulkhead.Acquire(ctx)
	}
}

func BenchmarkBulkheadParallel(b *testing.B) {
	bulkhead := newBulkhead(b, resilience.BulkheadConfig{MaxConcurrent: 1_000_000})
	b.SetParallelism(64)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if bulkhead.TryAcquire() {
				bulkhead.Release()
			}
		}
	})
}
