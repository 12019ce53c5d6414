package runtime

// BulkheadMetrics are a bulkhead's numbers, the first four of one moment.
type BulkheadMetrics struct {
	// MaxConcurrent is the number of slots.
	MaxConcurrent int `json:"maxConcurrent"`
	// InUse is the number of slots in use; above MaxConcurrent for a while after
	// that was lowered.
	InUse int `json:"inUse"`
	// Available is the number of free slots.
	Available int `json:"available"`
	// Waiting is the number of calls in the queue.
	Waiting int `json:"waiting"`
	// Rejected counts the calls that were refused.
	Rejected uint64 `json:"rejected"`
}

// Metrics returns the bulkhead's numbers. It changes nothing.
func (b *Bulkhead) Metrics() BulkheadMetrics {
	inUse, waiting := b.slots.counts()
	size := b.config.Load().MaxConcurrent
	return BulkheadMetrics{
		MaxConcurrent: size,
		InUse:         inUse,
		Available:     max(0, size-inUse),
		Waiting:       waiting,
		Rejected:      b.rejected.Load(),
	}
}
