package runtime_test

import (
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilience "github.com/go-resgen/resgen/runtime"
)

func sharedBreaker(directive string) resilience.CircuitBreakerSpec {
	return resilience.CircuitBreakerSpec{Instance: "shared", Named: true, Directive: directive}
}

func TestMethodsOfAnInterfaceShareItsInstances(t *testing.T) {
	reg := newRegistry(t)
	breaker := resilience.CircuitBreakerSpec{Instance: "tracking.Client", Directive: "window=20"}
	b := resilience.Bind(reg, tracking, "an implementation")
	b.Pipeline("Track", breaker, trackRetry(""))
	b.Pipeline("ETA", breaker)
	require.NoError(t, b.Commit())

	s := reg.Snapshot()
	assert.Len(t, s.Instances, 2)
	assert.Equal(t, []resilience.PipelineSnapshot{
		{Name: "tracking.Client.ETA", Instances: []resilience.InstanceName{{Policy: "circuitbreaker", Name: "tracking.Client"}}},
		{Name: "tracking.Client.Track", Instances: []resilience.InstanceName{{Policy: "circuitbreaker", Name: "tracking.Client"}, {Policy: "retry", Name: "tracking.Client.Track"}}},
	}, s.Pipelines)
}

func TestBindingTwiceGivesTheSamePipelines(t *testing.T) {
	reg := newRegistry(t)
	first, err := bindTrack(reg, tracking, trackRetry("maxAttempts=2"), resilience.Order{"timeout", "retry"})
	require.NoError(t, err)
	second, err := bindTrack(reg, tracking, trackRetry("maxAttempts=2"), resilience.Order{"timeout", "retry"})
	require.NoError(t, err)
	assert.Same(t, first, second)
}

func TestBindingsThatOverlapFollowTheSameInstances(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t)
		a := resilience.Bind(reg, tracking, "an implementation")
		b := resilience.Bind(reg, tracking, "an implementation")
		one, other := a.Pipeline("Track", trackRetry("")), b.Pipeline("Track", trackRetry(""))
		require.NoError(t, a.Commit())
		require.NoError(t, b.Commit())
		require.NoError(t, reg.Apply(map[string]string{"all.retry.maxAttempts": "2"}))
		assert.Equal(t, 2, attemptsOf(one))
		assert.Equal(t, 2, attemptsOf(other))
		assert.Len(t, reg.Snapshot().Pipelines, 1)
	})
}

func TestManyGoroutinesMayBindAtOnce(t *testing.T) {
	reg := newRegistry(t)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			_, err := bindTrack(reg, tracking, trackRetry(""), sharedBreaker("window=7"))
			assert.NoError(t, err)
			reg.Snapshot()
			assert.NoError(t, reg.Apply(map[string]string{"all.retry.maxAttempts": "2"}))
		})
	}
	wg.Wait()
	assert.Len(t, reg.Snapshot().Instances, 2)
}

func TestTheOptionInstanceKeepsTwoClientsApart(t *testing.T) {
	reg := newRegistry(t, resilience.WithOverrides(map[string]string{"instances.tracking.Client@ups.Track.retry.maxAttempts": "9"}))
	bind := func(options ...resilience.Option) *resilience.Pipeline {
		b := resilience.Bind(reg, tracking, "an implementation", options...)
		p := b.Pipeline("Track",
			trackRetry(""),
			resilience.BulkheadSpec{Instance: "tracking.Client"},
			resilience.CircuitBreakerSpec{Instance: "tracking.Clients", Directive: ""},
			sharedBreakerAsTimeout,
		)
		require.NoError(t, b.Commit())
		return p
	}
	plain, ups := bind(), bind(resilience.Instance("ups"))
	assert.Equal(t, "tracking.Client.Track", plain.Name())
	assert.Equal(t, "tracking.Client@ups.Track", ups.Name())
	value, _ := setting(t, reg, "retry", "tracking.Client@ups.Track", "maxAttempts")
	assert.Equal(t, "9", value)
	value, _ = setting(t, reg, "retry", "tracking.Client.Track", "maxAttempts")
	assert.Equal(t, "3", value)
	var names []string
	for _, i := range reg.Snapshot().Instances {
		names = append(names, i.Policy+" "+i.Name)
	}
	assert.Equal(t, []string{
		"bulkhead tracking.Client",
		"bulkhead tracking.Client@ups",
		"circuitbreaker tracking.Clients",
		"retry tracking.Client.Track",
		"retry tracking.Client@ups.Track",
		"timeout shared",
	}, names)
}

