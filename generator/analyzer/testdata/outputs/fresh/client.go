package fresh

import "context"

//resilience:retry
type Client interface {
	Track(ctx context.Context) error
}
