package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	goruntime "runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A maker makes a context with a timeout, the standard library's way or ours.
type maker func(context.Context, time.Duration) (context.Context, context.CancelFunc)

var (
	errCaller  = errors.New("caller left")
	errTimeout = &resilience.TimeoutError{Instance: "test"}
)

func standard(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(parent, d, errTimeout)
}

func lazy(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return resilience.WithTimeoutCause(parent, d, errTimeout)
}

// A journal is what a scenario saw of its contexts, to be compared.
type journal struct{ lines []string }

func (j *journal) see(ctx context.Context) {
	done := "no channel"
	if ch := ctx.Done(); ch != nil {
		select {
		case <-ch:
			done = "closed"
		default:
			done = "open"
		}
	}
	j.lines = append(j.lines, fmt.Sprintf("err=%v cause=%v done=%s value=%v", ctx.Err(), context.Cause(ctx), done, ctx.Value(key{})))
}

func (j *journal) seeErr(ctx context.Context) {
	j.lines = append(j.lines, fmt.Sprintf("err=%v cause=%v", ctx.Err(), context.Cause(ctx)))
}

func (j *journal) add(format string, args ...any) {
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

type key struct{}

// foreign hides that a context is one of the standard library.
type foreign struct{ context.Context }

func (f foreign) Value(any) any { return "foreign" }

// pass lets time pass in a bubble, until all timers of that time have run.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// A scenario is played once for each maker, and must look the same.
type scenario struct {
	name string
	play func(*journal, maker)
	// instant scenarios wait for nothing, and are played outside bubbles as well.
	instant bool
}

var scenarios = []scenario{
	{"a fresh context is alive", func(j *journal, with maker) {
		ctx, cancel := with(context.WithValue(context.Background(), key{}, "v"), time.Hour)
		defer cancel()
		j.seeErr(ctx)
		j.see(ctx)
	}, true},
	{"a deadline in the past is over at once", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), -time.Second)
		j.seeErr(ctx)
		j.see(ctx)
		cancel()
		j.see(ctx)
	}, true},
	{"a dead parent makes a dead context", func(j *journal, with maker) {
		parent, leave := context.WithCancelCause(context.Background())
		leave(errCaller)
		ctx, cancel := with(parent, time.Hour)
		j.seeErr(ctx)
		j.see(ctx)
		cancel()
		j.see(ctx)
	}, true},
	{"cancelled, and only then seen", func(j *journal, with maker) {
		ctx, cancel := with(context.WithValue(context.Background(), key{}, "v"), time.Hour)
		cancel()
		j.seeErr(ctx)
		j.see(ctx)
		cancel()
		j.see(ctx)
	}, true},
	{"cancelled after it was seen", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Hour)
		j.see(ctx)
		done := ctx.Done()
		cancel()
		<-done
		j.see(ctx)
		j.add("same channel: %v", done == ctx.Done())
	}, true},
	{"cancelled unseen, then its value is asked for first", func(j *journal, with maker) {
		ctx, cancel := with(context.WithValue(context.Background(), key{}, "v"), time.Hour)
		cancel()
		j.add("%v", ctx.Value(key{}))
		j.see(ctx)
	}, true},
	{"the parent leaves, then it is cancelled, unseen", func(j *journal, with maker) {
		parent, leave := context.WithCancelCause(context.Background())
		ctx, cancel := with(parent, time.Hour)
		leave(errCaller)
		cancel()
		j.see(ctx)
	}, true},
	{"it is cancelled, then the parent leaves, unseen", func(j *journal, with maker) {
		parent, leave := context.WithCancelCause(context.Background())
		ctx, cancel := with(parent, time.Hour)
		cancel()
		leave(errCaller)
		j.see(ctx)
	}, true},
	{"the parent leaves while it is watched", func(j *journal, with maker) {
		parent, leave := context.WithCancelCause(context.Background())
		ctx, cancel := with(parent, time.Hour)
		defer cancel()
		done := ctx.Done()
		leave(errCaller)
		<-done
		j.see(ctx)
	}, true},
	{"children die with it", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Hour)
		value := context.WithValue(ctx, key{}, "child")
		child, cancelChild := context.WithCancel(value)
		defer cancelChild()
		grandchild, cancelGrandchild := context.WithTimeout(child, time.Minute)
		defer cancelGrandchild()
		detached := context.WithoutCancel(ctx)
		for _, c := range []context.Context{value, child, grandchild, detached} {
			j.see(c)
		}
		cancel()
		for _, c := range []context.Context{value, child, grandchild, detached} {
			j.see(c)
		}
	}, true},
	{"a cancelled child leaves it alone", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Hour)
		defer cancel()
		child, cancelChild := context.WithCancelCause(ctx)
		cancelChild(errCaller)
		j.see(child)
		j.see(ctx)
	}, true},
	{"children of a cancelled one are born dead", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Hour)
		cancel()
		child, cancelChild := context.WithCancel(context.WithValue(ctx, key{}, "child"))
		defer cancelChild()
		j.see(child)
	}, true},
	{"children cost no goroutine", func(j *journal, with maker) {
		parent, leave := context.WithCancel(context.Background())
		defer leave()
		ctx, cancel := with(parent, time.Hour)
		defer cancel()
		before := goruntime.NumGoroutine()
		for range 100 {
			_, release := context.WithCancel(context.WithValue(ctx, key{}, "child"))
			defer release()
		}
		j.add("a goroutine for each: %v", goruntime.NumGoroutine()-before > 50) // others may come and go
	}, true},
	{"a stopped AfterFunc does not run", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Hour)
		stop := context.AfterFunc(ctx, func() { panic("ran") })
		j.add("stopped: %v", stop())
		cancel()
		j.add("stopped again: %v", stop())
	}, true},
	{"a parent that is not standard", func(j *journal, with maker) {
		parent, leave := context.WithCancelCause(context.Background())
		ctx, cancel := with(foreign{parent}, time.Hour)
		defer cancel()
		j.seeErr(ctx)
		done := ctx.Done()
		leave(errCaller)
		<-done
		j.see(ctx)
	}, true},
	{"the deadline passes while it is watched", func(j *journal, with maker) {
		start := time.Now()
		ctx, cancel := with(context.Background(), time.Millisecond)
		<-ctx.Done()
		j.add("early: %v", time.Since(start) < time.Millisecond)
		j.see(ctx)
		cancel()
		j.see(ctx)
	}, true},
	{"the deadline passes unseen", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Second)
		pass(time.Second)
		j.seeErr(ctx)
		cancel()
		j.see(ctx)
	}, false},
	{"the deadline passes, then it is cancelled, unseen", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Second)
		pass(time.Second)
		cancel()
		j.see(ctx)
	}, false},
	{"it is cancelled, then the deadline passes, unseen", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Second)
		cancel()
		pass(time.Second)
		j.see(ctx)
	}, false},
	{"the deadline passes, then the parent leaves", func(j *journal, with maker) {
		parent, leave := context.WithCancelCause(context.Background())
		ctx, cancel := with(parent, time.Second)
		defer cancel()
		pass(time.Second)
		j.seeErr(ctx)
		leave(errCaller)
		j.see(ctx)
	}, false},
	{"the parent leaves, then the deadline passes, unseen", func(j *journal, with maker) {
		parent, leave := context.WithCancelCause(context.Background())
		ctx, cancel := with(parent, time.Second)
		defer cancel()
		leave(errCaller)
		pass(2 * time.Second)
		j.see(ctx)
	}, false},
	{"its deadline and then the parent's pass, unseen", func(j *journal, with maker) {
		parent, leave := context.WithTimeoutCause(context.Background(), 2*time.Second, errCaller)
		defer leave()
		ctx, cancel := with(parent, time.Second)
		defer cancel()
		pass(3 * time.Second)
		j.seeErr(ctx)
		j.see(ctx)
	}, false},
	{"the parent's deadline is sooner", func(j *journal, with maker) {
		parent, leave := context.WithTimeoutCause(context.Background(), time.Second, errCaller)
		defer leave()
		ctx, cancel := with(parent, 2*time.Second)
		defer cancel()
		j.see(ctx)
		pass(3 * time.Second)
		j.see(ctx)
	}, false},
	{"two of its kind, the outer sooner", func(j *journal, with maker) {
		outer, cancelOuter := with(context.Background(), time.Second)
		defer cancelOuter()
		inner, cancelInner := with(outer, 2*time.Second)
		defer cancelInner()
		j.see(inner)
		pass(time.Second)
		j.see(inner)
	}, false},
	{"two of its kind, the inner sooner", func(j *journal, with maker) {
		outer, cancelOuter := with(context.Background(), 2*time.Second)
		defer cancelOuter()
		inner, cancelInner := with(outer, time.Second)
		defer cancelInner()
		pass(time.Second)
		j.see(inner)
		j.see(outer)
		pass(time.Second)
		j.see(inner)
		j.see(outer)
	}, false},
	{"children expire with it", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Second)
		defer cancel()
		child, cancelChild := context.WithCancel(context.WithValue(ctx, key{}, "child"))
		defer cancelChild()
		sooner, cancelSooner := context.WithTimeoutCause(ctx, time.Second/2, errCaller)
		defer cancelSooner()
		pass(time.Second)
		j.see(child)
		j.see(sooner)
	}, false},
	{"AfterFunc runs when it expires", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Second)
		defer cancel()
		ran := make(chan error, 1)
		context.AfterFunc(ctx, func() { ran <- context.Cause(ctx) })
		j.add("cause=%v", <-ran)
	}, false},
	{"AfterFunc runs when it is cancelled", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Second)
		ran := make(chan error, 1)
		context.AfterFunc(ctx, func() { ran <- context.Cause(ctx) })
		cancel()
		j.add("cause=%v", <-ran)
	}, false},
	{"the deadline is what it was made with, at every call", func(j *journal, with maker) {
		ctx, cancel := with(context.Background(), time.Minute)
		defer cancel()
		for range 3 {
			at, ok := ctx.Deadline()
			j.add("%v %v", at, ok)
			pass(time.Second)
		}
		child, cancelChild := context.WithTimeout(ctx, time.Hour)
		defer cancelChild()
		at, ok := child.Deadline()
		j.add("%v %v", at, ok)
	}, false},
	{"it describes itself", func(j *journal, with maker) {
		ctx, cancel := with(foreign{context.Background()}, time.Second)
		defer cancel()
		j.add("%v", ctx)
	}, false},
}