var sharedBreakerAsTimeout = resilience.TimeoutSpec{Instance: "shared", Named: true, Directive: "duration=1s"}

func TestWhatCannotBeBoundIsRefused(t *testing.T) {
	other := resilience.Origin{Package: "example.com/other/tracking", Interface: "tracking.Client"}
	tests := map[string]struct {
		overrides map[string]string
		environ   []string
		before    func(reg *resilience.Registry) error
		specs     []resilience.Spec
		want      string
	}{
		"a default name of another package": {
			before: func(reg *resilience.Registry) error {
				_, err := bindTrack(reg, other, trackRetry(""))
				return err
			},
			specs: []resilience.Spec{trackRetry("")},
			want: `retry "tracking.Client.Track" is claimed by package example.com/other/tracking and by package example.com/tracking: give one of them a name of its own, with name= or resilience.Instance
pipeline "tracking.Client.Track" is already bound by package example.com/other/tracking, with other policies or by other code`,
		},
		"one name with two configurations": {
			before: func(reg *resilience.Registry) error {
				_, err := bindTrack(reg, resilience.Origin{Package: "example.com/mail", Interface: "mail.Client"}, sharedBreaker("name=shared window=20"))
				return err
			},
			specs: []resilience.Spec{sharedBreaker("window=30 name=shared")},
			want:  `circuitbreaker "shared" is configured in two ways: package example.com/mail says "window=20", package example.com/tracking says "window=30"`,
		},
		"a reference that nothing configures": {
			specs: []resilience.Spec{sharedBreaker("name=shared")},
			want:  `package example.com/tracking refers to circuitbreaker "shared", which nothing configures: neither an override, nor this code, nor what was made before it`,
		},
		"a shared configuration that is not there": {
			overrides: map[string]string{"configs.hasty.retry.delay": "1ms"},
			specs:     []resilience.Spec{trackRetry("config=hazty")},
			want:      `retry "tracking.Client.Track": unknown shared configuration "hazty": did you mean hasty?`,
		},
		"a shared configuration of other policies": {
			overrides: map[string]string{"configs.hasty.timeout.total": "1ms"},
			specs:     []resilience.Spec{trackRetry("config=hasty")},
			want:      `retry "tracking.Client.Track": shared configuration "hasty" says nothing about retry`,
		},
		"a value that nothing sets": {
			specs: []resilience.Spec{resilience.RateLimitSpec{Instance: "shared", Named: true, Directive: "limit=5"}},
			want:  `ratelimit "shared": period is required`,
		},
		"values that contradict each other": {
			overrides: map[string]string{"all.retry.maxDelay": "20ms"},
			specs:     []resilience.Spec{trackRetry("delay=50ms")},
			want:      `retry "tracking.Client.Track": maxDelay=20ms is less than delay=50ms: raise maxDelay or lower delay (maxDelay from all.retry.maxDelay, delay from directive)`,
		},
		"an override of a policy that stands on the interface": {
			overrides: map[string]string{"instances.tracking.Client.Track.circuitbreaker.window": "30"},
			specs:     []resilience.Spec{resilience.CircuitBreakerSpec{Instance: "tracking.Client"}},
			want:      `override instances.tracking.Client.Track.circuitbreaker.window: there is no circuitbreaker of that name: write instances.tracking.Client.circuitbreaker.window`,
		},
		"an override of a policy that stands on the method": {
			overrides: map[string]string{"instances.tracking.Client.retry.delay": "30s"},
			specs:     []resilience.Spec{trackRetry("")},
			want:      `override instances.tracking.Client.retry.delay: there is no retry of that name: write instances.tracking.Client.Track.retry.delay`,
		},
		"a variable of a policy that stands on the method": {
			environ: []string{"RESILIENCE_INSTANCES_TRACKING_CLIENT_RETRY_DELAY=30s"},
			specs:   []resilience.Spec{trackRetry("")},
			want:    `environment variable RESILIENCE_INSTANCES_TRACKING_CLIENT_RETRY_DELAY: there is no retry of that name: write RESILIENCE_INSTANCES_TRACKING_CLIENT_TRACK_RETRY_DELAY`,
		},
		"an override of a policy that is not there": {
			environ: []string{"RESILIENCE_INSTANCES_TRACKING_CLIENT_TRACK_BULKHEAD_MAXCONCURRENT=1"},
			specs:   []resilience.Spec{trackRetry("")},
			want:    `environment variable RESILIENCE_INSTANCES_TRACKING_CLIENT_TRACK_BULKHEAD_MAXCONCURRENT: there is no bulkhead`,
		},
		"a variable for two instances": {
			environ: []string{"RESILIENCE_INSTANCES_TRACKING_CLIENT_TRACK_RETRY_DELAY=1s"},
			before: func(reg *resilience.Registry) error {
				_, err := reg.Retry("tracking_client-track", resilience.DefaultRetryConfig())
				return err
			},
			specs: []resilience.Spec{trackRetry("")},
			want:  `environment variable RESILIENCE_INSTANCES_TRACKING_CLIENT_TRACK_RETRY_DELAY: could mean retry "tracking.Client.Track" or "tracking_client-track"; use an override instead, whose key keeps dots and capitals`,
		},
		"text that is not a directive": {
			specs: []resilience.Spec{trackRetry("attempts=3")},
			want:  `retry "tracking.Client.Track": retry has no key "attempts"`,
		},
		"one policy twice": {
			specs: []resilience.Spec{trackRetry(""), resilience.RetrySpec{Instance: "again"}},
			want:  `pipeline tracking.Client.Track: a pipeline takes one retry policy`,
		},
		"another pipeline of the same package": {
			before: func(reg *resilience.Registry) error {
				_, err := bindTrack(reg, tracking, trackRetry(""))
				return err
			},
			specs: []resilience.Spec{resilience.TimeoutSpec{Instance: "tracking.Client", Directive: "duration=1s"}},
			want:  `pipeline "tracking.Client.Track" is already bound by package example.com/tracking, with other policies or by other code`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			reg := newRegistry(t, resilience.WithOverrides(test.overrides), resilience.WithEnv(test.environ))
			if test.before != nil {
				require.NoError(t, test.before(reg))
			}
			before := reg.Snapshot()
			_, err := bindTrack(reg, tracking, test.specs...)
			require.EqualError(t, err, "resilience for tracking.Client: "+test.want)
			assert.Equal(t, before, reg.Snapshot(), "nothing has changed")
		})
	}
}

