package foreign

import "context"

//resilience:retry
type Client interface { // want `RG604: client_resilient.go is where the output goes, but resgen did not write it`
	Track(ctx context.Context) error
}
