package runtime

import (
	"context"
	"time"
)

// A Reservation is a promise of a RateLimiter: permits that the caller may use
// after Delay, or give back before.
type Reservation struct {
	limiter *RateLimiter
	waiter  *permitWaiter // nil if the permits were there at once
}

// Reserve claims a permit that is there now or within MaxWait. Its error is a
// *RejectedError that is ErrRateLimited.
func (l *RateLimiter) Reserve() (*Reservation, error) { return l.ReserveN(1) }

// ReserveN is Reserve for n permits. It claims none for an n below 1, and gives
// none for an n above Burst.
func (l *RateLimiter) ReserveN(n int) (*Reservation, error) {
	if n < 1 {
		return &Reservation{limiter: l}, nil
	}
	at := now()
	c := call{ctx: context.Background(), wanted: l.events.wants()}
	w, got, _ := l.join(at, 0, n, func() {}) // without a deadline there is no cause
	if !got.ok {
		return nil, l.refuse(&c, at, got, nil)
	}
	l.permit(&c)
	return &Reservation{limiter: l, waiter: w}, nil
}

// Delay is how long from now on until the permits may be used; zero if they are
// there, or were given back. It is less than before once somebody in front has given
// back a place. Its cost grows with the number of those who wait in front.
func (r *Reservation) Delay() time.Duration {
	if r.waiter == nil {
		return 0
	}
	return max(0, r.limiter.delay(r.waiter))
}

// Cancel gives the permits back, and all who wait behind them move up. It does
// nothing and returns false once they are there, or if they were given back
// before.
func (r *Reservation) Cancel() bool { return r.waiter != nil && r.limiter.cancel(r.waiter) }
