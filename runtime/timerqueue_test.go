package runtime_test

import (
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	resilience "github.com/go-resgen/resgen/runtime"
)

var queues = map[string]func() resilience.TimerQueue{
	"timeouts": resilience.NewTimeoutQueue,
	"delays":   resilience.NewDelayQueue,
}

// eachQueue runs a test in a bubble with each kind of queue.
func eachQueue(t *testing.T, test func(*testing.T, resilience.TimerQueue)) {
	t.Helper()
	for name, newQueue := range queues {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, newQueue()) })
		})
	}
}

func TestTimerQueueCallsEachWhenItIsDue(t *testing.T) {
	eachQueue(t, func(t *testing.T, q resilience.TimerQueue) {
		start := time.Now()
		var called []time.Duration
		for _, d := range []time.Duration{3, 1, 2, 2, 5, 4, 0} {
			d *= time.Millisecond
			q.Schedule(resilience.NewAppointment(func(uint32) {
				assert.Equal(t, d, time.Since(start))
				called = append(called, d/time.Millisecond)
			}), d, 0)
		}
		pass(time.Second)
		assert.Equal(t, []time.Duration{0, 1, 2, 2, 3, 4, 5}, called)
		assert.False(t, q.HasTimer())
	})
}

func TestTimerQueueCancel(t *testing.T) {
	eachQueue(t, func(t *testing.T, q resilience.TimerQueue) {
		var called []uint32
		a := resilience.NewAppointment(func(turn uint32) { called = append(called, turn) })
		assert.False(t, q.Cancel(a), "never scheduled")
		q.Schedule(a, time.Second, 1)
		assert.True(t, q.HasTimer())
		assert.True(t, q.Cancel(a))
		assert.False(t, q.Cancel(a), "not any more")
		assert.False(t, q.HasTimer(), "a timer must not outlive the bubble")
		q.Schedule(a, 2*time.Second, 2)
		pass(2 * time.Second)
		assert.False(t, q.Cancel(a), "called")
		q.Schedule(a, time.Second, 3)
		pass(time.Second)
		assert.Equal(t, []uint32{2, 3}, called)
	})
}

// TestTimerQueueAgainstModel plays random appointments on a queue and on a slice.
func TestTimerQueueAgainstModel(t *testing.T) {
	type move struct {
		what string
		ms   int // how long, or which appointment
	}
	moves := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) move {
		return move{
			what: rapid.SampledFrom([]string{"schedule", "cancel", "pass"}).Draw(t, "what"),
			ms:   rapid.IntRange(0, 30).Draw(t, "ms"),
		}
	}), 1, 60)

	type appointment struct {
		*resilience.Appointment
		due       time.Time
		cancelled bool
		called    int
	}
	play := func(t assert.TestingT, q resilience.TimerQueue, script []move) {
		var all []*appointment
		for _, m := range script {
			d := time.Duration(m.ms) * time.Millisecond
			switch {
			case m.what == "schedule":
				a := &appointment{due: time.Now().Add(d)}
				a.Appointment = resilience.NewAppointment(func(uint32) {
					assert.Equal(t, a.due, time.Now())
					a.called++
				})
				all = append(all, a)
				q.Schedule(a.Appointment, d, 0)
			case m.what == "cancel" && len(all) > 0:
				a := all[m.ms%len(all)]
				waiting := !a.cancelled && a.due.After(time.Now())
				assert.Equal(t, waiting, q.Cancel(a.Appointment))
				a.cancelled = a.cancelled || waiting
			case m.what == "pass":
				time.Sleep(d)
			}
			synctest.Wait()
			waiting := false
			for _, a := range all {
				expected := 0
				if !a.cancelled && !a.due.After(time.Now()) {
					expected = 1
				}
				assert.Equal(t, expected, a.called)
				waiting = waiting || !a.cancelled && expected == 0
			}
			assert.Equal(t, waiting, q.HasTimer())
		}
		pass(time.Second)
	}
	for name, newQueue := range queues {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				script := moves.Draw(rt, "script")
				synctest.Test(t, func(*testing.T) { play(rt, newQueue(), script) })
			})
		})
	}
}

func TestTimerQueueIsNotHeldUpByABusyOwner(t *testing.T) {
	eachQueue(t, func(t *testing.T, q resilience.TimerQueue) {
		start := time.Now()
		var mu sync.Mutex
		var called []time.Duration
		note := func() {
			mu.Lock()
			defer mu.Unlock()
			called = append(called, time.Since(start))
		}
		busy := func(uint32) {
			note()
			time.Sleep(time.Hour)
		}
		for range 3 {
			q.Schedule(resilience.NewAppointment(busy), time.Second, 0)
		}
		q.Schedule(resilience.NewAppointment(func(uint32) { note() }), 2*time.Second, 0)
		pass(time.Minute)
		q.Schedule(resilience.NewAppointment(func(uint32) { note() }), time.Second, 0)
		pass(2 * time.Hour)
		assert.Equal(t, []time.Duration{
			time.Second, time.Second + time.Millisecond, time.Second + 2*time.Millisecond, // one after the other
			2 * time.Second, time.Minute + time.Second, // on time
		}, called)
		assert.False(t, q.HasTimer())
	})
}

