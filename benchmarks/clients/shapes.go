package clients

import "context"

// Shapes has a method of each shape that a call's cost could depend on, with
// all policies that need no allocation.
//
//resilience:retry maxAttempts=3 delay=10ms
//resilience:circuitbreaker
//resilience:bulkhead
type Shapes interface {
	//resilience:fallback func=noResults
	Results(ctx context.Context, key string) (value string, version int, err error)
	//resilience:fallback value=0
	Variadic(ctx context.Context, keys ...string) (int, error)
	//resilience:fallback value=""
	NoContext(key string) (string, error)
}

// TimedShapes has the methods of Shapes that can have a timeout, with one.
//
//resilience:retry maxAttempts=3 delay=10ms
//resilience:circuitbreaker
//resilience:timeout 1m
//resilience:bulkhead
type TimedShapes interface {
	//resilience:fallback func=noResults
	Results(ctx context.Context, key string) (value string, version int, err error)
	//resilience:fallback value=0
	Variadic(ctx context.Context, keys ...string) (int, error)
}

// Generic has the same policies around a method of a generic interface.
//
//resilience:retry maxAttempts=3 delay=10ms
//resilience:circuitbreaker
//resilience:bulkhead
type Generic[K comparable, V any] interface {
	//resilience:fallback func=noValue
	Get(ctx context.Context, key K) (V, error)
}

// TimedGeneric is Generic with a timeout.
//
//resilience:retry maxAttempts=3 delay=10ms
//resilience:circuitbreaker
//resilience:timeout 1m
//resilience:bulkhead
type TimedGeneric[K comparable, V any] interface {
	//resilience:fallback func=noValue
	Get(ctx context.Context, key K) (V, error)
}

func noResults(context.Context, string) (string, int, error) { return "", 0, nil }

func noValue[K comparable, V any](context.Context, K) (value V, err error) { return value, nil }

// AnyShape implements the interfaces of this file and succeeds at once.
type AnyShape struct{ Idle }

// Results implements Shapes.
func (AnyShape) Results(_ context.Context, key string) (string, int, error) {
	return key, len(key), nil
}

// Variadic implements Shapes.
func (AnyShape) Variadic(_ context.Context, keys ...string) (int, error) { return len(keys), nil }

// NoContext implements Shapes.
func (AnyShape) NoContext(key string) (string, error) { return key, nil }
