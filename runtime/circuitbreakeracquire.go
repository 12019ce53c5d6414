package runtime

// A breakerPermit is the right to make one call.
type breakerPermit struct {
	epoch *epoch
	// admitted is when a half-open breaker admitted the call.
	admitted instant
}

// timed reports whether settle needs to know how long the call took; false if
// there is no permit.
func (p *breakerPermit) timed() bool { return p.epoch != nil && p.epoch.readings&readStart != 0 }

// clocked reports whether settle needs to know when the call ended.
func (p *breakerPermit) clocked() bool { return p.epoch != nil && p.epoch.readings != 0 }

// succeed records a success where that takes no lock, no clock and no listener.
// Otherwise it does nothing, and settle has to.
func (p *breakerPermit) succeed() bool {
	return p.epoch.quick != nil && p.epoch.readings == 0 && p.epoch.quick.succeed()
}

// acquire asks for a permit, which must be settled once. The error is a
// *RejectedError. The caller has made sure that its context is alive. Where every
// call comes along, take and admit are called in its place: take can be inlined.
func (b *CircuitBreaker) acquire(c *call, p *breakerPermit) error {
	if p.take(b) {
		return nil
	}
	return b.admit(c, p)
}

// take takes a permit where the breaker admits all. Otherwise admit decides.
func (p *breakerPermit) take(b *CircuitBreaker) bool {
	p.epoch = b.epoch.Load()
	return p.epoch.rejection == nil
}

// admit decides about a call in the state that take found, or in those that follow.
func (b *CircuitBreaker) admit(c *call, p *breakerPermit) error {
	e := p.epoch
	p.epoch = nil
	for ; e.rejection != nil; e = b.epoch.Load() {
		switch e.state {
		case StateForcedOpen:
			return e.rejection
		case StateOpen:
			// Only another clock, see reanchor, has readings before the opening.
			waited := now() - e.opened
			switch {
			case waited < 0:
				b.reanchor(e)
			case waited < e.wait:
				return b.refuse(c, e)
			default:
				b.halfOpen(c, e)
			}
		case StateHalfOpen:
			switch b.probe(c, e, p) {
			case probeAdmitted:
				return nil
			case probeRefused:
				return b.refuse(c, e)
			}
		}
	}
	p.epoch = e
	return nil
}

// refuse counts and publishes a refused call.
func (b *CircuitBreaker) refuse(c *call, e *epoch) error {
	b.refused.Add(1)
	if c.wanted.has(KindNotPermitted) {
		ev := b.event(c, KindNotPermitted, e)
		ev.Err = e.rejection
		b.events.publish(ev)
	}
	return e.rejection
}

// halfOpen ends the open epoch e, unless another call was first.
func (b *CircuitBreaker) halfOpen(c *call, e *epoch) {
	b.mu.Lock()
	var t transition
	if b.epoch.Load() == e {
		t = b.enter(StateHalfOpen)
	}
	b.mu.Unlock()
	b.publishTransition(c, t)
}

type probeVerdict uint8

const (
	probeAdmitted probeVerdict = iota
	probeRefused
	probeMoved // the breaker left the epoch
)

// probe asks the half-open epoch e for a permit. A lost probe opens the breaker.
func (b *CircuitBreaker) probe(c *call, e *epoch, p *breakerPermit) probeVerdict {
	b.mu.Lock()
	if b.epoch.Load() != e {
		b.mu.Unlock()
		return probeMoved
	}
	at := now()
	if e.probes.lost(at, e.cfg.MaxHalfOpenWait) {
		t := b.enter(StateOpen)
		b.mu.Unlock()
		b.publishTransition(c, t)
		return probeMoved
	}
	admitted := e.probes.admit(at)
	b.mu.Unlock()
	if !admitted {
		return probeRefused
	}
	p.epoch, p.admitted = e, at
	return probeAdmitted
}
