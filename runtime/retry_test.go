package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	resilience "github.com/go-resgen/resgen/runtime"
)

var errBusy = errors.New("busy")

// retryPipeline is a pipeline of one retry policy, the default one edited.
func retryPipeline(t *testing.T, edit func(*resilience.RetryConfig)) (*resilience.Pipeline, *resilience.Retry) {
	t.Helper()
	config := resilience.DefaultRetryConfig()
	if edit != nil {
		edit(&config)
	}
	retry, err := resilience.NewRetry("orders", config)
	require.NoError(t, err)
	p, err := resilience.NewPipeline("orders.Place", retry)
	require.NoError(t, err)
	return p, retry
}

// attempts runs a call whose n-th attempt ends with results[n-1], and returns
// the instants of the attempts, counted from the first, and the call's error.
func attempts(ctx context.Context, p *resilience.Pipeline, results ...error) (at []time.Duration, err error) {
	start := time.Now()
	err = p.Do(ctx, func(context.Context) (resilience.Verdict, error) {
		at = append(at, time.Since(start))
		return 0, results[len(at)-1]
	})
	return at, err
}

type retryable bool

func (retryable) Error() string     { return "asked" }
func (r retryable) Retryable() bool { return bool(r) }

type retryAfter time.Duration

func (retryAfter) Error() string               { return "later" }
func (r retryAfter) RetryAfter() time.Duration { return time.Duration(r) }

func TestRetry(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		name    string
		edit    func(*resilience.RetryConfig)
		results []error
		at      []time.Duration
		err     error // the value itself
	}{{
		name:    "success needs no second attempt",
		results: []error{nil},
		at:      []time.Duration{0},
	}, {
		name:    "success of a later attempt is success",
		results: []error{errBusy, errBusy, nil},
		at:      []time.Duration{0, 500 * ms, 1000 * ms},
	}, {
		name:    "the last attempt's error comes back as the same value and nothing waits after it",
		results: []error{errBusy, errBusy, errBroken},
		at:      []time.Duration{0, 500 * ms, 1000 * ms},
		err:     errBroken,
	}, {
		name:    "one attempt never retries",
		edit:    func(c *resilience.RetryConfig) { c.MaxAttempts = 1 },
		results: []error{errBusy},
		at:      []time.Duration{0},
		err:     errBusy,
	}, {
		name:    "a zero delay is zero",
		edit:    func(c *resilience.RetryConfig) { c.Delay = 0 },
		results: []error{errBusy, errBusy, nil},
		at:      []time.Duration{0, 0, 0},
	}, {
		name: "delays grow by the multiplier up to the cap",
		edit: func(c *resilience.RetryConfig) {
			c.MaxAttempts, c.Delay, c.Multiplier, c.MaxDelay = 5, 100*ms, 2, 350*ms
		},
		results: []error{errBusy, errBusy, errBusy, errBusy, nil},
		at:      []time.Duration{0, 100 * ms, 300 * ms, 650 * ms, 1000 * ms},
	}, {
		name: "a delay function replaces the delay and sees attempt and error",
		edit: func(c *resilience.RetryConfig) {
			c.DelayFunc = func(attempt int, err error) time.Duration {
				if err != errBusy {
					return -time.Hour
				}
				return time.Duration(attempt) * time.Second
			}
		},
		results: []error{errBusy, errBroken, nil},
		at:      []time.Duration{0, time.Second, time.Second},
	}, {
		name:    "an error on neither list is not retried",
		edit:    func(c *resilience.RetryConfig) { c.RetryOn = []resilience.Matcher{resilience.ErrorIs(errBusy)} },
		results: []error{errBroken},
		at:      []time.Duration{0},
		err:     errBroken,
	}, {
		name: "the list and the predicate each suffice",
		edit: func(c *resilience.RetryConfig) {
			c.RetryOn = []resilience.Matcher{resilience.ErrorIs(errBusy)}
			c.RetryIf = func(err error) bool { return err == errBroken }
		},
		results: []error{errBusy, errBroken, nil},
		at:      []time.Duration{0, 500 * ms, 1000 * ms},
	}, {
		name: "abortOn wins over retryOn",
		edit: func(c *resilience.RetryConfig) {
			c.RetryOn = []resilience.Matcher{resilience.ErrorIs(errBusy)}
			c.AbortOn = []resilience.Matcher{resilience.ErrorAs[*net.OpError]()}
		},
		results: []error{errBusy, &net.OpError{Op: "dial", Err: errBusy}},
		at:      []time.Duration{0, 500 * ms},
		err:     &net.OpError{Op: "dial", Err: errBusy},
	}, {
		name:    "a permanent error stops whatever the lists say",
		edit:    func(c *resilience.RetryConfig) { c.RetryOn = []resilience.Matcher{resilience.ErrorIs(errBusy)} },
		results: []error{errBusy, resilience.Permanent(errBusy)},
		at:      []time.Duration{0, 500 * ms},
		err:     resilience.Permanent(errBusy),
	}, {
		name:    "an error that calls itself retryable is retried whatever the lists say",
		edit:    func(c *resilience.RetryConfig) { c.RetryOn = []resilience.Matcher{resilience.ErrorIs(errBusy)} },
		results: []error{fmt.Errorf("wrapped: %w", retryable(true)), retryable(false)},
		at:      []time.Duration{0, 500 * ms},
		err:     retryable(false),
	}, {
		name:    "RetryAfter raises a shorter delay and not a longer one",
		edit:    func(c *resilience.RetryConfig) { c.MaxAttempts = 4 },
		results: []error{errors.Join(errBroken, retryAfter(3*time.Second)), retryAfter(ms), nil},
		at:      []time.Duration{0, 3000 * ms, 3500 * ms},
	}, {
		name:    "an attempt may start exactly at the end of maxDuration",
		edit:    func(c *resilience.RetryConfig) { c.MaxAttempts, c.MaxDuration = 10, 1000*ms },
		results: []error{errBusy, errBusy, errBroken},
		at:      []time.Duration{0, 500 * ms, 1000 * ms},
		err:     errBroken,
	}, {
		name:    "no attempt starts past maxDuration, and nothing waits for it",
		edit:    func(c *resilience.RetryConfig) { c.MaxAttempts, c.MaxDuration = 10, 999*ms },
		results: []error{errBusy, errBroken},
		at:      []time.Duration{0, 500 * ms},
		err:     errBroken,
	}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, _ := retryPipeline(t, test.edit)
				start := time.Now()
				at, err := attempts(t.Context(), p, test.results...)
				assert.Equal(t, test.at, at)
				if test.err == nil {
					require.NoError(t, err)
				} else {
					assert.Equal(t, test.err, err)
				}
				assert.Equal(t, test.at[len(test.at)-1], time.Since(start), "the call returns with its last attempt")
			})
		})
	}
}

func TestRetryAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		retry, err := resilience.NewRetry("orders", resilience.DefaultRetryConfig())
		require.NoError(t, err)
		start, ran := time.Now(), 0
		err = retry.Do(t.Context(), func(context.Context) error { ran++; return errBusy })
		assert.Equal(t, errBusy, err)
		assert.Equal(t, 3, ran)
		assert.Equal(t, time.Second, time.Since(start))
		assert.Equal(t, resilience.RetryMetrics{Retries: 2, Exhausted: 1}, retry.Metrics())
	})
}

func TestRetryHeedsAContextThatItsOwnFunctionsEnd(t *testing.T) {
	ends := map[string]func(r *resilience.RetryConfig, cancel func()){
		"delayFunc": func(r *resilience.RetryConfig, cancel func()) {
			r.DelayFunc = func(int, error) time.Duration { cancel(); return 0 }
		},
		"retryIf": func(r *resilience.RetryConfig, cancel func()) {
			r.RetryIf = func(error) bool { cancel(); return true }
		},
		"a listener": nil,
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			p, retry := retryPipeline(t, func(r *resilience.RetryConfig) {
				r.Delay = 0
				if end != nil {
					end(r, cancel)
				}
			})
			if end == nil {
				retry.Events().Subscribe(func(resilience.Event) { cancel() }, resilience.KindRetry)
			}
			at, err := attempts(ctx, p, errBusy, nil)
			assert.Len(t, at, 1)
			assert.ErrorIs(t, err, errBusy)
			assert.ErrorIs(t, err, context.Canceled)
		})
	}
}

func TestRetryHeedsTheContext(t *testing.T) {
	t.Run("a dead context runs nothing", func(t *testing.T) {
		p, _ := retryPipeline(t, nil)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		at, err := attempts(ctx, p)
		assert.Empty(t, at)
		assert.Equal(t, context.Canceled, err)
	})
	t.Run("cancelling during a wait returns at once with both errors", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _ := retryPipeline(t, func(c *resilience.RetryConfig) { c.Delay = time.Hour })
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			start := time.Now()
			at, err := attempts(ctx, p, errBusy)
			assert.Len(t, at, 1)
			assert.Equal(t, time.Second, time.Since(start))
			assert.ErrorIs(t, err, context.Canceled)
			assert.ErrorIs(t, err, errBusy)
		})
	})
	t.Run("a caller who leaves during an attempt gets its error and no other attempt", func(t *testing.T) {
		p, _ := retryPipeline(t, nil)
		ctx, cancel := context.WithCancel(t.Context())
		err := p.Do(ctx, func(context.Context) (resilience.Verdict, error) {
			cancel()
			return 0, errBusy
		})
		assert.Equal(t, errBusy, err)
	})
	t.Run("a deadline before the next attempt stops now with the last error", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _ := retryPipeline(t, nil)
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			start := time.Now()
			at, err := attempts(ctx, p, errBusy)
			assert.Len(t, at, 1)
			assert.Equal(t, errBusy, err)
			assert.Zero(t, time.Since(start))
		})
	})
	t.Run("cancelling many long waits leaves no timer behind", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _ := retryPipeline(t, func(c *resilience.RetryConfig) { c.Delay = 24 * time.Hour })
			ctx, cancel := context.WithCancel(t.Context())
			for range 1000 {
				go attempts(ctx, p, errBusy)
			}
			synctest.Wait()
			start := time.Now()
			cancel()
			synctest.Wait()
			assert.Zero(t, time.Since(start))
		})
	})
}

