// Package peers protects a Client with what a Go developer would use instead of
// resgen, each as its own documentation recommends: policies and executors are
// built once, the context is passed with each call.
package peers

import (
	"errors"
	"time"
)

// The settings of every contender, which the directives of package clients
// repeat. No benchmark exhausts a limit or runs into a timeout.
const (
	attempts    = 3
	window      = 100
	failureRate = 50 // percent
	openWait    = 10 * time.Minute
	timeLimit   = time.Minute
	concurrency = 1000
	rateLimit   = 1_000_000_000 // calls a second
)

var errFull = errors.New("bulkhead full")

var errLimited = errors.New("rate limited")
