package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestSnapshotSchema compares a snapshot with testdata/snapshot.json. A change
// of that file that is more than an addition is a new SnapshotSchema.
func TestSnapshotSchema(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t,
			resilience.WithOverrides(map[string]string{
				"instances.tracking.Client.Track.retry.maxAttempts": "2",
				"instances.tracking.Client.Trace.retry.maxAttempts": "2",
				"all.bulkhead.maxConcurrent":                        "9",
				"all.timeout.enabled":                               "false",
				"configs.base.circuitbreaker.failureRate":           "12.5",
			}),
			resilience.WithEnv([]string{"RESILIENCE_INSTANCES_TRACKING_CLIENT_CIRCUITBREAKER_OPENWAIT=5s"}),
		)
		p, err := bindTrack(reg, tracking,
			resilience.RetrySpec{
				Instance:  "tracking.Client.Track",
				Directive: "delay=50ms retryOn=example.com/tracking.ErrBusy,*net.OpError",
				RetryOn:   []resilience.Matcher{resilience.ErrorIs(errBroken)},
			},
			resilience.CircuitBreakerSpec{Instance: "tracking.Client", Directive: "window=20 config=base group=carriers"},
			resilience.TimeoutSpec{Instance: "tracking.Client", Directive: "duration=2s"},
			resilience.BulkheadSpec{Instance: "tracking.Client", Directive: "maxConcurrent=3 locked=true"},
		)
		require.NoError(t, err)
		_, err = reg.RateLimiter("by hand", resilience.DefaultRateLimiterConfig(7, time.Second))
		require.NoError(t, err)
		_, err = reg.Bulkhead("by hand", resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: time.Second, Queue: 1})
		require.NoError(t, err)
		reg.Events().Subscribe(func(resilience.Event) { panic("a bad listener") }, resilience.KindRetry)

		err = p.Do(t.Context(), func(context.Context) (resilience.Verdict, error) { return 0, errBroken })
		require.ErrorIs(t, err, errBroken)
		p.FallbackApplied(t.Context(), err)
		for _, result := range []error{nil, errors.New("not worth a retry")} {
			err = p.Do(t.Context(), func(context.Context) (resilience.Verdict, error) { return 0, result })
			assert.Equal(t, result, err)
		}

		got, err := json.MarshalIndent(reg.Snapshot(), "", "\t")
		require.NoError(t, err)
		got = append(got, '\n')
		golden := filepath.Join("testdata", "snapshot.json")
		if *update {
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(golden, got, 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
		var read resilience.Snapshot
		require.NoError(t, json.Unmarshal(got, &read))
		assert.Equal(t, reg.Snapshot(), read, "it reads back")
	})
}

func TestSnapshotOfAnEmptyRegistryHasNoNulls(t *testing.T) {
	got, err := json.Marshal(newRegistry(t).Snapshot())
	require.NoError(t, err)
	assert.Equal(t, `{"schema":1,"instances":[],"pipelines":[],"unused":[],"ignored":[],"listenerPanics":0}`, string(got))
}

func TestSnapshotShowsWhatIsInUse(t *testing.T) {
	reg := newRegistry(t)
	bulkhead, err := reg.Bulkhead("a", resilience.DefaultBulkheadConfig())
	require.NoError(t, err)
	require.True(t, bulkhead.TryAcquire())
	assert.Equal(t, 1, reg.Snapshot().Instances[0].Bulkhead.InUse)
}

func TestTheSnapshotCountsLateResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		timeout, err := reg.Timeout("a", resilience.TimeoutConfig{Duration: time.Second})
		require.NoError(t, err)
		p, err := reg.Pipeline("orders.Place", timeout)
		require.NoError(t, err)
		_, err = resilience.DoDetached(t.Context(), p, func(context.Context) (int, resilience.Verdict, error) {
			time.Sleep(time.Minute)
			panic("late")
		})
		require.ErrorIs(t, err, resilience.ErrTimeout)
		assert.Zero(t, reg.Snapshot().Pipelines[0].Late)
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, uint64(1), reg.Snapshot().Pipelines[0].Late)
	})
}