func TestADefaultNameBelongsToItsPackageEvenIfOthersChoseItFirst(t *testing.T) {
	reg := newRegistry(t)
	chosen := resilience.CircuitBreakerSpec{Instance: "tracking.Client", Named: true, Directive: "window=20 name=tracking.Client"}
	_, err := bindTrack(reg, resilience.Origin{Package: "example.com/mail", Interface: "mail.Client"}, chosen)
	require.NoError(t, err)
	own := resilience.CircuitBreakerSpec{Instance: "tracking.Client", Directive: "window=20"}
	_, err = bindTrack(reg, tracking, own)
	require.NoError(t, err, "it says the same")
	b := resilience.Bind(reg, resilience.Origin{Package: "example.com/other/tracking", Interface: "tracking.Client"}, "an implementation")
	b.Pipeline("ETA", own)
	require.ErrorContains(t, b.Commit(), `circuitbreaker "tracking.Client" is claimed by package example.com/tracking and by package example.com/other/tracking`)
}

func TestNilsAndBadOptionsComeBackFromCommit(t *testing.T) {
	b := resilience.Bind(nil, tracking, nil, nil, resilience.Instance("two words"))
	assert.NotNil(t, b.Pipeline("Track", trackRetry("")))
	err := b.Commit()
	require.ErrorContains(t, err, "resilience for tracking.Client: the implementation is nil\nthe registry is nil\nan option is nil\ninstance: ")
	require.ErrorContains(t, err, `"two words"`)
}

