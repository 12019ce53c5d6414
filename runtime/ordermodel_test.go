package runtime_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	resilience "github.com/go-resgen/resgen/runtime"
)

// An orderedAttempt is what the implementation does, unless its context ends before.
type orderedAttempt struct {
	takes time.Duration
	fails bool
}

// marks are what errors.Is finds in an error; none for a success.
type marks map[string]bool

var markedErrors = map[string]error{
	"busy": errBusy, "open": resilience.ErrCallNotPermitted, "limited": resilience.ErrRateLimited,
	"exceeded": resilience.ErrLimitExceeded, "full": resilience.ErrBulkheadFull, "timeout": resilience.ErrTimeout,
	"deadline": context.DeadlineExceeded, "cancelled": context.Canceled,
}

func marksOf(err error) marks {
	all := make(marks)
	for name, target := range markedErrors {
		if errors.Is(err, target) {
			all[name] = true
		}
	}
	return all
}

func marked(names ...string) marks { return marks(nil).and(names...) }

func (m marks) and(names ...string) marks {
	all := make(marks)
	maps.Copy(all, m)
	for _, name := range names {
		all[name] = true
	}
	return all
}

func (m marks) String() string { return strings.Join(slices.Sorted(maps.Keys(m)), ",") }

// refusal reports whether a policy kept the call from the implementation.
func (m marks) refusal() bool { return m["open"] || m["limited"] || m["exceeded"] || m["full"] }

// An orderedResult is how a call looks from outside of some of the layers.
type orderedResult struct {
	err     marks
	reached bool
	judged  marks         // by the breaker: the last error that was no refusal, if there was one
	after   time.Duration // no sooner than which to try again
}

// An orderModel is the layers in their order, each as simple as the documentation has
// it, with a clock of its own. One call is under way at a time.
type orderModel struct {
	maxAttempts                     int
	delay, attempt, total, openWait time.Duration
	interval, permitWait, slotWait  time.Duration
	retryOn                         []string

	now, cancelled, deadline, slotFree time.Duration // noTime where there is none
	limited                            bool
	attempts                           []orderedAttempt
	runs                               int

	state             resilience.State
	opened, arrival   time.Duration
	outcomes          []bool // true for failures
	failed, succeeded int
}

const noTime = time.Duration(1) << 60

// deadlineOf returns the deadline of the context under these limits.
func (m *orderModel) deadlineOf(limits []time.Duration) time.Duration {
	return slices.Min(append(limits, m.deadline))
}

// endOf returns when that context ends, and the mark of its error.
func (m *orderModel) endOf(limits []time.Duration) (time.Duration, string) {
	if deadline := m.deadlineOf(limits); deadline < m.cancelled {
		return deadline, "deadline"
	}
	return m.cancelled, "cancelled"
}

func (m *orderModel) run(layers []string, limits ...time.Duration) orderedResult {
	if len(layers) == 0 {
		return m.implementation(limits)
	}
	inside := layers[1:]
	end, cause := m.endOf(limits)
	switch layers[0] {
	case "totaltimeout":
		return m.bounded(inside, m.total, limits)
	case "timeout":
		return m.bounded(inside, m.attempt, limits)
	case "retry":
		return m.retried(inside, limits)
	case "circuitbreaker":
		return m.guarded(inside, limits)
	case "ratelimit":
		ready := max(m.now, m.arrival)
		wait := ready - m.now
		switch {
		case wait > m.permitWait:
			return orderedResult{err: marked("limited"), after: wait}
		case wait > 0 && ready >= m.deadlineOf(limits):
			return orderedResult{err: marked("limited", "deadline"), after: wait}
		case wait > 0 && ready >= end:
			m.now = end
			return orderedResult{err: marked("limited", cause)}
		}
		m.now, m.arrival = ready, ready+m.interval
	case "adaptivelimit":
		if m.limited {
			return orderedResult{err: marked("exceeded")}
		}
	case "bulkhead":
		switch patience := m.now + m.slotWait; {
		case m.now >= m.slotFree:
		case m.slotWait == 0:
			return orderedResult{err: marked("full")}
		case end < min(m.slotFree, patience):
			m.now = end
			return orderedResult{err: marked("full", cause)}
		case patience < m.slotFree:
			m.now = patience
			return orderedResult{err: marked("full")}
		default:
			m.now = m.slotFree
		}
	}
	return m.run(inside, limits...)
}

func (m *orderModel) implementation(limits []time.Duration) orderedResult {
	a := m.attempts[min(m.runs, len(m.attempts)-1)]
	m.runs++
	if end, cause := m.endOf(limits); m.now+a.takes >= end {
		m.now = end
		return orderedResult{reached: true, err: marked(cause)}
	}
	m.now += a.takes
	if a.fails {
		return orderedResult{reached: true, err: marked("busy")}
	}
	return orderedResult{reached: true}
}

