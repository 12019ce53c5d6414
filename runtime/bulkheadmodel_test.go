package runtime_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// plainBulkhead is the bulkhead as one would write it without a thought for speed
// or concurrency: a count and a list.
type plainBulkhead struct {
	cfg     resilience.BulkheadConfig
	inUse   int
	waiting []plainWaiter
	granted []int // in the order of their grants
	expired []int
}

type plainWaiter struct {
	id    int
	until time.Time
}

func (b *plainBulkhead) enqueue(id int, at time.Time) (admitted, queued bool) {
	switch {
	case len(b.waiting) == 0 && b.inUse < b.cfg.MaxConcurrent:
		b.inUse++
		return true, false
	case b.cfg.MaxWait == 0 || b.cfg.Queue >= 0 && len(b.waiting) >= b.cfg.Queue:
		return false, false
	}
	b.waiting = append(b.waiting, plainWaiter{id: id, until: at.Add(b.cfg.MaxWait)})
	return false, true
}

func (b *plainBulkhead) serve() {
	for len(b.waiting) > 0 && b.inUse < b.cfg.MaxConcurrent {
		b.inUse++
		b.granted = append(b.granted, b.waiting[0].id)
		b.waiting = b.waiting[1:]
	}
}

func (b *plainBulkhead) leave(id int) bool {
	i := slices.IndexFunc(b.waiting, func(w plainWaiter) bool { return w.id == id })
	if i >= 0 {
		b.waiting = slices.Delete(b.waiting, i, i+1)
	}
	return i >= 0
}

func (b *plainBulkhead) expire(at time.Time) {
	for _, w := range slices.Clone(b.waiting) {
		if !w.until.After(at) {
			b.leave(w.id)
			b.expired = append(b.expired, w.id)
		}
	}
}

func TestBulkheadAgreesWithACountAndAList(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		inBubble(t, func() {
			cfg := resilience.BulkheadConfig{
				MaxConcurrent: rapid.IntRange(1, 4).Draw(rt, "maxConcurrent"),
				MaxWait:       time.Duration(rapid.IntRange(0, 5).Draw(rt, "maxWait")) * time.Second,
				Queue:         rapid.IntRange(-1, 4).Draw(rt, "queue"),
			}
			if cfg.Queue == 0 {
				cfg.MaxWait = 0 // a wait without a place to wait in is a contradiction
			}
			b := newBulkhead(t, cfg)
			model := &plainBulkhead{cfg: cfg}
			events := make(chan int, 1000) // +id granted, -id expired
			places := map[int]resilience.QueuedSlot{}
			var running, queued []int
			next := 0
			// settle compares what happened since with what the model says.
			settle := func() {
				synctest.Wait()
				var granted, expired []int
				for len(events) > 0 {
					if id := <-events; id > 0 {
						granted = append(granted, id)
					} else {
						expired = append(expired, -id)
					}
				}
				slices.Sort(expired) // those of one instant have no order
				slices.Sort(model.expired)
				if !slices.Equal(granted, model.granted) || !slices.Equal(expired, model.expired) {
					rt.Fatalf("granted %v expired %v, the model says %v and %v", granted, expired, model.granted, model.expired)
				}
				running = append(running, granted...)
				queued = slices.DeleteFunc(queued, func(id int) bool {
					return slices.Contains(granted, id) || slices.Contains(expired, id)
				})
				model.granted, model.expired = nil, nil
				m := b.Metrics()
				if m.InUse != model.inUse || m.Waiting != len(model.waiting) {
					rt.Fatalf("%+v, the model has %d in use and %d waiting", m, model.inUse, len(model.waiting))
				}
			}
			rt.Repeat(map[string]func(*rapid.T){
				"enqueue": func(rt *rapid.T) {
					next++
					id := next
					place, err := b.Enqueue(func(err error) {
						if err != nil {
							events <- -id
						} else {
							events <- id
						}
					})
					places[id] = place
					admitted, waits := model.enqueue(id, time.Now())
					if (err == nil) != (admitted || waits) || place.Waiting() != waits {
						rt.Fatalf("error %v, waiting %v; the model admits: %v, queues: %v", err, place.Waiting(), admitted, waits)
					}
					switch {
					case admitted:
						running = append(running, id)
					case waits:
						queued = append(queued, id)
					}
				},
				"try": func(rt *rapid.T) {
					if got, want := b.TryAcquire(), len(model.waiting) == 0 && model.inUse < model.cfg.MaxConcurrent; got != want {
						rt.Fatalf("TryAcquire %v, the model says %v", got, want)
					} else if got {
						b.Release()
					}
				},
				"release": func(rt *rapid.T) {
					if len(running) == 0 {
						rt.Skip("nothing runs")
					}
					i := rapid.IntRange(0, len(running)-1).Draw(rt, "which")
					places[running[i]].Release()
					running = slices.Delete(running, i, i+1)
					model.inUse--
					model.serve()
				},
				"cancel": func(rt *rapid.T) {
					if len(queued) == 0 {
						rt.Skip("nobody waits")
					}
					i := rapid.IntRange(0, len(queued)-1).Draw(rt, "which")
					if got, want := places[queued[i]].Cancel(), model.leave(queued[i]); got != want {
						rt.Fatalf("Cancel %v, the model says %v", got, want)
					}
					queued = slices.Delete(queued, i, i+1)
				},
				"resize": func(rt *rapid.T) {
					model.cfg.MaxConcurrent = rapid.IntRange(1, 4).Draw(rt, "maxConcurrent")
					require.NoError(t, b.SetMaxConcurrent(model.cfg.MaxConcurrent))
					model.serve()
				},
				"pause": func(rt *rapid.T) {
					time.Sleep(time.Duration(rapid.IntRange(1, 6).Draw(rt, "seconds")) * time.Second)
					model.expire(time.Now())
				},
				"": func(*rapid.T) { settle() },
			})
		})
	})
}
