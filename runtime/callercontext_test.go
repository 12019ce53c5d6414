package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

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
		name           string
		err            error
		ignoreDeadline bool
		failed         uint64
	}{
		{"a wrapped cancellation is a caller who left", fmt.Errorf("left: %w", context.Canceled), false, 0},
		{"an error of its own is a caller who left", errors.New("server closed"), false, 0},
		{"a wrapped deadline is not", fmt.Errorf("late: %w", context.DeadlineExceeded), false, 1},
		{"a wrapped deadline is a deadline to ignore", fmt.Errorf("late: %w", context.DeadlineExceeded), true, 0},
	}
	for _, end := range ends {
		t.Run(end.name, func(t *testing.T) {
			h := newHouse(t)
			config := h.breaker.Config()
			config.IgnoreCallerDeadline = end.ignoreDeadline
			var err error
			h.breaker, err = resilience.NewCircuitBreaker("breaker", config)
			require.NoError(t, err)
			p, err := resilience.NewPipeline("house", h.breaker, h.timeout, h.bulkhead)
			require.NoError(t, err)
			ctx := &ownContext{Context: t.Context()}
			err = p.Do(ctx, func(context.Context) (resilience.Verdict, error) { ctx.end(end.err); return 0, errBusy })
			assert.Equal(t, errBusy, err)
			h.assertCounts(t, end.failed, 0)
		})
	}
}

// golang.org/x/sync/errgroup cancels the other calls of a group so, with the error of
// the one that failed.
func TestACallerWhoCancelsBecauseACallTimedOutHasLeft(t *testing.T) {
	inEach(t, "elsewhere", func(t *testing.T, e execution) {
		h := newHouse(t)
		ctx, cancel := context.WithCancelCause(t.Context())
		_, err := e.do(ctx, h.pipeline(t), func(ctx context.Context) (int, error) {
			cancel(&resilience.TimeoutError{Instance: "another", Duration: time.Second})
			<-ctx.Done()
			return 0, ctx.Err()
		})
		assert.Equal(t, context.Canceled, err)
		synctest.Wait()
		h.assertCounts(t, 0, 0)
	})
	inEach(t, "under the same policy", func(t *testing.T, e execution) {
		if e.detached {
			t.Skip("the caller has left when the time is up")
		}
		h := newHouse(t)
		p := h.pipeline(t)
		_, timedOut := e.do(t.Context(), p, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
		require.ErrorIs(t, timedOut, resilience.ErrTimeout)
		h.breaker.Reset()
		ctx, cancel := context.WithCancelCause(t.Context())
		_, err := e.do(ctx, p, func(ctx context.Context) (int, error) {
			cancel(timedOut)
			<-ctx.Done()
			time.Sleep(time.Minute) // until its own time is up too
			return 0, errBusy
		})
		assert.Equal(t, errBusy, err)
		h.assertCounts(t, 0, 0)
	})
}
