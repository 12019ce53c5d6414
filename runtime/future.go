package runtime

import (
	"context"
	"sync"
	"sync/atomic"
)

// A Future is the result of a call that may still be under way. It completes
// exactly once, with a value and an error, and stays as it is from then on.
//
// Futures come from [Go], from a [Promise], from [Completed] and [Failed], from
// [Then], [All] and [Any], and from the methods of generated wrappers. The zero
// Future is pending, and completes only by Cancel.
//
// A Future's methods may be called by multiple goroutines simultaneously. A
// Future must not be copied.
type Future[T any] struct {
	mu       sync.Mutex    // guards done, and listener until the future is complete
	status   atomic.Uint32 // futurePending and so on
	done     chan struct{} // made when somebody asks for it
	listener listener[T]   // a *fanOut if there are several
	// producer is asked to cancel; without one, Cancel itself completes the future.
	producer canceler
	err      error
	value    T
}

// The statuses of a future, in their order.
const (
	futurePending uint32 = iota
	// futureClaimed has somebody who is about to complete it; nobody else can.
	futureClaimed
	futureComplete
)

// A Result is what a call ended with.
type Result[T any] struct {
	// Value is what the call returned; it may be set beside an error.
	Value T
	// Err is nil if the call succeeded.
	Err error
}

// A canceler is the producer of a future's result.
type canceler interface {
	// requestCancel asks for the work to end early, and returns what that has
	// caused and is yet to be done. It may be asked repeatedly.
	requestCancel() task
}

// An expirer is a canceler that tells the end of its caller's time from the
// caller's leaving.
type expirer interface {
	canceler
	requestExpiry() task
}

// Completed returns a future that has completed with value.
func Completed[T any](value T) *Future[T] {
	f := &Future[T]{value: value}
	f.status.Store(futureComplete)
	return f
}

// Failed returns a future that has completed with err and the zero value. A nil
// err is replaced: a failed future never has one.
func Failed[T any](err error) *Future[T] {
	f := &Future[T]{err: failureOf(err)}
	f.status.Store(futureComplete)
	return f
}

// Settled returns a future that has completed with the results of a function:
// both of them, also if there is an error.
func Settled[T any](value T, err error) *Future[T] {
	f := &Future[T]{value: value, err: err}
	f.status.Store(futureComplete)
	return f
}

// Done returns a channel that is closed when the future completes. Successive
// calls return the same channel, unless the future completed in between. As
// the channel is made by the first call, a future that nobody waits for has none.
func (f *Future[T]) Done() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.done == nil {
		if f.complete() {
			return closedChannel
		}
		f.done = make(chan struct{})
	}
	return f.done
}

// closedChannel is what Done returns for futures that are already complete.
var closedChannel = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Await waits until the future completes or ctx ends, and returns the result or
// ctx's error. A future that is complete gives its result even if ctx has ended.
// The end of ctx ends the waiting only: the call goes on, and can be awaited
// again. Use Cancel to end the call.
func (f *Future[T]) Await(ctx context.Context) (T, error) {
	if !f.complete() {
		select {
		case <-f.Done():
		case <-ctx.Done():
			if !f.complete() {
				var none T
				return none, ctx.Err()
			}
		}
	}
	return f.value, f.err
}

// Poll returns the result and true if the future is complete. It never waits.
func (f *Future[T]) Poll() (Result[T], bool) {
	if !f.complete() {
		return Result[T]{}, false
	}
	return Result[T]{Value: f.value, Err: f.err}, true
}

// OnComplete calls fn with the result, once: on the goroutine that completes the
// future, in the order of the calls to OnComplete, or at once on the calling
// goroutine if the future is complete. No lock is held meanwhile, so fn may call
// anything; what it takes, it takes from the producer. A panic in fn is a panic
// of the goroutine that runs it, and keeps no other function from being called.
func (f *Future[T]) OnComplete(fn func(T, error)) { f.listen(callback[T](fn)) }

// Chan returns a new channel of capacity one, which receives the result and is
// then closed. Nobody has to receive from it.
func (f *Future[T]) Chan() <-chan Result[T] {
	c := make(chan Result[T], 1)
	f.listen(resultChannel[T](c))
	return c
}

// Cancel asks for the call to end early, and returns without waiting for that.
// After the future has completed, Cancel does nothing.
//
//   - A future from [Go] has its context cancelled, one from a [Promise] has the
//     functions of OnCancel called. Either completes when its producer completes
//     it, with whatever result; one that pays no attention to cancellation
//     completes as if nothing had been asked.
//   - A future from a generated wrapper completes with context.Canceled now, and
//     passes the request on to the future of the implementation.
//   - A future from [Then], [All] or [Any] completes with context.Canceled now.
//     The futures that it was made from are not cancelled: others may use them.
func (f *Future[T]) Cancel() { announce(f.cancel()) }

// cancel is Cancel but for what that has caused, which it returns.
func (f *Future[T]) cancel() task {
	switch {
	case f.complete():
		return nil
	case f.producer != nil:
		return f.producer.requestCancel()
	}
	var none T
	return f.conclude(none, context.Canceled)
}

// expire is cancel because the time for the call has run out.
func (f *Future[T]) expire() task {
	if e, ok := f.producer.(expirer); ok && !f.complete() {
		return e.requestExpiry()
	}
	return f.cancel()
}

// complete reports whether value and err may be read.
func (f *Future[T]) complete() bool { return f.status.Load() == futureComplete }

// claim gives the caller, and nobody else, the right to call settle.
func (f *Future[T]) claim() bool {
	return f.status.CompareAndSwap(futurePending, futureClaimed)
}

// settle completes a claimed future. Its listeners are told by announcing what
// settle returns.
func (f *Future[T]) settle(value T, err error) task {
	f.value, f.err = value, err
	f.mu.Lock()
	f.status.Store(futureComplete)
	done, listened := f.done, f.listener != nil
	f.mu.Unlock()
	if done != nil {
		close(done)
	}
	if !listened {
		return nil
	}
	return f
}

// conclude completes the future, and returns the task of telling its listeners.
// It does nothing, and returns nil, if somebody else completes it.
func (f *Future[T]) conclude(value T, err error) task {
	if !f.claim() {
		return nil
	}
	return f.settle(value, err)
}

// finish completes the future and tells its listeners. It reports false, and
// does nothing, if somebody else completes it.
func (f *Future[T]) finish(value T, err error) bool {
	if !f.claim() {
		return false
	}
	announce(f.settle(value, err))
	return true
}
