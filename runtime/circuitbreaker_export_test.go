package runtime

import "context"

// Reconfigure replaces the configuration.
func (b *CircuitBreaker) Reconfigure(cfg CircuitBreakerConfig) error { return b.reconfigure(cfg) }

// DoVerdict is Do for a call whose results are judged too.
func (b *CircuitBreaker) DoVerdict(ctx context.Context, v Verdict, err error) error {
	c := call{ctx: ctx, wanted: b.events.wants()}
	var p breakerPermit
	if rejected := b.acquire(&c, &p); rejected != nil {
		return rejected
	}
	b.settleNow(&c, p, b.classify(&c, c.ctx, p, v, err), err, 0)
	return err
}

// StartBelowWrap makes the window of a new breaker one that is so many outcomes
// from the end of its counter.
func (b *CircuitBreaker) StartBelowWrap(outcomes uint64) {
	word := -outcomes * oneOutcome
	e := b.epoch.Load()
	switch w := e.window.(type) {
	case *countWindow:
		w.init(e.cfg.closedLimits(), word)
	case *timeWindow:
		w.init(e.cfg.closedLimits(), word)
		w.restart(word, now())
	}
}
