package main

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// A result is how a call ended.
type result struct {
	took time.Duration
	err  error
}

// crowd makes calls at the same time, and returns their results, the quickest
// first.
func crowd(callers int, call func() error) []result {
	results := make([]result, callers)
	var calls sync.WaitGroup
	for i := range results {
		calls.Go(func() {
			began := time.Now()
			err := call()
			results[i] = result{time.Since(began), err}
		})
	}
	calls.Wait()
	slices.SortFunc(results, quickestFirst)
	return results
}

func quickestFirst(a, b result) int { return cmp.Compare(a.took, b.took) }

// split divides results into those of calls that succeeded and those that failed.
func split(results []result) (succeeded, failed []result) {
	for _, r := range results {
		if r.err == nil {
			succeeded = append(succeeded, r)
		} else {
			failed = append(failed, r)
		}
	}
	return succeeded, failed
}

// repeat has callers who make one call after the other, until the returned
// function is called.
func repeat(ctx context.Context, callers int, call func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var calls sync.WaitGroup
	for range callers {
		calls.Go(func() {
			for ctx.Err() == nil {
				call(ctx)
			}
		})
	}
	return func() {
		cancel()
		calls.Wait()
	}
}

// percentile returns how long the quickest of so many percent of sorted results
// took at most.
func percentile(sorted []result, percent int) time.Duration {
	return sorted[(len(sorted)*percent-1)/100].took.Round(time.Millisecond)
}
