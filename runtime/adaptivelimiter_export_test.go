package runtime

import (
	"context"
	"time"
)

// Feed lets n calls succeed, or fail, that each take so long.
func (l *AdaptiveLimiter) Feed(n int, failed bool, took time.Duration) {
	o := success
	if failed {
		o = failure
	}
	for range n {
		c := call{ctx: context.Background(), wanted: l.events.wants()}
		if l.acquire(&c) == nil {
			l.release(&c, o, took)
		}
	}
}

// Reconfigure replaces the configuration.
func (l *AdaptiveLimiter) Reconfigure(cfg AdaptiveLimiterConfig) error { return l.reconfigure(cfg) }

// Samples is a window that is being collected.
type Samples struct{ samples samples }

// A SampleWindow is what a full window has shown.
type SampleWindow struct {
	Calls, Failures int
	Latency         time.Duration
	Busy            bool
}

// Add counts a call in a window of size calls.
func (s *Samples) Add(size int, failed, busy bool, latency time.Duration) (SampleWindow, bool) {
	w, full := s.samples.add(size, failed, busy, latency)
	return SampleWindow{Calls: w.calls, Failures: w.failures, Latency: w.latency, Busy: w.busy}, full
}

// The bounds of a window.
const (
	MaxWindow   = maxWindow
	MaxLatency  = maxLatency
	LatencyUnit = latencyUnit
)
