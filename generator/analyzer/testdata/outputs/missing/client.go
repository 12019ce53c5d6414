package missing

import "context"

//resilience:retry
type Client interface { // want `RG607: client_resilient.go is missing: run resgen, which writes it`
	Track(ctx context.Context) error
}
