package runtime

import (
	"sync/atomic"
	"time"
)

// A budget limits extra attempts to a share of the calls, so that a dependency
// in trouble is not hit with a multiple of its traffic. Each call earns a share
// of an attempt; each extra attempt spends a whole one. What the last hundred
// calls earned can be banked. One extra attempt a second is free, so that a
// client with little traffic can retry at all.
//
// The rule is that of Finagle's RetryBudget, and of the "per-client retry
// budget" in chapter 21 of Google's Site Reliability Engineering.
type budget struct {
	share   int64 // what a call earns, in millionths of an attempt
	bank    int64 // the most that can be banked
	balance atomic.Int64
	free    atomic.Int64 // when the last free attempt was spent, an instant
}

const (
	wholeAttempt  = 1_000_000
	bankedCalls   = 100
	freeAttemptIn = time.Second
)

// newBudget makes an empty budget of so many percent of the calls.
func newBudget(percent float64) *budget {
	share := int64(partsPerMillion(percent))
	b := &budget{share: share, bank: max(share*bankedCalls, wholeAttempt)}
	b.free.Store(int64(now() - freeAttemptIn))
	return b
}

// earn credits one call.
func (b *budget) earn() {
	for {
		balance := b.balance.Load()
		if balance >= b.bank || b.balance.CompareAndSwap(balance, min(balance+b.share, b.bank)) {
			return
		}
	}
}

// spend reports whether one extra attempt is within the budget, and takes it.
func (b *budget) spend() bool {
	for {
		balance := b.balance.Load()
		if balance < wholeAttempt {
			break
		}
		if b.balance.CompareAndSwap(balance, balance-wholeAttempt) {
			return true
		}
	}
	last, at := b.free.Load(), int64(now())
	// A negative difference is a clock of another era: see instant.
	tooSoon := at >= last && at-last < int64(freeAttemptIn)
	return !tooSoon && b.free.CompareAndSwap(last, at)
}