func TestReferencesFindWhatIsConfiguredElsewhere(t *testing.T) {
	definition := sharedBreaker("name=shared failureRate=7")
	reference := sharedBreaker("name=shared")
	mail := resilience.Origin{Package: "example.com/mail", Interface: "mail.Client"}
	rate := func(t *testing.T, reg *resilience.Registry) string {
		value, _ := setting(t, reg, "circuitbreaker", "shared", "failureRate")
		return value
	}

	t.Run("in the same interface, in either order", func(t *testing.T) {
		for _, specs := range [][2]resilience.Spec{{definition, reference}, {reference, definition}} {
			reg := newRegistry(t)
			b := resilience.Bind(reg, tracking, "an implementation")
			b.Pipeline("Track", specs[0])
			b.Pipeline("ETA", specs[1])
			require.NoError(t, b.Commit())
			assert.Equal(t, "7", rate(t, reg))
		}
	})
	t.Run("in another package that was bound before", func(t *testing.T) {
		reg := newRegistry(t)
		_, err := bindTrack(reg, mail, definition)
		require.NoError(t, err)
		_, err = bindTrack(reg, tracking, reference)
		require.NoError(t, err)
		assert.Equal(t, "7", rate(t, reg))
	})
	t.Run("by hand", func(t *testing.T) {
		reg := newRegistry(t)
		config := resilience.DefaultCircuitBreakerConfig()
		config.FailureRate = 7
		_, err := reg.CircuitBreaker("shared", config)
		require.NoError(t, err)
		_, err = bindTrack(reg, tracking, reference)
		require.NoError(t, err)
		assert.Equal(t, "7", rate(t, reg))
	})
	t.Run("in the overrides", func(t *testing.T) {
		reg := newRegistry(t, resilience.WithOverrides(map[string]string{"instances.shared.circuitbreaker.failureRate": "7"}))
		_, err := bindTrack(reg, tracking, reference)
		require.NoError(t, err)
		assert.Equal(t, "7", rate(t, reg))
		require.ErrorContains(t, reg.Apply(nil), `refers to circuitbreaker "shared", which nothing configures`)
	})
	t.Run("in the overrides first, and then in another package", func(t *testing.T) {
		reg := newRegistry(t, resilience.WithOverrides(map[string]string{"instances.shared.circuitbreaker.minCalls": "5"}))
		_, err := bindTrack(reg, tracking, reference)
		require.NoError(t, err)
		before, _ := resilience.Lookup[*resilience.CircuitBreaker](reg, "shared")
		_, err = bindTrack(reg, mail, definition)
		require.NoError(t, err)
		after, _ := resilience.Lookup[*resilience.CircuitBreaker](reg, "shared")
		assert.Same(t, before, after, "it keeps its state")
		assert.Equal(t, "7", rate(t, reg))
		assert.Equal(t, 5, after.Config().MinCalls)
		require.NoError(t, reg.Apply(nil), "the override is not needed any more")
	})
}
