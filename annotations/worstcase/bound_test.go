package worstcase_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/annotations/worstcase"
)

// layers reads one layer a line, outermost first: its name and what its directive
// states.
func layers(t require.TestingT, text string) []worstcase.Layer {
	var all []worstcase.Layer
	for line := range strings.Lines(text) {
		name, stated, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "" {
			continue
		}
		directive := annotations.Lookup(strings.TrimPrefix(name, "total"))
		settings, err := annotations.ParseSettings(directive, stated)
		require.NoError(t, err)
		all = append(all, worstcase.Layer{Name: name, Settings: directive.Complete(settings)})
	}
	return all
}

func TestTheLongestTimeOfACall(t *testing.T) {
	for name, test := range map[string]struct {
		layers   string
		detached bool
		attempts int
		sum      string // "endless" and why, where there is none
		given    []worstcase.Condition
	}{
		"nothing around it": {
			attempts: 1, sum: "endless: nothing ends an attempt: give it a timeout",
		},
		"a timeout": {
			layers:   `timeout duration=2s`,
			attempts: 1, sum: "2s timeout", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"a timeout that is left behind": {
			layers: `timeout duration=2s mode=detached`, detached: true,
			attempts: 1, sum: "2s timeout",
		},
		"waits outside of the timeout come on top, those inside do not": {
			layers: `circuitbreaker window=10
				ratelimit limit=10 period=1s maxWait=20ms
				adaptivelimit max=10
				timeout duration=2s
				bulkhead maxWait=50ms`,
			attempts: 1, sum: "20ms ratelimit maxWait, 2s timeout", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"each attempt takes its longest, and each delay": {
			layers: `retry maxAttempts=3 delay=50ms
				ratelimit limit=10 period=1s maxWait=20ms
				timeout duration=2s`,
			attempts: 3, sum: "2 x 50ms retry delay, 3 x 20ms ratelimit maxWait, 3 x 2s timeout",
			given: []worstcase.Condition{worstcase.HonoursContext, worstcase.NoRetryAfter},
		},
		"no retry is no delay": {
			layers: `retry maxAttempts=1
				timeout duration=2s`,
			attempts: 1, sum: "2s timeout", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"delays grow, spread, and are capped after that": {
			layers: `retry maxAttempts=4 delay=100ms multiplier=2 jitter=0.5 maxDelay=500ms
				timeout duration=1s mode=detached`, detached: true,
			attempts: 4, sum: "950ms retry delays (150ms + 300ms + 500ms), 4 x 1s timeout",
			given: []worstcase.Condition{worstcase.NoRetryAfter},
		},
		"many delays are not listed": {
			layers: `retry maxAttempts=9 delay=1ms multiplier=2
				timeout duration=1s mode=detached`, detached: true,
			attempts: 9, sum: "255ms retry delays (8 of 1ms to 128ms), 9 x 1s timeout",
			given: []worstcase.Condition{worstcase.NoRetryAfter},
		},
		"a total timeout ends it all": {
			layers: `totaltimeout total=1s
				retry maxAttempts=3 delay=50ms
				timeout duration=2s`,
			attempts: 3, sum: "1s timeout total", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"a total timeout is enough": {
			layers: `totaltimeout total=1s
				retry maxAttempts=3 delay=50ms`,
			attempts: 3, sum: "1s timeout total", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"a total timeout that never comes changes nothing": {
			layers: `totaltimeout total=1m
				retry maxAttempts=2 delay=50ms
				timeout duration=2s`,
			attempts: 2, sum: "50ms retry delay, 2 x 2s timeout",
			given: []worstcase.Condition{worstcase.HonoursContext, worstcase.NoRetryAfter},
		},
		"no attempt begins at or after the total timeout": {
			layers: `totaltimeout total=1s
				retry maxAttempts=10 delay=250ms`,
			attempts: 4, sum: "1s timeout total", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"short delays leave time for more attempts": {
			layers: `totaltimeout total=1s
				retry maxAttempts=10 delay=250ms jitter=0.5`,
			attempts: 8, sum: "1s timeout total", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"one timeout around the loop": {
			layers: `timeout duration=2s
				retry maxAttempts=10 delay=1s`,
			attempts: 2, sum: "2s timeout", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"the last attempt may begin at maxDuration": {
			layers: `retry maxAttempts=10 delay=1s maxDuration=3s
				timeout duration=2s`,
			attempts: 4, sum: "3s retry maxDuration, 2s timeout", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"a maxDuration that never comes changes nothing": {
			layers: `retry maxAttempts=2 delay=1s maxDuration=1m
				timeout duration=2s`,
			attempts: 2, sum: "1s retry delay, 2 x 2s timeout",
			given: []worstcase.Condition{worstcase.HonoursContext, worstcase.NoRetryAfter},
		},
		"maxDuration cuts no attempt short": {
			layers:   `retry maxAttempts=3 delay=1s maxDuration=3s`,
			attempts: 3, sum: "endless: nothing ends an attempt: give it a timeout",
		},
		"a function may ask for any delay": {
			layers: `retry maxAttempts=3 delayFunc=f
				timeout duration=2s`,
			attempts: 3, sum: "endless: delayFunc may ask for any delay: give the retry a maxDelay or maxDuration, or the call a total timeout",
		},
		"a capped function may not": {
			layers: `retry maxAttempts=3 delayFunc=f maxDelay=1s
				timeout duration=2s`,
			attempts: 3, sum: "2 x 1s retry delay, 3 x 2s timeout",
			given: []worstcase.Condition{worstcase.HonoursContext, worstcase.NoRetryAfter},
		},
		"a function within a maxDuration": {
			layers: `retry maxAttempts=3 delayFunc=f maxDuration=5s
				timeout duration=2s`,
			attempts: 3, sum: "5s retry maxDuration, 2s timeout", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"delays that no clock can count": {
			layers: `retry maxAttempts=1000 delay=1s multiplier=1000
				timeout duration=2s`,
			attempts: 1000, sum: "endless: attempts and delays add up to more than 290 years: give the retry a maxDelay or maxDuration, or the call a total timeout",
		},
		"a slot that is held across attempts is waited for once": {
			layers: `bulkhead maxWait=50ms
				retry maxAttempts=2 delay=1s
				timeout duration=2s`,
			attempts: 2, sum: "50ms bulkhead maxWait, 1s retry delay, 2 x 2s timeout",
			given: []worstcase.Condition{worstcase.HonoursContext, worstcase.NoRetryAfter},
		},
		"a queue without a timeout around it": {
			layers: `bulkhead workers=3 queue=10
				timeout duration=2s`, detached: true,
			attempts: 1, sum: "endless: nothing ends the wait in the queue: give the bulkhead a maxWait, or the call a timeout",
		},
		"a queue with a timeout around it": {
			layers: `timeout duration=2s
				bulkhead workers=3 queue=10`, detached: true,
			attempts: 1, sum: "2s timeout",
		},
		"hedges begin one after the other": {
			layers: `hedge delay=200ms maxAttempts=3 idempotent=true
				timeout duration=2s`,
			attempts: 3, sum: "2 x 200ms hedge delay, 2s timeout", given: []worstcase.Condition{worstcase.HonoursContext},
		},
		"a function that answers takes its own time": {
			layers: `fallback func=f
				timeout duration=2s`,
			attempts: 1, sum: "2s timeout", given: []worstcase.Condition{worstcase.HonoursContext, worstcase.WithoutFallback},
		},
		"a value that answers takes none": {
			layers: `fallback value=0
				timeout duration=2s`,
			attempts: 1, sum: "2s timeout", given: []worstcase.Condition{worstcase.HonoursContext},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := worstcase.Of(layers(t, test.layers), test.detached)
			assert.Equal(t, test.attempts, b.Attempts)
			assert.Equal(t, test.given, b.Conditions)
			if b.Endless != "" {
				assert.Equal(t, test.sum, "endless: "+b.Endless)
				return
			}
			assert.Equal(t, test.sum, strings.Join(terms(b), ", "))
		})
	}
}

// terms are the lines of the sum but the last.
func terms(b worstcase.Bound) []string {
	lines := strings.Split(b.Sum(), "\n")
	for i, line := range lines {
		lines[i] = strings.Replace(strings.TrimLeft(line, " "), "  ", " ", 1)
	}
	return lines[:len(lines)-1]
}

func TestTheSumIsATable(t *testing.T) {
	b := worstcase.Of(layers(t, `retry maxAttempts=3 delay=50ms
		ratelimit limit=10 period=1s maxWait=20ms
		timeout duration=2s`), false)
	assert.Equal(t, ""+
		"2 x 50ms  retry delay\n"+
		"3 x 20ms  ratelimit maxWait\n"+
		"  3 x 2s  timeout\n"+
		"   6.16s  in all", b.Sum())
}

func TestWhatIsAboveTheLimitsIsSaid(t *testing.T) {
	limits := func(text string) annotations.Settings {
		s, err := annotations.ParseSettings(annotations.Lookup("worstcase"), text)
		require.NoError(t, err)
		return s
	}
	bound := worstcase.Of(layers(t, `retry maxAttempts=3 delay=50ms
		timeout duration=2s`), false)
	assert.Empty(t, bound.Exceeds(limits("duration=6.1s attempts=3")))
	assert.Equal(t, []worstcase.Excess{
		{Key: "duration", Message: "can take 6.1s, and worstcase allows 6s:\n2 x 50ms  retry delay\n  3 x 2s  timeout\n    6.1s  in all"},
		{Key: "attempts", Message: "can make 3 attempts, and worstcase allows 2: lower maxAttempts"},
	}, bound.Exceeds(limits("duration=6s attempts=2")))

	endless := worstcase.Of(layers(t, `retry maxAttempts=3`), false)
	assert.Empty(t, endless.Exceeds(limits("attempts=3")), "nobody asked for the time")
	assert.Equal(t, []worstcase.Excess{
		{Key: "duration", Endless: true, Message: "can take any time, and worstcase allows 1h: nothing ends an attempt: give it a timeout"},
	}, endless.Exceeds(limits("duration=1h")))
}

func TestNoSumOverflows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"maxAttempts", "multiplier", "delay", "maxDelay", "jitter", "maxDuration", "maxWait", "total", "duration"}
		values := map[string][]string{
			"maxAttempts": {"1", "2", "1000000"}, "multiplier": {"1", "1.5", "1000"}, "delay": {"0s", "1ns", "8760h"},
			"maxDelay": {"", "1ns", "8760h"}, "jitter": {"0", "1"}, "maxDuration": {"", "1ns", "8760h"},
			"maxWait": {"0s", "1ns", "8760h"}, "total": {"1ns", "8760h"}, "duration": {"1ns", "8760h"},
		}
		drawn := map[string]string{}
		for _, name := range names {
			drawn[name] = rapid.SampledFrom(values[name]).Draw(t, name)
		}
		stated := func(names ...string) string {
			text := ""
			for _, name := range names {
				if drawn[name] != "" {
					text += " " + name + "=" + drawn[name]
				}
			}
			return text
		}
		all := layers(t, "totaltimeout"+stated("total")+
			"\nretry"+stated("maxAttempts", "delay", "multiplier", "maxDelay", "jitter", "maxDuration")+
			"\nratelimit limit=1 period=1s"+stated("maxWait")+
			"\ntimeout"+stated("duration")+
			"\nbulkhead"+stated("maxWait"))
		from := rapid.IntRange(0, len(all)).Draw(t, "from")
		b := worstcase.Of(all[from:], false)
		assert.Positive(t, b.Attempts)
		assert.GreaterOrEqual(t, b.Time, time.Duration(0))
		if b.Endless == "" {
			assert.Less(t, b.Time, time.Duration(math.MaxInt64))
			assert.Positive(t, b.Time)
		}
	})
}
