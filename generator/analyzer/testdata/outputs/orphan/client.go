package orphan

import "context"

type Client interface {
	Track(ctx context.Context) error
}
