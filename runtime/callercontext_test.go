package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// An ownContext ends with an error of its own, as contexts of other packages do.
type ownContext struct {
	context.Context
	err atomic.Pointer[error]
}

func (c *ownContext) end(err error) { c.err.Store(&err) }

func (c *ownContext) Err() error {
	if err := c.err.Load(); err != nil {
		return *err
	}
	return nil
}

func TestTheEndOfAContextOfAnotherTypeIsJudgedByWhatItSays(t *testing.T) {
	ends := []struct {
		name   string
		err    error
		failed uint64
	}{
		{"a wrapped cancellation is a caller who left", fmt.Errorf("left: %w", context.Canceled), 0},
		{"an error of its own is a caller who left", errors.New("server closed"), 0},
		{"a wrapped deadline is not", fmt.Errorf("late: %w", context.DeadlineExceeded), 1},
	}
	for _, end := range ends {
		t.Run(end.name, func(t *testing.T) {
			h := newHouse(t)
			p, err := resilience.NewPipeline("house", h.breaker, h.timeout, h.bulkhead)
			require.NoError(t, err)
			ctx := &ownContext{Context: t.Context()}
			err = p.Do(ctx, func(context.Context) (resilience.Verdict, error) { ctx.end(end.err); return 0, errBusy })
			assert.Equal(t, errBusy, err)
			h.assertCounts(t, end.failed, 0)
		})
	}
}
