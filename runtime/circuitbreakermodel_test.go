package runtime_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	resilience "github.com/go-resgen/resgen/runtime"
)

var errIgnored = errors.New("ignored")

// A breakerModel is a circuit breaker that keeps the raw history of its state and
// computes everything from it.
type breakerModel struct {
	cfg      resilience.CircuitBreakerConfig
	state    resilience.State
	entered  time.Time // the state; the buckets of a time window count from here
	stay     int       // numbers the states, to know stale permits
	history  []modelOutcome
	out      map[int]time.Time // probes by permit number
	left     int
	wait     time.Duration
	openings int
	shown    modelNumbers // by an open breaker
	refused  uint64
	over     [2]bool // failure rate, slow rate

	totals      resilience.CircuitBreakerTotals
	transitions [][2]resilience.State
	exceeded    int
}

type modelOutcome struct {
	at           time.Time
	failed, slow bool
}

type modelNumbers struct {
	calls, failed, slow, slowFailed int
	minCalls                        int
}

type modelPermit struct {
	number, stay int
	slowCall     time.Duration
	state        resilience.State
}

func newBreakerModel(cfg resilience.CircuitBreakerConfig) *breakerModel {
	m := &breakerModel{cfg: cfg}
	m.begin(cfg.Initial)
	return m
}

// begin begins a state afresh.
func (m *breakerModel) begin(to resilience.State) {
	m.shown = m.numbers()
	if m.state == 0 {
		m.shown = modelNumbers{minCalls: m.minCalls()}
	}
	switch {
	case to == resilience.StateClosed:
		m.openings = 0
	case to == resilience.StateOpen && m.state != resilience.StateOpen:
		m.openings++
	}
	m.state, m.entered, m.history, m.over, m.refused = to, time.Now(), nil, [2]bool{}, 0
	m.stay++
	m.out, m.left = map[int]time.Time{}, m.cfg.HalfOpenCalls
	m.wait = m.openWait()
}

func (m *breakerModel) openWait() time.Duration {
	wait := new(big.Rat).SetInt64(int64(m.cfg.OpenWait))
	for range m.openings - 1 {
		wait.Mul(wait, new(big.Rat).SetFloat64(m.cfg.OpenMultiplier))
	}
	whole := new(big.Int).Quo(wait.Num(), wait.Denom())
	if m.cfg.MaxOpenWait > 0 && whole.Cmp(big.NewInt(int64(m.cfg.MaxOpenWait))) > 0 {
		return m.cfg.MaxOpenWait
	}
	return time.Duration(whole.Int64())
}

func (m *breakerModel) move(to resilience.State) {
	from := m.state
	m.begin(to)
	if from != to {
		m.transitions = append(m.transitions, [2]resilience.State{from, to})
		m.totals.Transitions++
	}
}

func (m *breakerModel) records() bool {
	return m.state == resilience.StateClosed || m.state == resilience.StateHalfOpen || m.state == resilience.StateMetricsOnly
}

func (m *breakerModel) minCalls() int {
	if m.state == resilience.StateHalfOpen {
		return min(m.cfg.MinCalls, m.cfg.HalfOpenCalls)
	}
	if m.cfg.WindowCalls > 0 {
		return min(m.cfg.MinCalls, m.cfg.WindowCalls)
	}
	return m.cfg.MinCalls
}

// window is the part of the history that counts now.
func (m *breakerModel) window() []modelOutcome {
	switch {
	case m.state == resilience.StateHalfOpen:
		return m.history
	case m.cfg.WindowCalls > 0:
		return m.history[max(0, len(m.history)-m.cfg.WindowCalls):]
	}
	width := 100 * time.Millisecond
	if m.cfg.WindowTime >= 10*time.Second {
		width = time.Second
	}
	number := func(at time.Time) int { return int(at.Sub(m.entered) / width) }
	oldest := number(time.Now()) - int(m.cfg.WindowTime/width) + 1
	return slices.DeleteFunc(slices.Clone(m.history), func(o modelOutcome) bool { return number(o.at) < oldest })
}