func (m *orderModel) bounded(inside []string, time time.Duration, limits []time.Duration) orderedResult {
	limit := m.now + time
	if m.deadlineOf(limits) < limit {
		return m.run(inside, limits...)
	}
	r := m.run(inside, append(limits, limit)...)
	if r.err != nil && r.reached && m.now >= limit && limit < m.cancelled {
		r.err = r.err.and("timeout", "deadline")
		if r.judged != nil {
			r.judged = r.judged.and("timeout", "deadline")
		}
	}
	return r
}

func (m *orderModel) retried(inside []string, limits []time.Duration) orderedResult {
	var last marks
	for attempt := 1; ; attempt++ {
		r := m.run(inside, limits...)
		if r.err == nil {
			return r
		}
		if r.reached {
			last = r.err
		}
		done := func() orderedResult {
			if !r.reached && last != nil {
				r.err, r.judged, r.reached = r.err.and(slices.Collect(maps.Keys(last))...), last, true
			}
			return r
		}
		end, cause := m.endOf(limits)
		named := slices.ContainsFunc(m.retryOn, func(name string) bool { return r.err[name] })
		again := named && !r.err["open"] || len(m.retryOn) == 0 && !r.err.refusal()
		delay := max(m.delay, r.after)
		switch {
		case m.now >= end, attempt == m.maxAttempts, !again, m.deadlineOf(limits) <= m.now+delay:
			return done()
		case end <= m.now+delay:
			m.now = end
			r.err = r.err.and(cause)
			return done()
		}
		m.now += delay
	}
}

// guarded is a breaker that opens at two failures of the last four outcomes, and
// closes after two good probes.
func (m *orderModel) guarded(inside []string, limits []time.Duration) orderedResult {
	if m.state == resilience.StateOpen {
		if left := m.opened + m.openWait - m.now; left > 0 {
			return orderedResult{err: marked("open"), after: left}
		}
		m.state, m.outcomes = resilience.StateHalfOpen, nil
	}
	r := m.run(inside, limits...)
	judged := r.err
	if r.judged != nil {
		judged = r.judged
	}
	switch {
	case !r.reached, judged.refusal(), r.err != nil && m.now >= m.cancelled:
		return r
	case r.err != nil:
		m.failed++
	default:
		m.succeeded++
	}
	m.outcomes = append(m.outcomes, r.err != nil)
	bad := 0
	for _, failed := range m.outcomes[max(0, len(m.outcomes)-4):] {
		if failed {
			bad++
		}
	}
	switch {
	case m.state == resilience.StateClosed && len(m.outcomes) >= 4 && bad >= 2,
		m.state == resilience.StateHalfOpen && len(m.outcomes) == 2 && bad >= 1:
		m.state, m.opened = resilience.StateOpen, m.now
	case m.state == resilience.StateHalfOpen && len(m.outcomes) == 2:
		m.state, m.outcomes = resilience.StateClosed, nil
	}
	return r
}

// orderOf draws an order of the layers, and what to write for it.
func orderOf(random *rand.Rand) (names []string, order resilience.Order) {
	names = []string{"totaltimeout", "retry", "circuitbreaker", "ratelimit", "adaptivelimit", "timeout", "bulkhead"}
	for _, at := range random.Perm(len(names))[:random.IntN(len(names)+1)] {
		order = append(order, names[at])
	}
	listed := func(name string) bool { return slices.Contains(order, name) }
	if at := slices.IndexFunc(names, listed); at >= 0 {
		names = slices.Concat(names[:at], order, slices.DeleteFunc(slices.Clone(names[at:]), listed))
	}
	if slices.Index(names, "retry") < slices.Index(names, "totaltimeout") {
		return orderOf(random) // a total timeout bounds the whole call
	}
	return names, order
}

// All orders of all policies, however a call is run, against the model.
func TestEveryOrderDoesWhatItsLayersDo(t *testing.T) {
	for _, e := range executions {
		t.Run(e.name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
				inBubble(t, func() { checkOrder(rt, random, e) })
			})
		})
	}
}

