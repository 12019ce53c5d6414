package main

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	"github.com/go-resgen/resgen/examples/tracking/carrier"
	resilience "github.com/go-resgen/resgen/runtime"
)

// futures asks when parcels come and where the first of them is, all at the same
// time and from one goroutine.
func (s *stage) futures(ctx context.Context, parcels ...string) {
	var told sync.WaitGroup
	for _, parcel := range parcels {
		ctx, done := s.narrator.call(ctx, "ETA "+parcel)
		eta := s.client.ETA(ctx, parcel)
		told.Add(1)
		eta.OnComplete(func(eta time.Time, err error) {
			defer told.Done()
			done(eta.Format("2 January 15:04"), err)
		})
	}
	ctx, done := s.narrator.call(ctx, "Locate "+parcels[0])
	place := <-s.client.Locate(ctx, parcels[0])
	done(place.Value, place.Err)
	told.Wait()
}

// crowd makes many calls at once, from one goroutine, and tells what they cost
// while they wait: more than a few of them do.
func (s *stage) crowd(ctx context.Context, few, many int) {
	began := time.Now()
	calls := make([]*resilience.Future[time.Time], 0, many)
	ask := func(upTo int) (usage, time.Duration) {
		for len(calls) < upTo {
			calls = append(calls, s.client.ETA(ctx, "p-1"))
		}
		returned := time.Since(began)
		for s.carrier.Requests() < upTo && ctx.Err() == nil {
			narrate.Wait(ctx, time.Millisecond)
		}
		return measure(), returned
	}
	with, _ := ask(few)
	began = time.Now()
	withMore, returned := ask(many)
	s.narrator.Say("%d calls have returned after %v; each has asked once after %v", many, round(returned), round(time.Since(began)))
	s.narrator.Say("goroutines: %d with %d calls in a delay, %d with %d", with.goroutines, few, withMore.goroutines, many)
	s.narrator.Say("memory:     %d bytes a call", (withMore.heap-with.heap)/int64(many-few))
	s.carrier.Enter(carrier.Healthy)
	arrived := 0
	for _, call := range calls {
		if _, err := call.Await(ctx); err == nil {
			arrived++
		}
	}
	s.narrator.Say("%d results after %v", arrived, round(time.Since(began)))
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// usage is what the program uses at one moment.
type usage struct {
	goroutines int
	heap       int64 // bytes
}

func measure() usage {
	goroutines := runtime.NumGoroutine()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return usage{goroutines, int64(m.HeapAlloc)}
}