func (m *breakerModel) numbers() modelNumbers {
	n := modelNumbers{minCalls: m.minCalls()}
	switch {
	case m.state == resilience.StateOpen:
		return m.shown
	case !m.records():
		return n
	}
	for _, o := range m.window() {
		n.calls++
		if o.failed {
			n.failed++
		}
		if o.slow {
			n.slow++
		}
		if o.failed && o.slow {
			n.slowFailed++
		}
	}
	return n
}

// reached compares part/total with a percentage as fractions.
func modelReached(part, total int, percent float64) bool {
	threshold, _ := new(big.Rat).SetString(strconv.FormatFloat(percent, 'f', -1, 64))
	return big.NewRat(100*int64(part), int64(total)).Cmp(threshold) >= 0
}

// acquire returns whether a call is admitted.
func (m *breakerModel) acquire(number int) (modelPermit, bool) {
	now := time.Now()
	if m.state == resilience.StateOpen && now.Sub(m.entered) >= m.wait {
		m.move(resilience.StateHalfOpen)
	}
	if m.state == resilience.StateHalfOpen {
		for _, admitted := range m.out {
			if m.cfg.MaxHalfOpenWait > 0 && now.Sub(admitted) >= m.cfg.MaxHalfOpenWait {
				m.move(resilience.StateOpen)
				break
			}
		}
	}
	p := modelPermit{number, m.stay, m.cfg.SlowCall, m.state}
	switch {
	case m.state == resilience.StateForcedOpen:
		return p, false
	case m.state == resilience.StateOpen, m.state == resilience.StateHalfOpen && m.left == 0:
		m.refused++
		m.totals.NotPermitted++
		return p, false
	}
	m.left--
	m.out[number] = now
	return p, true
}

func (m *breakerModel) settle(p modelPermit, neutral, failed bool, took time.Duration) {
	if p.state == resilience.StateDisabled {
		return
	}
	if p.stay != m.stay || neutral {
		if p.stay == m.stay {
			delete(m.out, p.number)
			m.left++
		}
		if m.records() || m.state == resilience.StateOpen {
			m.totals.Ignored++
		}
		return
	}
	delete(m.out, p.number)
	slow := p.slowCall > 0 && took > p.slowCall
	m.history = append(m.history, modelOutcome{time.Now(), failed, slow})
	if failed {
		m.totals.Failed++
	} else {
		m.totals.Successful++
	}
	if slow {
		m.totals.Slow++
	}
	m.judge()
}

func (m *breakerModel) judge() {
	n := m.numbers()
	enough := n.calls >= n.minCalls
	over := [2]bool{
		enough && modelReached(n.failed, n.calls, m.cfg.FailureRate),
		enough && modelReached(n.slow, n.calls, m.cfg.SlowRate),
	}
	for i := range over {
		if over[i] && !m.over[i] {
			m.exceeded++
		}
	}
	m.over = over
	switch {
	case m.state == resilience.StateMetricsOnly:
	case over[0] || over[1]:
		m.move(resilience.StateOpen)
	case m.state == resilience.StateHalfOpen && enough:
		m.move(resilience.StateClosed)
	}
}

func (m *breakerModel) reconfigure(cfg resilience.CircuitBreakerConfig) {
	sameWindow := m.cfg.WindowCalls == cfg.WindowCalls && m.cfg.WindowTime == cfg.WindowTime
	m.cfg = cfg
	switch {
	case m.state == resilience.StateOpen:
		m.wait = m.openWait()
	case m.state == resilience.StateHalfOpen || !sameWindow:
		m.begin(m.state)
	}
}

func (m *breakerModel) metrics() resilience.CircuitBreakerMetrics {
	n := m.numbers()
	metrics := resilience.CircuitBreakerMetrics{
		State: m.state, FailureRate: -1, SlowRate: -1,
		Buffered: uint64(n.calls), Failed: uint64(n.failed), Successful: uint64(n.calls - n.failed),
		Slow: uint64(n.slow), SlowFailed: uint64(n.slowFailed), SlowSuccessful: uint64(n.slow - n.slowFailed),
		NotPermitted: m.refused, Total: m.totals,
	}
	if n.calls > 0 && n.calls >= n.minCalls {
		metrics.FailureRate = 100 * float64(n.failed) / float64(n.calls)
		metrics.SlowRate = 100 * float64(n.slow) / float64(n.calls)
	}
	return metrics
}