func checkOrder(rt *rapid.T, random *rand.Rand, e execution) {
	var drawn time.Duration
	span := func(most int) time.Duration { // milliseconds, and a part that no other span has
		drawn += 1009
		return time.Duration(1+random.IntN(most))*time.Millisecond + drawn
	}
	perhaps := func(most int) time.Duration {
		if random.IntN(3) > 0 {
			return 0
		}
		return span(most)
	}
	names, order := orderOf(random)
	m := &orderModel{
		maxAttempts: 1 + random.IntN(4),
		delay:       span(300), attempt: span(400), openWait: span(800),
		interval: span(400), permitWait: perhaps(400), slotWait: perhaps(400),
		retryOn: [][]string{nil, {"busy", "full", "timeout"}, {"limited", "busy", "exceeded"}}[random.IntN(3)],
		state:   resilience.StateClosed,
	}
	m.total = m.attempt + span(1000) + 500

	retry := resilience.DefaultRetryConfig()
	retry.MaxAttempts, retry.Delay = m.maxAttempts, m.delay
	for _, name := range m.retryOn {
		retry.RetryOn = append(retry.RetryOn, resilience.ErrorIs(markedErrors[name]))
	}
	config := resilience.DefaultCircuitBreakerConfig()
	config.WindowCalls, config.MinCalls, config.HalfOpenCalls, config.OpenWait = 4, 4, 2, m.openWait
	r, err := resilience.NewRetry("retry", retry)
	require.NoError(rt, err)
	breaker, err := resilience.NewCircuitBreaker("breaker", config)
	require.NoError(rt, err)
	limiter, err := resilience.NewRateLimiter("limiter", resilience.RateLimiterConfig{Limit: 1, Period: m.interval, Burst: 1, MaxWait: m.permitWait})
	require.NoError(rt, err)
	adaptive, err := resilience.NewAdaptiveLimiter("adaptive", resilience.AdaptiveLimiterConfig{Initial: 1, Min: 1, Max: 1, Algorithm: resilience.LimitAIMD})
	require.NoError(rt, err)
	timeout, err := resilience.NewTimeout("timeout", resilience.TimeoutConfig{Duration: m.attempt, Total: m.total})
	require.NoError(rt, err)
	bulkhead, err := resilience.NewBulkhead("bulkhead", resilience.BulkheadConfig{MaxConcurrent: 1, MaxWait: m.slotWait, Queue: -1})
	require.NoError(rt, err)
	p, err := resilience.NewPipeline("p", r, breaker, limiter, adaptive, timeout, bulkhead, order)
	require.NoError(rt, err)

	began := time.Now()
	for range 10 {
		gap := span(500)
		time.Sleep(gap)
		m.now += gap
		start := m.now
		m.cancelled, m.deadline, m.slotFree, m.runs, m.attempts = noTime, noTime, 0, 0, nil
		ctx, cancel := context.WithCancel(context.Background())
		if after := perhaps(700); after > 0 {
			m.cancelled = start + after
			time.AfterFunc(after, cancel)
		} else if after := perhaps(700); after > 0 {
			m.deadline = start + after
			ctx, cancel = context.WithTimeout(context.Background(), after)
		}
		if taken := perhaps(500); taken > 0 {
			m.slotFree = start + taken
			require.True(rt, bulkhead.TryAcquire())
			time.AfterFunc(taken, bulkhead.Release)
		}
		release := func() {}
		if m.limited = random.IntN(6) == 0; m.limited {
			permit, err := adaptive.Acquire(context.Background())
			require.NoError(rt, err)
			release = permit.Release
		}
		for range 1 + random.IntN(4) {
			m.attempts = append(m.attempts, orderedAttempt{span(500), random.IntN(2) == 0})
		}
		var runs atomic.Int32 // an attempt that was left behind may still be about to end
		_, err := e.do(ctx, p, func(ctx context.Context) (int, error) {
			a := m.attempts[min(int(runs.Add(1)), len(m.attempts))-1]
			select {
			case <-ctx.Done():
				return 0, ctx.Err()
			case <-time.After(a.takes):
			}
			if a.fails {
				return 0, errBusy
			}
			return 0, nil
		})
		ended := time.Since(began)
		synctest.Wait()
		want := m.run(names)
		left := m.now >= min(m.cancelled, m.deadline)
		if !e.detached || !left { // a detached caller leaves with its context's error
			require.Equal(rt, want.err.String(), marksOf(err).String())
		}
		require.Equal(rt, m.now-start, ended-start, "how long it takes")
		require.EqualValues(rt, m.runs, runs.Load())
		require.Equal(rt, m.state, breaker.State())
		total := breaker.Metrics().Total
		require.Equal(rt, []int{m.failed, m.succeeded}, []int{int(total.Failed), int(total.Successful)})
		if m.now < m.slotFree {
			time.Sleep(m.slotFree - m.now)
			synctest.Wait()
			m.now = m.slotFree
		}
		cancel()
		release()
		require.Zero(rt, bulkhead.Metrics().InUse+bulkhead.Metrics().Waiting+limiter.Metrics().Waiting+adaptive.Metrics().InFlight)
	}
}
