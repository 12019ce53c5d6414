package stale

import "context"

//resilience:retry
type Client interface { // want `RG607: client_resilient.go is stale: run resgen, which updates it`
	Track(ctx context.Context) error
}
