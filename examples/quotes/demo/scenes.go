package main

import (
	"context"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	"github.com/go-resgen/resgen/examples/quotes"
	"github.com/go-resgen/resgen/examples/quotes/exchange"
	resilience "github.com/go-resgen/resgen/runtime"
)

// A scene is something that one policy is for.
type scene struct {
	title string
	what  string // happens, in one line
	act   func(*stage, context.Context) error
}

var scenes = []scene{
	{"rate limit", "The exchange sells 20 histories a second, 4 of them at once. 14 callers come at once and wait 300ms at most.", (*stage).burst},
	{"live change", "Two callers never stop asking. After 1s the program halves the limit, without a restart.", (*stage).halve},
	{"adaptive limit", "40 callers never stop asking for prices. A broker needs 25ms for each, and nobody says how many brokers work.", (*stage).follow},
	{"retry budget", "The news desk fails. 60 callers ask, and each may try three times.", (*stage).budget},
	{"order circuitbreaker,retry", "Two of three requests for a rate fail, so no call does. The breaker counts calls and stays closed.", (*stage).stutter},
	{"order timeout,retry", "Each request takes 70ms and fails. One timeout of 300ms is around all attempts.", (*stage).hurry},
	{"workers", "A chart takes 500ms, and nobody can stop it. 6 callers wait 250ms for 2 workers, 1 of them in the queue: the environment says so.", (*stage).draw},
	{"hedge", "One of twenty requests takes 400ms. A second one, after 40ms, is likely to be quicker.", (*stage).overtake},
}

// A stage is what a scene plays with.
type stage struct {
	exchange *exchange.Server
	plain    *quotes.HTTPClient
	client   quotes.Client // plain, protected
	registry *resilience.Registry
	settings map[string]string // those that the program gave the registry
	narrator *narrate.Narrator
}

// play plays the scenes in order, with a pause before each.
func (s *stage) play(ctx context.Context, pace time.Duration) error {
	for i, scene := range scenes {
		narrate.Wait(ctx, pace)
		if err := ctx.Err(); err != nil {
			return err
		}
		s.narrator.Scene(i+1, scene.title, scene.what)
		if err := scene.act(s, ctx); err != nil {
			return err
		}
	}
	return nil
}