// steps are lengths of time that lie on, just before and just after what matters.
var modelSteps = []time.Duration{
	0, 1, time.Millisecond, 99 * time.Millisecond, 100 * time.Millisecond, 101 * time.Millisecond,
	300 * time.Millisecond, time.Second - 1, time.Second, 2 * time.Second, 5 * time.Second, 8800 * time.Millisecond, 10 * time.Second,
	11 * time.Second, time.Minute,
}

func drawBreakerConfig(t *rapid.T, timed bool) resilience.CircuitBreakerConfig {
	cfg := resilience.DefaultCircuitBreakerConfig()
	cfg.WindowCalls, cfg.WindowTime = rapid.SampledFrom([]int{1, 2, 3, 4, 7, 31, 32, 33, 64, 100}).Draw(t, "windowCalls"), 0
	if timed {
		cfg.WindowCalls, cfg.WindowTime = 0, rapid.SampledFrom([]time.Duration{
			100 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond, time.Second, 10 * time.Second, 12 * time.Second,
		}).Draw(t, "windowTime")
	}
	cfg.FailureRate = rapid.SampledFrom([]float64{0.0001, 0.4, 20, 33.3333, 33.3334, 50, 66.6, 100}).Draw(t, "failureRate")
	cfg.SlowRate = rapid.SampledFrom([]float64{10, 50, 100}).Draw(t, "slowRate")
	cfg.MinCalls = rapid.IntRange(1, 8).Draw(t, "minCalls")
	cfg.SlowCall = rapid.SampledFrom([]time.Duration{0, time.Millisecond, 100 * time.Millisecond}).Draw(t, "slowCall")
	cfg.OpenWait = rapid.SampledFrom([]time.Duration{time.Nanosecond, time.Second, 5 * time.Second}).Draw(t, "openWait")
	cfg.OpenMultiplier = rapid.SampledFrom([]float64{1, 1.5, 2}).Draw(t, "openMultiplier")
	cfg.MaxOpenWait = rapid.SampledFrom([]time.Duration{0, 10 * time.Second}).Draw(t, "maxOpenWait")
	cfg.HalfOpenCalls = rapid.IntRange(1, 5).Draw(t, "halfOpenCalls")
	cfg.MaxHalfOpenWait = rapid.SampledFrom([]time.Duration{0, time.Second, 11 * time.Second}).Draw(t, "maxHalfOpenWait")
	cfg.Initial = rapid.SampledFrom([]resilience.State{
		resilience.StateClosed, resilience.StateClosed, resilience.StateMetricsOnly, resilience.StateOpen,
		resilience.StateDisabled, resilience.StateForcedOpen,
	}).Draw(t, "initial")
	cfg.IgnoreOn = []resilience.Matcher{resilience.ErrorIs(errIgnored)}
	return cfg
}

func TestABreakerBehavesLikeAModelThatKeepsTheRawHistory(t *testing.T) {
	for _, window := range []struct {
		name  string
		timed bool
	}{{"count window", false}, {"time window", true}} {
		t.Run(window.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rapid.Check(withoutDeadline{t}, func(t *rapid.T) { driveBreaker(t, window.timed) })
			})
		})
	}
}

// withoutDeadline hides the test's deadline, which is not a time in a bubble.
type withoutDeadline struct{ rapid.TB }

