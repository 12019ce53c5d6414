package runtime

import "slices"

// A listener is told of the completion of a future, on the goroutine that
// completes it.
type listener[T any] interface {
	// completed returns what is to be done as a consequence, nil if nothing. It
	// completes no other future in a nested call, since chains may be long.
	completed(f *Future[T]) task
}

// step tells the listener: a complete future is the task of doing that. Nobody
// else touches the listener after the completion.
func (f *Future[T]) step() (next task, left bool) {
	told := f.listener
	if told == nil {
		return nil, false
	}
	f.listener = nil
	return told.completed(f), false
}

// listen has l told of the completion: now, if the future is complete.
func (f *Future[T]) listen(l listener[T]) {
	if !f.add(l) {
		announce(l.completed(f))
	}
}

// add has l told of the completion, unless the future is complete.
func (f *Future[T]) add(l listener[T]) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.complete() {
		return false
	}
	switch all := f.listener.(type) {
	case nil:
		f.listener = l
	case *fanOut[T]:
		all.listeners = append(all.listeners, l)
	default:
		f.listener = &fanOut[T]{future: f, listeners: []listener[T]{all, l}}
	}
	return true
}

// relisten has another listener told in the place of one that add took, unless
// the future is complete.
func (f *Future[T]) relisten(old, l listener[T]) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.complete() {
		return false
	}
	if all, ok := f.listener.(*fanOut[T]); ok {
		all.listeners[slices.Index(all.listeners, old)] = l
	} else {
		f.listener = l
	}
	return true
}

// A fanOut is the listener of a future that has several, and the task of telling
// them in their order.
type fanOut[T any] struct {
	future    *Future[T]
	listeners []listener[T]
}

func (o *fanOut[T]) completed(*Future[T]) task { return o }

func (o *fanOut[T]) step() (next task, left bool) {
	if len(o.listeners) == 0 {
		return nil, false
	}
	told := o.listeners[0]
	o.listeners = o.listeners[1:]
	return told.completed(o.future), len(o.listeners) > 0
}

// A callback is a user's function as a listener.
type callback[T any] func(T, error)

func (fn callback[T]) completed(f *Future[T]) task {
	fn(f.value, f.err)
	return nil
}

// A resultChannel is a channel as a listener.
type resultChannel[T any] chan Result[T]

func (c resultChannel[T]) completed(f *Future[T]) task {
	c <- Result[T]{Value: f.value, Err: f.err}
	close(c)
	return nil
}
