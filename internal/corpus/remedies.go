package main

// remedies are what diagnostics have asked for on a method.
type remedies struct {
	refused                        string // the code with which it is refused and passed through, "" if it is not
	detached, replayable, outlives bool
}

// heed does what a diagnostic with this code asks for, and reports whether that is something new.
func (r *remedies) heed(code string) bool {
	before := *r
	switch code {
	case "RG310":
		r.detached = true
	case "RG311":
		r.replayable = true
	case "RG312":
		r.outlives = true
	default:
		r.refused = code
	}
	return *r != before
}

// directives replace those that the method inherits.
func (r *remedies) directives() []string {
	var own []string
	if r.replayable {
		own = append(own, "retry maxAttempts=2 delay=1ms replayable=true")
	}
	if r.detached || r.outlives {
		timeout := "timeout 10s"
		if r.detached {
			timeout += " mode=detached"
		}
		if r.outlives {
			timeout += " outlives=ok"
		}
		own = append(own, timeout)
	}
	return own
}
