package runtime

import (
	"slices"
	"time"
)

// probes are the calls that a half-open breaker admits. The breaker's lock
// guards them.
type probes struct {
	left int // permits not handed out
	// out has the instants at which the probes under way were admitted, in order.
	out []instant
}

func newProbes(permits int) *probes { return &probes{left: permits} }

// admit hands out a permit, if one is left.
func (p *probes) admit(at instant) bool {
	if p.left == 0 {
		return false
	}
	p.left--
	p.out = append(p.out, at)
	return true
}

// lost reports whether a probe has been out for the wait; a wait of 0 never ends.
func (p *probes) lost(at instant, wait time.Duration) bool {
	return wait > 0 && len(p.out) > 0 && at-p.out[0] >= wait
}

// end takes back the probe that was admitted at the instant. A neutral one gives
// its permit back.
func (p *probes) end(admitted instant, o outcome) {
	if i := slices.Index(p.out, admitted); i >= 0 {
		p.out = slices.Delete(p.out, i, i+1)
	}
	if o == neutral {
		p.left++
	}
}
