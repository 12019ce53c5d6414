package runtime

// An asking is the task of asking what a call waits for to cancel. Nobody else works
// on the call until that is done. Where calls wait for one another, each is the next
// task of the one around it, however many there are.
type asking struct {
	call  typedCall
	steps uint8 // begun
}

func (a *asking) step() (next task, left bool) {
	a.steps++
	switch a.steps {
	case 1:
		defer func() {
			_ = recover() // a panic of the producer's functions goes no further
			left = true
		}()
		return a.call.cancelAwaited(), true
	case 2:
		return work(a.call, signalAsked), false
	default:
		return nil, false
	}
}
