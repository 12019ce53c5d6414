package runtime_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

func TestLogEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		handler := slog.NewTextHandler(&out, &slog.HandlerOptions{
			Level: slog.LevelDebug,
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			},
		})
		reg := newRegistry(t)
		stop := resilience.LogEvents(reg.Events(), slog.New(handler))
		p, err := bindTrack(reg, tracking,
			trackRetry("maxAttempts=2 delay=1s"),
			resilience.CircuitBreakerSpec{Instance: "tracking.Client", Directive: "window=2 slowCall=500ms group=carriers"},
			resilience.TimeoutSpec{Instance: "tracking.Client", Directive: "duration=1s"},
		)
		require.NoError(t, err)
		_ = p.Do(t.Context(), func(ctx context.Context) (resilience.Verdict, error) {
			<-ctx.Done()
			return 0, errBroken
		})
		assert.Equal(t, `level=INFO msg="instance added" policy=circuitbreaker instance=tracking.Client group=carriers
level=INFO msg="instance added" policy=retry instance=tracking.Client.Track
level=INFO msg="instance added" policy=timeout instance=tracking.Client
level=WARN msg=timeout policy=timeout instance=tracking.Client method=tracking.Client.Track attempt=1 duration=1s error="timeout tracking.Client: attempt exceeded 1s: broken"
level=WARN msg=error policy=circuitbreaker instance=tracking.Client group=carriers method=tracking.Client.Track attempt=1 duration=1s error="timeout tracking.Client: attempt exceeded 1s: broken"
level=INFO msg=retry policy=retry instance=tracking.Client.Track method=tracking.Client.Track attempt=1 delay=1s error="timeout tracking.Client: attempt exceeded 1s: broken"
level=WARN msg=timeout policy=timeout instance=tracking.Client method=tracking.Client.Track attempt=2 duration=1s error="timeout tracking.Client: attempt exceeded 1s: broken"
level=WARN msg=error policy=circuitbreaker instance=tracking.Client group=carriers method=tracking.Client.Track attempt=2 duration=1s error="timeout tracking.Client: attempt exceeded 1s: broken"
level=WARN msg="rate exceeded" policy=circuitbreaker instance=tracking.Client group=carriers method=tracking.Client.Track attempt=2 rate=50
level=WARN msg="rate exceeded" policy=circuitbreaker instance=tracking.Client group=carriers method=tracking.Client.Track attempt=2 rate=100 slow=true
level=WARN msg=transition policy=circuitbreaker instance=tracking.Client group=carriers method=tracking.Client.Track attempt=2 from=closed to=open sequence=1
level=WARN msg="retry gave up" policy=retry instance=tracking.Client.Track method=tracking.Client.Track attempt=2 error="timeout tracking.Client: attempt exceeded 1s: broken"
`, out.String())
		stop()
	})
}

func TestNoDurationIsLoggedWhereNoClockWasRead(t *testing.T) {
	var durations []time.Duration
	reg := newRegistry(t)
	p, err := bindTrack(reg, tracking, resilience.CircuitBreakerSpec{Instance: "tracking.Client"})
	require.NoError(t, err)
	reg.Events().Subscribe(func(ev resilience.Event) { durations = append(durations, ev.Duration) }, resilience.KindError)
	attemptsOf(p)
	assert.Equal(t, []time.Duration{0}, durations)
}

func TestLogEventsPassesTheContextOn(t *testing.T) {
	type key struct{}
	var got any
	handler := contextHandler{slog.DiscardHandler, func(ctx context.Context) { got = ctx.Value(key{}) }}
	reg := newRegistry(t)
	bulkhead, err := reg.Bulkhead("a", resilience.DefaultBulkheadConfig())
	require.NoError(t, err)
	stop := resilience.LogEvents(reg.Events(), slog.New(handler), resilience.KindPermitted)
	require.NoError(t, bulkhead.Do(context.WithValue(t.Context(), key{}, "it"), func(context.Context) error { return nil }))
	assert.Equal(t, "it", got)

	got = nil
	stop()
	require.NoError(t, bulkhead.Do(context.WithValue(t.Context(), key{}, "it"), func(context.Context) error { return nil }))
	assert.Nil(t, got)
}

type contextHandler struct {
	slog.Handler
	see func(context.Context)
}

func (h contextHandler) Enabled(context.Context, slog.Level) bool { return true }
func (h contextHandler) Handle(ctx context.Context, _ slog.Record) error {
	h.see(ctx)
	return nil
}