func TestTimerQueueSurvivesAnOwnerThatEndsItsGoroutine(t *testing.T) {
	eachQueue(t, func(t *testing.T, q resilience.TimerQueue) {
		called := 0
		for range 3 {
			q.Schedule(resilience.NewAppointment(func(uint32) {
				called++
				goruntime.Goexit()
			}), time.Second, 0)
		}
		pass(2 * time.Second)
		assert.Equal(t, 3, called)
		assert.False(t, q.HasTimer())
	})
}

const crowdSize = 100_000

func newCrowd(call func(uint32)) []*resilience.Appointment {
	crowd := make([]*resilience.Appointment, crowdSize)
	for i := range crowd {
		crowd[i] = resilience.NewAppointment(call)
	}
	return crowd
}

func TestCrowdThatIsDueAtOnceCostsOneGoroutine(t *testing.T) {
	eachQueue(t, func(t *testing.T, q resilience.TimerQueue) {
		before := goruntime.NumGoroutine()
		called, most := 0, 0
		for _, a := range newCrowd(func(uint32) {
			called++
			most = max(most, goruntime.NumGoroutine())
		}) {
			q.Schedule(a, time.Second, 0)
		}
		assert.LessOrEqual(t, goruntime.NumGoroutine(), before+strays)
		pass(time.Second)
		assert.Equal(t, crowdSize, called)
		assert.LessOrEqual(t, most, before+strays)
	})
}

func TestCrowdThatIsCancelledLeavesNothing(t *testing.T) {
	eachQueue(t, func(t *testing.T, q resilience.TimerQueue) {
		crowd := newCrowd(func(uint32) { t.Error("called") })
		before := heap()
		for _, a := range crowd {
			q.Schedule(a, time.Hour, 0)
		}
		for _, a := range crowd {
			assert.True(t, q.Cancel(a))
		}
		assert.Less(t, heap(), before+64<<10)
		assert.False(t, q.HasTimer())
		pass(2 * time.Hour)
	})
}

func TestTimerQueueInAndOutOfBubbles(t *testing.T) {
	for name, newQueue := range queues {
		t.Run(name, func(t *testing.T) {
			q := newQueue()
			outside := func(t *testing.T) {
				done := make(chan struct{})
				q.Schedule(resilience.NewAppointment(func(uint32) { close(done) }), time.Millisecond, 0)
				<-done
			}
			inside := func(t *testing.T) {
				start := time.Now()
				done := make(chan struct{})
				q.Schedule(resilience.NewAppointment(func(uint32) { close(done) }), time.Minute, 0)
				<-done
				assert.Equal(t, time.Minute, time.Since(start))
			}
			t.Run("first outside", outside)
			synctest.Test(t, inside)
			synctest.Test(t, inside)
			t.Run("then outside again", outside)
		})
	}
}

func TestTimerQueueUnderFire(t *testing.T) {
	for name, newQueue := range queues {
		t.Run(name, func(t *testing.T) {
			q := newQueue()
			var called, cancelled atomic.Int32
			var pending sync.WaitGroup
			var wg sync.WaitGroup
			const goroutines, each = 4, 500
			for range goroutines {
				wg.Go(func() {
					for i := range each {
						pending.Add(1)
						a := resilience.NewAppointment(func(uint32) {
							called.Add(1)
							pending.Done()
						})
						q.Schedule(a, time.Duration(i%7)*10*time.Microsecond, 0)
						if i%3 > 0 && q.Cancel(a) {
							cancelled.Add(1)
							pending.Done()
						}
					}
				})
			}
			wg.Wait()
			pending.Wait()
			assert.Equal(t, int32(goroutines*each), called.Load()+cancelled.Load())
		})
	}
}

func TestTimerEntryIs48Bytes(t *testing.T) {
	needs64Bits(t)
	assert.Equal(t, uintptr(48), resilience.TimerEntrySize)
}

func BenchmarkTimerQueue(b *testing.B) {
	for name, newQueue := range queues {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			q := newQueue()
			a := resilience.NewAppointment(func(uint32) {})
			for b.Loop() {
				q.Schedule(a, time.Hour, 0)
				q.Cancel(a)
			}
		})
		b.Run(name+" among 100000", func(b *testing.B) {
			q := newQueue()
			crowd := make([]*resilience.Appointment, 100_000)
			for i := range crowd {
				crowd[i] = resilience.NewAppointment(func(uint32) {})
				q.Schedule(crowd[i], time.Hour, 0)
			}
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				a := crowd[i%len(crowd)]
				q.Cancel(a)
				q.Schedule(a, time.Hour, 0)
				i++
			}
		})
	}
}