func TestRetryOnResults(t *testing.T) {
	bad := func(context.Context) (resilience.Verdict, error) { return resilience.RetryResult, nil }
	t.Run("exhausted with a bad result returns that result", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, retry := retryPipeline(t, nil)
			require.NoError(t, p.Do(t.Context(), bad))
			assert.Equal(t, resilience.RetryMetrics{Retries: 2, Exhausted: 1}, retry.Metrics())
		})
	})
	t.Run("failAfterMaxAttempts makes it an error", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _ := retryPipeline(t, func(c *resilience.RetryConfig) { c.FailAfterMaxAttempts = true })
			assert.ErrorIs(t, p.Do(t.Context(), bad), resilience.ErrMaxAttempts)
		})
	})
	t.Run("failAfterMaxAttempts leaves errors as they are", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _ := retryPipeline(t, func(c *resilience.RetryConfig) { c.FailAfterMaxAttempts = true })
			_, err := attempts(t.Context(), p, errBusy, errBusy, errBusy)
			assert.Equal(t, errBusy, err)
		})
	})
	t.Run("a verdict beside an error does not count", func(t *testing.T) {
		p, _ := retryPipeline(t, func(c *resilience.RetryConfig) { c.AbortOn = []resilience.Matcher{resilience.ErrorIs(errBusy)} })
		err := p.Do(t.Context(), func(context.Context) (resilience.Verdict, error) { return resilience.RetryResult, errBusy })
		assert.Equal(t, errBusy, err)
	})
}

func TestRetryEventsAndCounters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, retry := retryPipeline(t, nil)
		var seen []string
		retry.Events().Subscribe(func(ev resilience.Event) {
			seen = append(seen, fmt.Sprintf("%s %s %s #%d %v %v", ev.Kind, ev.Instance, ev.Method, ev.Attempt, ev.Delay, ev.Err))
		})
		_, _ = attempts(t.Context(), p, errBusy, errBusy, errBroken)
		_, _ = attempts(t.Context(), p, errBusy, nil)
		_, _ = attempts(t.Context(), p, resilience.Permanent(errBusy))
		_ = p.Do(t.Context(), func(context.Context) (resilience.Verdict, error) { return resilience.RetryResult, nil })
		assert.Equal(t, []string{
			"retry orders orders.Place #1 500ms busy",
			"retry orders orders.Place #2 500ms busy",
			"retry gave up orders orders.Place #3 0s broken",
			"retry orders orders.Place #1 500ms busy",
			"retry orders orders.Place #1 500ms <nil>",
			"retry orders orders.Place #2 500ms <nil>",
			"retry gave up orders orders.Place #3 0s <nil>",
		}, seen)
		assert.Equal(t, resilience.RetryMetrics{Retries: 5, Recovered: 1, Exhausted: 2, Refused: 1}, retry.Metrics())
	})
}

