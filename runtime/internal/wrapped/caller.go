// Package wrapped puts generated code around functions, so that the tests of the
// runtime can take each of their calls through a generated method too.
package wrapped

import (
	"context"

	resilience "github.com/go-resgen/resgen/runtime"
)

//go:generate go tool resgen

// A Caller has a method for each form of generated code. What the directives say
// matters only for that: the tests bring their own pipelines.
//
//resilience:retry
type Caller interface {
	Sync(ctx context.Context) (int, error)
	//resilience:timeout 1s mode=detached
	Detached(ctx context.Context) (int, error)
	Async(ctx context.Context) *resilience.Future[int]
}

// Through returns the generated wrapper of fn whose calls all go through p.
func Through(p *resilience.Pipeline, fn func(context.Context) (int, error)) Caller {
	return &ResilientCaller{next: caller(fn), sync: p, detached: p, async: p}
}

type caller func(context.Context) (int, error)

func (fn caller) Sync(ctx context.Context) (int, error)     { return fn(ctx) }
func (fn caller) Detached(ctx context.Context) (int, error) { return fn(ctx) }
func (fn caller) Async(ctx context.Context) *resilience.Future[int] {
	return resilience.Go(ctx, fn)
}
