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

// bindPool binds a method to a bulkhead and a timeout of a second.
func bindPool(t *testing.T, reg *resilience.Registry, directive string) (*resilience.Pipeline, *resilience.Bulkhead) {
	t.Helper()
	p, err := bindTrack(reg, tracking,
		resilience.TimeoutSpec{Instance: "tracking.Client.Track", Directive: "duration=1s"},
		resilience.BulkheadSpec{Instance: "tracking.Client.Track", Directive: directive})
	require.NoError(t, err)
	bulkhead, ok := resilience.Lookup[*resilience.Bulkhead](reg, "tracking.Client.Track")
	require.True(t, ok)
	return p, bulkhead
}

func TestWorkersAreABulkheadOfThatSize(t *testing.T) {
	const year = 8760 * time.Hour
	for name, test := range map[string]struct {
		directive string
		overrides map[string]string
		want      resilience.BulkheadConfig
	}{
		"alone nobody waits":                          {directive: "workers=3", want: resilience.BulkheadConfig{MaxConcurrent: 3, Queue: -1}},
		"a queue waits as long as the timeouts allow": {directive: "queue=5 workers=3", want: resilience.BulkheadConfig{MaxConcurrent: 3, Queue: 5, MaxWait: year}},
		"a stated wait holds":                         {directive: "maxWait=20ms queue=5 workers=3", want: resilience.BulkheadConfig{MaxConcurrent: 3, Queue: 5, MaxWait: 20 * time.Millisecond}},
		"no places are no waiting":                    {directive: "queue=0 workers=3", want: resilience.BulkheadConfig{MaxConcurrent: 3}},
		"the size of other bulkheads is not theirs": {
			directive: "workers=3",
			overrides: map[string]string{"defaults.bulkhead.maxConcurrent": "50"},
			want:      resilience.BulkheadConfig{MaxConcurrent: 3, Queue: -1},
		},
		"an override changes their number": {
			directive: "queue=5 workers=3",
			overrides: map[string]string{"instances.tracking.Client.Track.bulkhead.maxConcurrent": "7"},
			want:      resilience.BulkheadConfig{MaxConcurrent: 7, Queue: 5, MaxWait: year},
		},
		"locked workers keep their number": {
			directive: "workers=3 locked=true",
			overrides: map[string]string{"instances.tracking.Client.Track.bulkhead.maxConcurrent": "7"},
			want:      resilience.BulkheadConfig{MaxConcurrent: 3, Queue: -1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, bulkhead := bindPool(t, newRegistry(t, resilience.WithOverrides(test.overrides)), test.directive)
			assert.Equal(t, test.want, bulkhead.Config())
		})
	}
}

func TestWorkersCannotBeMadeByAnOverride(t *testing.T) {
	_, err := resilience.NewRegistry(resilience.WithOverrides(map[string]string{"instances.tracking.Client.Track.bulkhead.workers": "3"}))
	assert.ErrorContains(t, err, "bulkhead workers cannot be overridden: it is decided when the code is generated")
}

func TestAPoolKeepsItsWorkerUntilTheWorkEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, bulkhead := bindPool(t, newRegistry(t), "queue=1 workers=1")
		started := 0
		call := func() error {
			_, err := resilience.DoDetached(t.Context(), p, func(context.Context) (int, resilience.Verdict, error) {
				started++
				time.Sleep(3 * time.Second) // heeds no context
				return 0, 0, nil
			})
			return err
		}
		first, second := make(chan error, 1), make(chan error, 1)
		start := time.Now()
		go func() { first <- call() }()
		synctest.Wait()
		go func() { second <- call() }() // has the only place in the queue
		synctest.Wait()
		assert.ErrorIs(t, call(), resilience.ErrBulkheadFull, "neither a worker nor a place")
		assert.Zero(t, time.Since(start))

		assert.ErrorIs(t, <-first, resilience.ErrTimeout, "left while it worked")
		assert.ErrorIs(t, <-second, context.DeadlineExceeded, "left while it queued")
		assert.Equal(t, time.Second, time.Since(start), "both leave when their timeout is over")
		assert.Equal(t, 1, bulkhead.Metrics().InUse, "the worker goes on")
		assert.Zero(t, bulkhead.Metrics().Waiting)

		time.Sleep(2 * time.Second)
		synctest.Wait()
		assert.Zero(t, bulkhead.Metrics().InUse)
		assert.Equal(t, 1, started, "what left the queue never starts")
	})
}
