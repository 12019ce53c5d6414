package runtime

import "context"

// FromChan returns the future of what source's channel gives. It returns nil if
// the channel is nil; the future fails with [ErrNoResult] if the channel is
// closed without a value.
//
// Unless the value is there at once, one goroutine waits for it. The context that
// source gets ends when ctx does, when the future's Cancel is called, and when
// the value has come. Once it has ended, the future completes with the value that
// is there, or with the context's error: a producer that has left without a value
// could not be told from a slow one.
func FromChan[T any](ctx context.Context, source func(context.Context) <-chan Result[T]) *Future[T] {
	ctx, cancel := context.WithCancel(ctx)
	waiting := false
	defer func() {
		if !waiting {
			cancel()
		}
	}()
	results := source(ctx)
	if results == nil {
		return nil
	}
	select {
	case r, ok := <-results:
		r = received(r, ok)
		return Settled(r.Value, r.Err)
	default:
	}
	waiting = true
	f := &Future[T]{producer: cancelFunc(cancel)}
	go func() {
		r := receive(ctx, results)
		cancel()
		f.finish(r.Value, r.Err)
	}()
	return f
}

// receive waits for a result, or for the end of ctx.
func receive[T any](ctx context.Context, results <-chan Result[T]) Result[T] {
	select {
	case r, ok := <-results:
		return received(r, ok)
	case <-ctx.Done():
	}
	select {
	case r, ok := <-results:
		return received(r, ok)
	default:
		return Result[T]{Err: ctx.Err()}
	}
}

// received is what was received, where ok is false if nothing was.
func received[T any](r Result[T], ok bool) Result[T] {
	if !ok {
		r.Err = ErrNoResult
	}
	return r
}
