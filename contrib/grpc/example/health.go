// Package example protects a client that protoc wrote: an interface of ours that
// embeds it has the directives.
package example

import (
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

//go:generate go tool resgen

// Health asks a service whether it is well. Watch is a stream, to which a retry and a
// timeout cannot apply.
//
//resilience:retry maxAttempts=3 delay=10ms retryIf=github.com/go-resgen/resgen/contrib/grpc.Unavailable
//resilience:circuitbreaker window=20 minCalls=10 recordIf=github.com/go-resgen/resgen/contrib/grpc.Failure
//resilience:timeout 2s
//resilience:off methods=Watch
type Health interface {
	healthpb.HealthClient
}