func TestDeadlineContextLooksLikeTheStandardOne(t *testing.T) {
	for _, s := range scenarios {
		t.Run("in a bubble "+s.name, func(t *testing.T) {
			var want, got journal
			synctest.Test(t, func(*testing.T) { s.play(&want, standard) })
			synctest.Test(t, func(*testing.T) { s.play(&got, lazy) })
			assert.Equal(t, want.lines, got.lines)
		})
		if s.instant {
			t.Run("outside a bubble "+s.name, func(t *testing.T) {
				var want, got journal
				s.play(&want, standard)
				s.play(&got, lazy)
				assert.Equal(t, want.lines, got.lines)
			})
		}
	}
}

func TestDeadlineOfTheRealClock(t *testing.T) {
	before := time.Now()
	ctx, cancel := lazy(t.Context(), time.Minute)
	defer cancel()
	after := time.Now()

	first, ok := ctx.Deadline()
	require.True(t, ok)
	assert.False(t, first.Before(before.Add(time.Minute)))
	assert.False(t, first.After(after.Add(time.Minute)))
	assert.WithinDuration(t, before.Add(time.Minute).Round(0), first.Round(0), time.Second, "the wall clock")

	second, _ := ctx.Deadline()
	assert.True(t, first.Equal(second))
	ctx.Done()
	child, cancelChild := context.WithCancel(ctx)
	defer cancelChild()
	third, _ := child.Deadline()
	assert.True(t, first.Equal(third))
}

