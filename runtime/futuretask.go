package runtime

// A task is work that the completion of a future has caused, such as telling
// the listeners of a future that completed with it.
type task interface {
	// step does a part of the work. It returns what that part has caused, if
	// anything, and whether work is left. After the last part it does nothing.
	step() (next task, left bool)
}

// announce does t and all that it causes, without growing the stack: t may be nil.
// A panic or a Goexit in one step keeps none of the others from being done.
func announce(t task) {
	if t == nil {
		return
	}
	resume(t, nil)
}

// each calls fn with all elements. A panic or a Goexit in one call keeps none of
// the others from being made.
func each[E any](elements []E, fn func(E)) {
	finished := false
	defer func() {
		if !finished {
			each(elements, fn)
		}
	}()
	for len(elements) > 0 {
		e := elements[0]
		elements = elements[1:]
		fn(e)
	}
	finished = true
}

// eventually calls fn and returns what end returns after it. If fn does not return,
// it announces that: nobody would get it.
func eventually(fn func(), end func() task) (next task) {
	returned := false
	defer func() {
		next = end()
		if !returned {
			announce(next)
		}
	}()
	fn()
	returned = true
	return nil
}

// resume does t, all that it causes, and then the waiting tasks, last one first.
func resume(t task, waiting []task) {
	finished := false
	defer func() {
		if !finished {
			resume(t, waiting)
		}
	}()
	for {
		next, left := t.step()
		switch {
		case next != nil && left:
			waiting = append(waiting, t)
			t = next
		case next != nil:
			t = next
		case left:
		case len(waiting) > 0:
			last := len(waiting) - 1
			t, waiting = waiting[last], waiting[:last]
		default:
			finished = true
			return
		}
	}
}