// driveBreaker drives a breaker and its model with the same random actions.
func driveBreaker(t *rapid.T, timed bool) {
	cfg := drawBreakerConfig(t, timed)
	b, err := resilience.NewCircuitBreaker("carrier", cfg)
	require.NoError(t, err)
	model := newBreakerModel(cfg)
	if rapid.Bool().Draw(t, "near the wrap") {
		b.StartBelowWrap(rapid.Uint64Range(1, 60).Draw(t, "outcomes"))
	}

	var transitions [][2]resilience.State
	var exceeded int
	b.Events().Subscribe(func(ev resilience.Event) {
		switch ev.Kind {
		case resilience.KindTransition:
			transitions = append(transitions, [2]resilience.State{ev.From, ev.To})
			require.Equal(t, uint64(len(transitions)), ev.Sequence)
		case resilience.KindRateExceeded:
			exceeded++
		}
	}, resilience.KindTransition, resilience.KindRateExceeded)

	type held struct {
		permit *resilience.CircuitBreakerPermit
		model  modelPermit
		begun  time.Time
	}
	var under []held
	number := 0
	outcome := func() error {
		return rapid.SampledFrom([]error{nil, nil, errDown, errDown, errIgnored}).Draw(t, "error")
	}
	acquire := func() {
		number++
		expected, admitted := model.acquire(number)
		permit, err := b.Acquire(context.Background())
		require.Equal(t, admitted, err == nil, "admitted; %v", err)
		if admitted {
			under = append(under, held{permit, expected, time.Now()})
			return
		}
		require.ErrorIs(t, err, resilience.ErrCallNotPermitted)
		if model.state == resilience.StateOpen {
			rejected := err.(*resilience.RejectedError)
			require.Equal(t, time.Until(model.entered.Add(model.wait)), rejected.RetryAfter())
		}
	}
	settle := func(i int, err error) {
		h := under[i]
		under = slices.Delete(under, i, i+1)
		if err == nil {
			h.permit.Success()
		} else {
			h.permit.Failure(err)
		}
		model.settle(h.model, err == errIgnored, err == errDown, time.Since(h.begun))
	}
	call := func() {
		before := len(under)
		acquire()
		if len(under) > before {
			time.Sleep(rapid.SampledFrom([]time.Duration{0, 0, 1e6, 1e6 + 1, 1e8, 1e8 + 1}).Draw(t, "took"))
			settle(before, outcome())
		}
	}
	byHand := func(transition func(), to resilience.State) func(*rapid.T) {
		return func(*rapid.T) {
			transition()
			model.move(to)
		}
	}
	t.Repeat(map[string]func(*rapid.T){
		"call": func(*rapid.T) { call() },
		"calls": func(*rapid.T) {
			for range rapid.IntRange(2, 40).Draw(t, "calls") {
				call()
			}
		},
		"acquire": func(*rapid.T) { acquire() },
		"settle": func(t *rapid.T) {
			if len(under) == 0 {
				t.Skip()
			}
			settle(rapid.IntRange(0, len(under)-1).Draw(t, "which"), outcome())
		},
		"release": func(t *rapid.T) {
			if len(under) == 0 {
				t.Skip()
			}
			h := under[0]
			under = under[1:]
			h.permit.Release()
			model.settle(h.model, true, false, 0)
		},
		"sleep": func(*rapid.T) { time.Sleep(rapid.SampledFrom(modelSteps).Draw(t, "step")) },
		"wait":  func(*rapid.T) { time.Sleep(model.wait - 1) },
		"lose":  func(*rapid.T) { time.Sleep(model.cfg.MaxHalfOpenWait) },
		"close": byHand(b.Close, resilience.StateClosed),
		"open":  byHand(b.Open, resilience.StateOpen),
		"force": byHand(b.ForceOpen, resilience.StateForcedOpen),
		"watch": byHand(b.MetricsOnly, resilience.StateMetricsOnly),
		"off":   byHand(b.Disable, resilience.StateDisabled),
		"reset": byHand(b.Reset, resilience.StateClosed),
		"half-open": func(*rapid.T) {
			if model.state == resilience.StateClosed {
				require.ErrorIs(t, b.HalfOpen(), resilience.ErrIllegalTransition)
				return
			}
			require.NoError(t, b.HalfOpen())
			model.move(resilience.StateHalfOpen)
		},
		"reconfigure": func(*rapid.T) {
			cfg := drawBreakerConfig(t, timed)
			if rapid.Bool().Draw(t, "same window") {
				cfg.WindowCalls, cfg.WindowTime = model.cfg.WindowCalls, model.cfg.WindowTime
			}
			require.NoError(t, b.Reconfigure(cfg))
			model.reconfigure(cfg)
		},
		"": func(t *rapid.T) {
			require.Equal(t, model.state, b.State())
			if rapid.Bool().Draw(t, "read metrics") {
				require.Equal(t, model.metrics(), b.Metrics())
			}
			require.Equal(t, model.transitions, transitions)
			require.Equal(t, model.exceeded, exceeded)
		},
	})
	require.Equal(t, model.metrics(), b.Metrics())
}
