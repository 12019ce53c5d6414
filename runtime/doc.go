// Package runtime holds what resgen's generated wrappers call: retries, hedges,
// circuit breakers, timeouts, bulkheads, rate and adaptive limits, and the Pipeline
// that runs them in a fixed order around one call. Every piece also works by hand,
// without generated code.
//
// Import it as resilience, so that it never meets the standard library's
// runtime:
//
//	import resilience "github.com/go-resgen/resgen/runtime"
//
// # Outcomes
//
// A call ends in success, in failure, or neutral. A neutral call (ignored, given
// up by its caller, or never started) changes no counter and gives back whatever
// it had acquired.
//
// # Time
//
// All durations are measured on the monotonic clock. Everything in this package
// can run in a testing/synctest bubble, wrappers that were made outside it
// included; that is its manual clock.
package runtime