func TestRetryBudget(t *testing.T) {
	t.Run("retries are a share of the calls and first attempts always run", func(t *testing.T) {
		p, retry := retryPipeline(t, func(c *resilience.RetryConfig) { c.Delay, c.Budget = 0, 10 })
		ran := 0
		for range 1000 {
			_ = p.Do(t.Context(), func(context.Context) (resilience.Verdict, error) { ran++; return 0, errBusy })
		}
		m := retry.Metrics()
		assert.Equal(t, uint64(101), m.Retries, "a tenth of the calls, and the one that is free in the first second")
		assert.Equal(t, 1101, ran)
		assert.Equal(t, uint64(1000), m.Suppressed+m.Exhausted)
	})
	t.Run("one retry a second is free", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, retry := retryPipeline(t, func(c *resilience.RetryConfig) { c.Delay, c.Budget = 0, 0.001 })
			for range 5 {
				_, _ = attempts(t.Context(), p, errBusy, errBusy, errBusy)
				_, _ = attempts(t.Context(), p, errBusy, errBusy, errBusy)
				time.Sleep(time.Second)
			}
			assert.Equal(t, uint64(5), retry.Metrics().Retries)
		})
	})
	t.Run("a share counts with all of its decimals", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, retry := retryPipeline(t, func(c *resilience.RetryConfig) { c.Delay, c.Budget = 0, 0.0628 })
			for range 1593 { // which earn 1.0004 retries
				_, _ = attempts(t.Context(), p, errBusy, errBusy)
			}
			assert.Equal(t, uint64(2), retry.Metrics().Retries, "the one earned and the one that is free")
		})
	})
	t.Run("no more is banked than a hundred calls earn", func(t *testing.T) {
		p, retry := retryPipeline(t, func(c *resilience.RetryConfig) { c.Delay, c.Budget, c.MaxAttempts = 0, 20, 1000 })
		for range 10_000 {
			_, _ = attempts(t.Context(), p, nil)
		}
		_ = p.Do(t.Context(), func(context.Context) (resilience.Verdict, error) { return 0, errBusy })
		assert.Equal(t, uint64(21), retry.Metrics().Retries)
	})
	t.Run("suppression publishes its own event and returns the last error", func(t *testing.T) {
		p, retry := retryPipeline(t, func(c *resilience.RetryConfig) { c.Delay, c.Budget = 0, 1 })
		var kinds []resilience.Kind
		retry.Events().Subscribe(func(ev resilience.Event) { kinds = append(kinds, ev.Kind) })
		_, err := attempts(t.Context(), p, errBusy, errBroken)
		assert.Equal(t, errBroken, err)
		assert.Equal(t, []resilience.Kind{resilience.KindRetry, resilience.KindRetrySuppressed}, kinds)
	})
}

func TestRetryDelayStaysWithinItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := resilience.DefaultRetryConfig()
		config.Delay = time.Duration(rapid.Int64Range(0, math.MaxInt64).Draw(t, "delay"))
		config.MaxDelay = time.Duration(rapid.Int64Range(0, math.MaxInt64).Draw(t, "maxDelay"))
		config.Multiplier = rapid.Float64Range(1, math.MaxFloat64).Draw(t, "multiplier")
		config.Jitter = rapid.Float64Range(0, 1).Draw(t, "jitter")
		attempt := rapid.IntRange(1, 1_000_000).Draw(t, "attempt")
		d := resilience.RetryDelay(config, attempt)
		if d < 0 || config.MaxDelay > 0 && d > config.MaxDelay {
			t.Fatalf("delay %v after attempt %d of %+v", d, attempt, config)
		}
	})
}

func TestRetryJitterIsUniformAroundTheDelay(t *testing.T) {
	config := resilience.DefaultRetryConfig()
	config.Delay, config.Jitter, config.MaxDelay = 1000, 0.5, 1400
	low, high, sum := time.Duration(math.MaxInt64), time.Duration(0), time.Duration(0)
	const draws = 100_000
	for range draws {
		d := resilience.RetryDelay(config, 1)
		low, high, sum = min(low, d), max(high, d), sum+d
	}
	assert.InDelta(t, 500, low, 5)
	assert.Equal(t, time.Duration(1400), high, "the cap comes after the jitter")
	assert.InDelta(t, 995, sum/draws, 10) // the mean of min(uniform(500,1500), 1400)
}

func TestRetryRejectsConfigurationsThatMakeNoSense(t *testing.T) {
	edits := map[string]func(*resilience.RetryConfig){
		"no attempt":                  func(c *resilience.RetryConfig) { c.MaxAttempts = 0 },
		"a negative delay":            func(c *resilience.RetryConfig) { c.Delay = -1 },
		"a shrinking delay":           func(c *resilience.RetryConfig) { c.Multiplier = 0.5 },
		"a multiplier not a number":   func(c *resilience.RetryConfig) { c.Multiplier = math.NaN() },
		"a jitter above one":          func(c *resilience.RetryConfig) { c.Jitter = 1.1 },
		"a cap below the delay":       func(c *resilience.RetryConfig) { c.MaxDelay = time.Millisecond },
		"a duration below the delay":  func(c *resilience.RetryConfig) { c.MaxDuration = time.Millisecond },
		"a budget above all calls":    func(c *resilience.RetryConfig) { c.Budget = 101 },
		"a literal that left out all": func(c *resilience.RetryConfig) { *c = resilience.RetryConfig{} },
	}
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			config := resilience.DefaultRetryConfig()
			edit(&config)
			_, err := resilience.NewRetry("orders", config)
			assert.ErrorContains(t, err, "retry orders: ")
		})
	}
}
