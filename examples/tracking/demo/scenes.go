package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	"github.com/go-resgen/resgen/examples/tracking"
	"github.com/go-resgen/resgen/examples/tracking/carrier"
)

// A scene is a phase of the carrier and what a program does meanwhile.
type scene struct {
	title string
	what  string // happens, in one line
	phase carrier.Phase
	act   func(context.Context, *stage)
}

// scenes tell one story: the breaker's window of 20 calls fills from scene to
// scene until half of them have failed.
var scenes = []scene{
	{
		"healthy", "The carrier answers at once. The policies stay out of the way.",
		carrier.Healthy, func(ctx context.Context, s *stage) { s.track(ctx, "p-1", "p-2", "p-3", "p-1", "p-2") },
	},
	{
		"flaky", "Every second request fails. The retry tries again after 50ms.",
		carrier.Flaky, func(ctx context.Context, s *stage) { s.track(ctx, "p-1", "p-2", "p-3") },
	},
	{
		"unknown parcel", "The carrier says that there is no such parcel. That is an answer: no retry, no failure.",
		carrier.Healthy, func(ctx context.Context, s *stage) { s.track(ctx, "p-9") },
	},
	{
		"crowded", "Five labels at once, of which the bulkhead lets two pass. The rest never reach the carrier.",
		carrier.Healthy, func(ctx context.Context, s *stage) { s.labels(ctx, 5) },
	},
	{
		"slow", "The carrier takes 5s. Each attempt is cut off after 250ms.",
		carrier.Slow, func(ctx context.Context, s *stage) { s.track(ctx, "p-1") },
	},
	{
		"impatient caller", "The caller leaves after 100ms. That is not the carrier's fault, so the breaker ignores it.",
		carrier.Slow, func(ctx context.Context, s *stage) { s.leave(ctx, "p-2", 100*time.Millisecond) },
	},
	{
		"failing", "Every request fails. When half of the last 20 calls failed, the breaker opens; fallbacks answer.",
		carrier.Failing, func(ctx context.Context, s *stage) { s.track(ctx, "p-1", "p-2", "p-3") },
	},
	{
		"recovered", "The carrier is well again. After 1s the breaker lets three probes pass, and closes.",
		carrier.Healthy, func(ctx context.Context, s *stage) {
			narrate.Wait(ctx, 1100*time.Millisecond)
			s.track(ctx, "p-1", "p-2", "p-3", "p-1")
		},
	},
	{
		"futures", "Every second request fails again. These calls return at once, and their results come later.",
		carrier.Flaky, func(ctx context.Context, s *stage) { s.futures(ctx, "p-1", "p-2") },
	},
	{
		"thousands", "The carrier is too busy for 2000 calls at once. They wait for one of 16 slots, and then 1s to ask again.",
		carrier.Busy, func(ctx context.Context, s *stage) { s.crowd(ctx, 100, 2000) },
	},
}

// A stage is what a scene plays with.
type stage struct {
	carrier  *carrier.Server
	client   tracking.Client
	narrator narrator
}

// play plays the scenes in order, with a pause before each.
func (s *stage) play(ctx context.Context, pace time.Duration) error {
	for i, scene := range scenes {
		narrate.Wait(ctx, pace)
		if err := ctx.Err(); err != nil {
			return err
		}
		s.narrator.Scene(i+1, scene.title, scene.what)
		s.carrier.Enter(scene.phase)
		scene.act(ctx, s)
		s.narrator.requests(s.carrier.Requests())
	}
	return nil
}

// track asks for parcels, one after the other.
func (s *stage) track(ctx context.Context, parcels ...string) {
	for _, parcel := range parcels {
		ctx, done := s.narrator.call(ctx, "Track "+parcel)
		status, err := s.client.Track(ctx, parcel)
		done(status, err)
	}
}

// leave asks for a parcel and does not wait for the answer for long.
func (s *stage) leave(ctx context.Context, parcel string, patience time.Duration) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer time.AfterFunc(patience, cancel).Stop()
	s.track(ctx, parcel)
}

// labels asks for a number of labels at the same time.
func (s *stage) labels(ctx context.Context, count int) {
	var calls sync.WaitGroup
	for i := range count {
		calls.Go(func() {
			ctx, done := s.narrator.call(ctx, fmt.Sprintf("Label #%d", i+1))
			label, err := s.client.Label(ctx, "p-1")
			done(string(label), err)
		})
	}
	calls.Wait()
}