func TestDeadlineFurtherThanTheClockReaches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := lazy(t.Context(), 1<<63-1)
		defer cancel()
		require.NoError(t, ctx.Err())
		child, cancelChild := context.WithCancel(ctx)
		defer cancelChild()
		pass(24 * time.Hour)
		require.NoError(t, child.Err())
	})
}

func TestAParentsDeadlineInTheFarFutureIsNotSooner(t *testing.T) {
	for name, far := range map[string]time.Time{
		"a date that stands for never":         time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC),
		"the last second there is":             time.Unix(1<<60, 0),
		"as far as durations reach":            time.Now().Add(math.MaxInt64),
		"as far as durations reach, by a date": time.Now().Add(math.MaxInt64).Round(0),
	} {
		test := func(t *testing.T) {
			parent, leave := context.WithDeadline(t.Context(), far)
			defer leave()
			ctx, cancel := lazy(parent, time.Minute)
			defer cancel()
			deadline, ok := ctx.Deadline()
			require.True(t, ok)
			assert.LessOrEqual(t, time.Until(deadline), time.Minute)
		}
		t.Run(name, test)
		t.Run(name+", in a bubble", func(t *testing.T) { synctest.Test(t, test) })
	}
}

func TestAParentsDeadlineInTheFarPastIsSooner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent := pastContext{t.Context()}
		ctx, cancel := lazy(parent, time.Minute)
		cancel()
		assert.Equal(t, parent, ctx)
	})
}

