package runtime

import "runtime/debug"

// unwinding is the error of a function that did not return, where value is what
// recover gives.
func unwinding(value any) error {
	if value == nil {
		return ErrGoexit
	}
	return &PanicError{Value: value, Stack: debug.Stack()}
}

// panicked reports whether err is that of a function that did not return.
func panicked(err error) bool {
	_, ok := err.(*PanicError)
	return ok || err == ErrGoexit
}

// broken reports whether err is that of a method that returned no future: a
// failure, whatever the lists of a circuit breaker say.
func broken(err error) bool { return panicked(err) || err == ErrNilFuture }
