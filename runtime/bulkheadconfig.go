package runtime

import (
	"fmt"
	"math"
	"time"
)

// A BulkheadConfig says how many calls a Bulkhead admits. Zero is zero: see
// DefaultBulkheadConfig for the defaults.
type BulkheadConfig struct {
	// MaxConcurrent is how many calls may run at a time, from 1 to 2^31-1.
	MaxConcurrent int
	// MaxWait is how long a call may wait for a slot. Zero does not wait.
	MaxWait time.Duration
	// Queue is how many calls may wait at a time; -1 sets no bound, and 0 leaves
	// no waiting place. Without a MaxWait nobody waits, whatever Queue says.
	Queue int
	// Group is a label that events and snapshots carry, for dashboards.
	Group string
}

// DefaultBulkheadConfig returns the defaults of the bulkhead directive: 25
// concurrent calls, and no waiting.
func DefaultBulkheadConfig() BulkheadConfig {
	return BulkheadConfig{MaxConcurrent: 25, Queue: -1}
}

func (cfg BulkheadConfig) validate() error {
	switch {
	case cfg.MaxConcurrent < 1 || cfg.MaxConcurrent > math.MaxInt32:
		return fmt.Errorf("maxConcurrent %d is not between 1 and %d", cfg.MaxConcurrent, math.MaxInt32)
	case cfg.MaxWait < 0:
		return fmt.Errorf("maxWait %v is negative", cfg.MaxWait)
	case cfg.Queue < -1:
		return fmt.Errorf("queue %d is below -1", cfg.Queue)
	}
	return nil
}
