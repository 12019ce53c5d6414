package runtime_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A source is a method that returns a channel of results.
type source = func(context.Context) <-chan resilience.Result[int]

// with returns a channel that holds a result, and is closed if that is wanted.
func with(r resilience.Result[int], closed bool) <-chan resilience.Result[int] {
	c := make(chan resilience.Result[int], 1)
	c <- r
	if closed {
		close(c)
	}
	return c
}

// sendsLate returns a source that sends a result in a second, whatever its context says.
func sendsLate(r resilience.Result[int]) source {
	return func(context.Context) <-chan resilience.Result[int] {
		c := make(chan resilience.Result[int], 1)
		time.AfterFunc(time.Second, func() { c <- r })
		return c
	}
}

func TestFromChan(t *testing.T) {
	closed := make(chan resilience.Result[int])
	close(closed)
	tests := []struct {
		name   string
		source source
		want   resilience.Result[int]
	}{
		{"a value that is there", func(context.Context) <-chan resilience.Result[int] {
			return with(resilience.Result[int]{Value: 7}, true)
		}, resilience.Result[int]{Value: 7}},
		{"an error that is there, in a channel that nobody closes", func(context.Context) <-chan resilience.Result[int] {
			return with(resilience.Result[int]{Err: errBusy}, false)
		}, resilience.Result[int]{Err: errBusy}},
		{"a closed channel", func(context.Context) <-chan resilience.Result[int] { return closed }, resilience.Result[int]{Err: resilience.ErrNoResult}},
		{"a value that comes later", sendsLate(resilience.Result[int]{Value: 7}), resilience.Result[int]{Value: 7}},
		{"a channel that is closed later", func(context.Context) <-chan resilience.Result[int] {
			c := make(chan resilience.Result[int])
			time.AfterFunc(time.Second, func() { close(c) })
			return c
		}, resilience.Result[int]{Err: resilience.ErrNoResult}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var given context.Context
				f := resilience.FromChan(t.Context(), func(ctx context.Context) <-chan resilience.Result[int] {
					given = ctx
					return test.source(ctx)
				})
				n, err := f.Await(t.Context())
				assert.Equal(t, test.want, resilience.Result[int]{Value: n, Err: err})
				assert.Error(t, given.Err(), "what the source holds for its context is released")
			})
		})
	}
	t.Run("a nil channel is no future", func(t *testing.T) {
		assert.Nil(t, resilience.FromChan(t.Context(), func(context.Context) <-chan resilience.Result[int] { return nil }))
	})
	t.Run("a panic of the source goes on, and releases its context", func(t *testing.T) {
		var given context.Context
		assert.Panics(t, func() {
			resilience.FromChan(t.Context(), func(ctx context.Context) <-chan resilience.Result[int] { given = ctx; panic("boom") })
		})
		assert.Equal(t, context.Canceled, given.Err())
	})
	eachWay(t, "ends the context, and the wait for a producer that has gone without a word", func(t *testing.T, ctx context.Context, leave func(*resilience.Future[int])) {
		f := resilience.FromChan(ctx, func(context.Context) <-chan resilience.Result[int] { return make(chan resilience.Result[int]) })
		leave(f)
		synctest.Wait()
		assertCancelled(t, f)
	})
	t.Run("goes through the policies like a future", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			attempts := 0
			results := resilience.DoAsync(t.Context(), h.pipeline(t), func(ctx context.Context) *resilience.Future[int] {
				return resilience.FromChan(ctx, func(context.Context) <-chan resilience.Result[int] {
					switch attempts++; attempts {
					case 1:
						return nil
					default:
						return with(resilience.Result[int]{Value: attempts}, true)
					}
				})
			}).Chan()
			r, ok := <-results
			require.True(t, ok)
			assert.Equal(t, resilience.Result[int]{Value: 2}, r)
			_, ok = <-results
			assert.False(t, ok, "one send, then closed")
			h.assertCounts(t, 1, 1)
		})
	})
	t.Run("a timeout ends the context of the source", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, err := resilience.NewPipeline("timed", newHouse(t).timeout)
			require.NoError(t, err)
			var given context.Context
			_, err = resilience.DoAsync(t.Context(), p, func(ctx context.Context) *resilience.Future[int] {
				return resilience.FromChan(ctx, func(ctx context.Context) <-chan resilience.Result[int] {
					given = ctx
					return make(chan resilience.Result[int])
				})
			}).Await(t.Context())
			assert.ErrorIs(t, err, resilience.ErrTimeout)
			assert.Equal(t, context.Canceled, given.Err())
		})
	})
}
