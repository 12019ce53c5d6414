package runtime_test

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

var errBroken = errors.New("broken")

func TestTimeoutConfigIsChecked(t *testing.T) {
	for _, cfg := range []resilience.TimeoutConfig{
		{},
		{Duration: -1},
		{Total: -time.Second},
		{Duration: 3 * time.Second, Total: time.Second},
	} {
		_, err := resilience.NewTimeout("x", cfg)
		require.ErrorContains(t, err, "timeout x: ", "%+v", cfg)
	}
}

func TestTimeoutDo(t *testing.T) {
	tests := []struct {
		name  string
		cfg   resilience.TimeoutConfig
		takes time.Duration
		err   error
		want  error
	}{
		{"a success in time", resilience.TimeoutConfig{Duration: time.Second}, 0, nil, nil},
		{"a failure in time is the same value", resilience.TimeoutConfig{Duration: time.Second}, 0, errBroken, errBroken},
		{"a late success is a success", resilience.TimeoutConfig{Duration: time.Second}, 2 * time.Second, nil, nil},
		{
			"a late failure is inside a timeout",
			resilience.TimeoutConfig{Duration: time.Second},
			2 * time.Second, errBroken,
			&resilience.TimeoutError{Instance: "x", Duration: time.Second, Err: errBroken},
		},
		{
			"the total alone",
			resilience.TimeoutConfig{Total: time.Second},
			2 * time.Second, errBroken,
			&resilience.TimeoutError{Instance: "x", Duration: time.Second, Total: true, Err: errBroken},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				timeout, err := resilience.NewTimeout("x", tt.cfg)
				require.NoError(t, err)
				assert.Equal(t, "x", timeout.Name())
				assert.Equal(t, tt.cfg, timeout.Config())
				var events []resilience.Event
				timeout.Events().Subscribe(func(ev resilience.Event) { events = append(events, ev) })

				err = timeout.Do(t.Context(), func(context.Context) error {
					time.Sleep(tt.takes)
					return tt.err
				})
				assert.Equal(t, tt.want, err)
				if errors.Is(tt.want, resilience.ErrTimeout) {
					require.Len(t, events, 1)
					assert.Equal(t, resilience.KindTimeout, events[0].Kind)
					assert.Equal(t, "x", events[0].Instance)
					assert.Equal(t, err, events[0].Err)
					assert.Equal(t, tt.takes, events[0].Duration)
				} else {
					assert.Empty(t, events)
				}
			})
		})
	}
}

func TestTimeoutContextEndsWithTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		timeout, err := resilience.NewTimeout("x", resilience.TimeoutConfig{Duration: time.Second})
		require.NoError(t, err)
		var kept context.Context
		err = timeout.Do(t.Context(), func(ctx context.Context) error {
			kept = ctx
			require.NoError(t, ctx.Err())
			<-ctx.Done()
			return ctx.Err()
		})
		require.ErrorIs(t, err, resilience.ErrTimeout)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.ErrorIs(t, context.Cause(kept), resilience.ErrTimeout)

		require.NoError(t, timeout.Do(t.Context(), func(ctx context.Context) error {
			kept = ctx
			return nil
		}))
		assert.Equal(t, context.Canceled, kept.Err())

		assert.PanicsWithValue(t, "boom", func() {
			_ = timeout.Do(t.Context(), func(ctx context.Context) error {
				kept = ctx
				panic("boom")
			})
		})
		assert.Equal(t, context.Canceled, kept.Err())
	})
}

func TestTimeoutIsNotTheCallersEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		timeout, err := resilience.NewTimeout("x", resilience.TimeoutConfig{Duration: 2 * time.Second})
		require.NoError(t, err)
		wait := func(ctx context.Context) error {
			<-ctx.Done()
			time.Sleep(time.Hour)
			return ctx.Err()
		}

		sooner, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		assert.Equal(t, context.DeadlineExceeded, timeout.Do(sooner, wait), "the caller's own deadline")

		leaving, leave := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, leave)
		assert.Equal(t, context.Canceled, timeout.Do(leaving, wait), "the caller left first")

		assert.Equal(t, context.Canceled, timeout.Do(leaving, func(context.Context) error {
			t.Error("a dead context runs nothing")
			return nil
		}))

		later, cancelLater := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancelLater()
		assert.ErrorIs(t, timeout.Do(later, func(context.Context) error {
			time.Sleep(time.Hour)
			return errBroken
		}), resilience.ErrTimeout, "the policy's came before the caller's, seen by nobody")

		soonest, cancelSoonest := context.WithTimeout(t.Context(), time.Second)
		defer cancelSoonest()
		assert.Equal(t, errBroken, timeout.Do(soonest, func(context.Context) error {
			time.Sleep(time.Hour)
			return errBroken
		}), "the caller's came before the policy's, seen by nobody")

		late := lateTimer{t.Context(), time.Now().Add(time.Second)}
		assert.Equal(t, errBroken, timeout.Do(late, func(context.Context) error {
			time.Sleep(time.Hour)
			return errBroken
		}), "the caller's came before the policy's, and its timer is late")
	})
}

// A lateTimer has a deadline that it does not know has passed.
type lateTimer struct {
	context.Context
	at time.Time
}

func (c lateTimer) Deadline() (time.Time, bool) { return c.at, true }

func TestATimeoutErrorIsKnownToThoseWhoAskForTimeouts(t *testing.T) {
	inner := &net.OpError{Op: "read", Err: errBroken}
	var err error = &resilience.TimeoutError{Instance: "x", Duration: time.Second, Err: inner}
	assert.ErrorIs(t, err, resilience.ErrTimeout)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.True(t, os.IsTimeout(err), "net/http and net ask like this")
	assert.ErrorIs(t, err, errBroken, "what the implementation returned is inside")
}

func TestATimeoutErrorSaysOnceThatTheTimeWasUp(t *testing.T) {
	cause := &resilience.TimeoutError{Instance: "x", Duration: time.Second}
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{"where nothing came back", nil, "timeout x: attempt exceeded 1s"},
		{"where the context's error came back", errBroken, "timeout x: attempt exceeded 1s: broken"},
		{
			"where its cause came back, as from net/http",
			&url.Error{Op: "Get", URL: "http://carrier", Err: cause},
			`Get "http://carrier": timeout x: attempt exceeded 1s`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := &resilience.TimeoutError{Instance: "x", Duration: time.Second, Err: tt.err}
			assert.EqualError(t, err, tt.want)
		})
	}
}
