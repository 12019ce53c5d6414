package runtime

import (
	"errors"
	"runtime/debug"
	"sync/atomic"
)

// Then returns a future that completes with what fn makes of f's value. It
// fails with f's error if f fails, without calling fn. fn runs on the goroutine
// that completes f, or at once if f is complete. A panic in fn is a failure with
// a *[PanicError], runtime.Goexit one with [ErrGoexit]. Chains of any length
// complete without growing the stack.
func Then[T, U any](f *Future[T], fn func(T) (U, error)) *Future[U] {
	d := &then[T, U]{fn: fn}
	orFailed(f).listen(d)
	return &d.future
}

// then is a future and how it derives from another.
type then[T, U any] struct {
	future Future[U]
	fn     func(T) (U, error)
}

func (d *then[T, U]) completed(f *Future[T]) (next task) {
	var value U
	if f.err != nil {
		return d.future.conclude(value, f.err)
	}
	if d.future.complete() {
		return nil // cancelled
	}
	err := ErrGoexit
	returned := false
	defer func() {
		if v := recover(); v != nil {
			returned = true
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
		next = d.future.conclude(value, err)
		if !returned {
			announce(next) // the goroutine ends, and nobody gets what is returned
		}
	}()
	value, err = d.fn(f.value)
	returned = true
	return nil
}

// All returns a future that completes with the values of all the futures, in
// their order, when each of them has succeeded, and fails with the first error
// as soon as one has failed. A nil future is one that failed with [ErrNilFuture].
// Without futures, it is complete.
func All[T any](futures ...*Future[T]) *Future[[]T] {
	if len(futures) == 0 {
		return Completed([]T{})
	}
	a := &allOf[T]{values: make([]T, len(futures)), members: make([]allMember[T], len(futures))}
	a.missing.Store(int64(len(futures)))
	for i, f := range futures {
		a.members[i] = allMember[T]{of: a, index: i}
		orFailed(f).listen(&a.members[i])
	}
	return &a.future
}

// orFailed returns f, or the failure that a nil future stands for.
func orFailed[T any](f *Future[T]) *Future[T] {
	if f == nil {
		return Failed[T](ErrNilFuture)
	}
	return f
}

// allOf is a future and the futures that it is made of.
type allOf[T any] struct {
	future  Future[[]T]
	values  []T
	missing atomic.Int64 // successes
	members []allMember[T]
}

// An allMember listens to one of the futures.
type allMember[T any] struct {
	of    *allOf[T]
	index int
}

func (m *allMember[T]) completed(f *Future[T]) task {
	a := m.of
	if f.err != nil {
		return a.future.conclude(nil, f.err)
	}
	a.values[m.index] = f.value
	if a.missing.Add(-1) > 0 {
		return nil
	}
	return a.future.conclude(a.values, nil)
}

// Any returns a future that completes with the first value that one of the
// futures succeeds with, and fails when all of them have failed, with their
// errors joined in order. A nil future is one that failed with [ErrNilFuture].
// Without futures, it has failed. A future keeps what waits for it until it
// completes: one that lives as long as the program is better watched by its Done.
func Any[T any](futures ...*Future[T]) *Future[T] {
	if len(futures) == 0 {
		return Failed[T](errNoFutures)
	}
	a := &anyOf[T]{errs: make([]error, len(futures)), members: make([]anyMember[T], len(futures))}
	a.missing.Store(int64(len(futures)))
	for i, f := range futures {
		a.members[i] = anyMember[T]{of: a, index: i}
		orFailed(f).listen(&a.members[i])
	}
	return &a.future
}

var errNoFutures = errors.New("there is no future to succeed")

// anyOf is a future and the futures one of which it takes its value from.
type anyOf[T any] struct {
	future  Future[T]
	errs    []error
	missing atomic.Int64 // failures
	members []anyMember[T]
}

// An anyMember listens to one of the futures.
type anyMember[T any] struct {
	of    *anyOf[T]
	index int
}

func (m *anyMember[T]) completed(f *Future[T]) task {
	a := m.of
	if f.err == nil {
		return a.future.conclude(f.value, nil)
	}
	a.errs[m.index] = f.err
	if a.missing.Add(-1) > 0 {
		return nil
	}
	var none T
	return a.future.conclude(none, errors.Join(a.errs...))
}
