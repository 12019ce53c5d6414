package runtime

import (
	"context"
	"errors"
	"runtime/debug"
)

// Go runs fn on a new goroutine and returns the future of its result. The
// context that fn gets ends when ctx does, when the future's Cancel is called,
// and when fn has returned. If ctx has already ended, fn is not run and the
// future has failed with ctx's error.
//
// If fn panics, the future fails with a *[PanicError]; if it calls
// runtime.Goexit, with [ErrGoexit].
func Go[T any](ctx context.Context, fn func(context.Context) (T, error)) *Future[T] {
	if err := ctx.Err(); err != nil {
		return Failed[T](err)
	}
	ctx, cancel := context.WithCancel(ctx)
	f := &Future[T]{producer: cancelFunc(cancel)}
	go func() {
		value, err := *new(T), ErrGoexit
		defer func() {
			if v := recover(); v != nil {
				err = &PanicError{Value: v, Stack: debug.Stack()}
			}
			cancel()
			f.finish(value, err)
		}()
		value, err = fn(ctx)
	}()
	return f
}

// A cancelFunc is a function as a canceler.
type cancelFunc context.CancelFunc

func (fn cancelFunc) requestCancel() task {
	fn()
	return nil
}

var errNilFailure = errors.New("future failed with a nil error")

// failureOf returns err, or what stands for a nil error in a failed future.
func failureOf(err error) error {
	if err == nil {
		return errNilFailure
	}
	return err
}
