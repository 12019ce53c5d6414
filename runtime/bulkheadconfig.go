package runtime

import (
	"fmt"
	"time"
)

// A BulkheadConfig says how many calls a Bulkhead admits. Zero is zero: see
// DefaultBulkheadConfig for the defaults.
type BulkheadConfig struct {
	// MaxConcurrent is how many calls may run at a time, from 1 to 1,000,000.
	MaxConcurrent int
	// MaxWait is how long a call may wait for a slot, at most a year. Zero does not
	// wait.
	MaxWait time.Duration
	// Queue is how many calls may wait at a time, up to 1,000,000; -1 sets no bound,
	// and 0 leaves no waiting place. Without a MaxWait nobody waits, whatever Queue
	// says.
	Queue int
	// Group is a label that events and snapshots carry, for dashboards.
	Group string
}

// DefaultBulkheadConfig returns the defaults of the bulkhead directive: 25
// concurrent calls, and no waiting.
func DefaultBulkheadConfig() BulkheadConfig {
	return BulkheadConfig{MaxConcurrent: 25, Queue: unboundedQueue}
}

// validate holds the configuration against the bounds of the directive's keys.
func (cfg BulkheadConfig) validate() error {
	if cfg.Queue < unboundedQueue {
		return fmt.Errorf("queue: %d is below -1", cfg.Queue)
	}
	return cfg.statement().check()
}