// A pastContext has a deadline before all others.
type pastContext struct{ context.Context }

func (pastContext) Deadline() (time.Time, bool) { return time.Time{}, true }

func TestSoonerParentIsPassedThrough(t *testing.T) {
	parent, leave := context.WithTimeout(t.Context(), time.Minute)
	defer leave()
	ctx, cancel := lazy(parent, time.Hour)
	cancel()
	assert.Same(t, parent, ctx)
	assert.NoError(t, ctx.Err())
}

func TestUnusedDeadlineContextIs48Bytes(t *testing.T) {
	needs64Bits(t)
	parent, leave := context.WithCancel(t.Context())
	defer leave()
	const calls = 1000
	var before, after goruntime.MemStats
	keep := make([]context.Context, 0, calls)
	goruntime.ReadMemStats(&before)
	for range calls {
		keep = append(keep, resilience.Deadlined(parent, time.Hour, errTimeout))
	}
	goruntime.ReadMemStats(&after)
	assert.Equal(t, uint64(calls), after.Mallocs-before.Mallocs)
	assert.Equal(t, uint64(48*calls), after.TotalAlloc-before.TotalAlloc)
	goruntime.KeepAlive(keep)
}

func TestCallsUnderALongLivedParentLeaveNothingBehind(t *testing.T) {
	parent, leave := context.WithCancel(t.Context())
	defer leave()
	call := func() {
		ctx, cancel := lazy(parent, time.Hour)
		child, cancelChild := context.WithCancel(ctx)
		_ = child.Done()
		cancelChild()
		cancel()
	}
	call()
	before := heap()
	for range 100_000 {
		call()
	}
	assert.Less(t, heap(), before+1<<20)
}

func heap() uint64 {
	var m goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestDeadlineContextUnderFire(t *testing.T) {
	for range 200 {
		parent, leave := context.WithCancelCause(context.Background())
		ctx, cancel := lazy(parent, time.Hour)
		channels := make([]<-chan struct{}, 4)
		var wg sync.WaitGroup
		for i := range channels {
			wg.Go(func() {
				child, release := context.WithCancel(ctx)
				defer release()
				channels[i] = ctx.Done()
				<-child.Done()
				assert.Equal(t, context.Canceled, ctx.Err())
			})
		}
		wg.Go(func() { leave(errCaller) })
		wg.Go(cancel)
		wg.Wait()
		for _, ch := range channels {
			assert.Equal(t, ctx.Done(), ch, "one channel for all")
		}
		assert.Contains(t, []error{errCaller, context.Canceled}, context.Cause(ctx))
	}
}
