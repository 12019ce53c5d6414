package runtime

// A Promise is the producer's side of a Future: whoever has it completes the
// future. Its methods may be called by multiple goroutines simultaneously.
type Promise[T any] struct {
	future Future[T]
	// Guarded by future.mu.
	canceled bool
	onCancel []func()
}

// NewPromise returns a promise whose future is pending.
func NewPromise[T any]() *Promise[T] {
	p := new(Promise[T])
	p.future.producer = p
	return p
}

// Future returns the future that the promise completes, the same at each call.
func (p *Promise[T]) Future() *Future[T] { return &p.future }

// Resolve completes the future with value and runs what waits for it. It
// reports false, and does nothing, if the future was complete.
func (p *Promise[T]) Resolve(value T) bool { return p.future.finish(value, nil) }

// Reject completes the future with err, and the zero value, and runs what waits
// for it. It reports false, and does nothing, if the future was complete. A nil
// err is replaced: a failed future never has one.
func (p *Promise[T]) Reject(err error) bool {
	var none T
	return p.future.finish(none, failureOf(err))
}

// OnCancel calls fn when Cancel is called on the future for the first time, on
// the goroutine of that call, unless the future is complete by then. If Cancel
// has been called already, fn runs at once. The cancellation is a request: fn
// should see to it that the work ends and that the promise is kept soon, as
// a rule by Reject(context.Canceled). A panic in fn is one of the goroutine that
// calls Cancel, and keeps no other function from being called; where a generated
// wrapper asks, it goes no further.
func (p *Promise[T]) OnCancel(fn func()) {
	if p.keep(fn) {
		return
	}
	if !p.future.complete() {
		fn()
	}
}

// keep stores fn for a cancellation that may still come.
func (p *Promise[T]) keep(fn func()) bool {
	p.future.mu.Lock()
	defer p.future.mu.Unlock()
	if p.canceled || p.future.complete() {
		return false
	}
	p.onCancel = append(p.onCancel, fn)
	return true
}

// requestCancel implements canceler.
func (p *Promise[T]) requestCancel() task {
	p.future.mu.Lock()
	requested := p.onCancel
	p.canceled, p.onCancel = true, nil
	p.future.mu.Unlock()
	each(requested, func(fn func()) { fn() })
	return nil
}
