package runtime

// A listener is told of the completion of a future, on the goroutine that
// completes it.
type listener[T any] interface {
	// completed returns what is to be done as a consequence, nil if nothing. It
	// completes no other future in a nested call, since chains may be long.
	completed(f *Future[T]) task
}

// step tells one listener that the future is complete: a future is the task of
// telling all of them. Nobody else touches the listeners after the completion.
func (f *Future[T]) step() (next task, left bool) {
	told := f.first
	if told == nil {
		return nil, false
	}
	f.first = nil
	if f.more != nil {
		rest := *f.more
		f.first = rest[0]
		if *f.more = rest[1:]; len(rest) == 1 {
			f.more = nil
		}
	}
	return told.completed(f), f.first != nil
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
	switch {
	case f.complete():
		return false
	case f.first == nil:
		f.first = l
	case f.more == nil:
		f.more = &[]listener[T]{l}
	default:
		*f.more = append(*f.more, l)
	}
	return true
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
