package resilienceprom_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resilienceprom "github.com/go-resgen/resgen/contrib/prometheus"
	resilience "github.com/go-resgen/resgen/runtime"
)

var errBroken = errors.New("broken")

// A program has an instance of every policy.
type program struct {
	registry *resilience.Registry
	retry    *resilience.Retry
	breaker  *resilience.CircuitBreaker
}

func newProgram(t *testing.T) program {
	t.Helper()
	reg, err := resilience.NewRegistry()
	require.NoError(t, err)
	p := program{registry: reg}

	retry := resilience.DefaultRetryConfig()
	retry.Delay = 0
	p.retry, err = reg.Retry("carrier", retry)
	require.NoError(t, err)
	breaker := resilience.DefaultCircuitBreakerConfig()
	breaker.Group, breaker.WindowCalls, breaker.MinCalls = "partners", 2, 2
	p.breaker, err = reg.CircuitBreaker("carrier", breaker)
	require.NoError(t, err)

	bulkhead := resilience.DefaultBulkheadConfig()
	bulkhead.MaxConcurrent = 5
	_, err = reg.Bulkhead("carrier", bulkhead)
	require.NoError(t, err)
	_, err = reg.Hedge("carrier", resilience.DefaultHedgeConfig())
	require.NoError(t, err)
	_, err = reg.RateLimiter("carrier", resilience.DefaultRateLimiterConfig(10, time.Hour))
	require.NoError(t, err)
	_, err = reg.AdaptiveLimiter("carrier", resilience.DefaultAdaptiveLimiterConfig())
	require.NoError(t, err)
	_, err = reg.Timeout("carrier", resilience.TimeoutConfig{Duration: time.Minute})
	require.NoError(t, err)
	return p
}

func TestMetricsOverHTTP(t *testing.T) {
	p := newProgram(t)
	client, err := p.registry.Pipeline("carrier.Track", p.retry)
	require.NoError(t, err)
	_ = client.Do(t.Context(), func(context.Context) (resilience.Verdict, error) { return 0, errBroken })

	prom := prometheus.NewPedanticRegistry()
	require.NoError(t, prom.Register(resilienceprom.NewCollector(p.registry)))
	server := httptest.NewServer(promhttp.HandlerFor(prom, promhttp.HandlerOpts{ErrorHandling: promhttp.HTTPErrorOnError}))
	defer server.Close()
	response, err := http.Get(server.URL)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, response.StatusCode, "%s", body)
	for _, line := range []string{
		`resilience_retry_retries_total{group="",name="carrier"} 2`,
		`resilience_retry_exhausted_total{group="",name="carrier"} 1`,
		`resilience_circuitbreaker_state{group="partners",name="carrier",state="closed"} 1`,
		`resilience_circuitbreaker_state{group="partners",name="carrier",state="open"} 0`,
		`resilience_ratelimit_available_permits{group="",name="carrier"} 10`,
		`resilience_bulkhead_max_concurrent{group="",name="carrier"} 5`,
		`resilience_pipeline_fallbacks_total{name="carrier.Track"} 0`,
	} {
		assert.Contains(t, string(body), line+"\n")
	}
}

func TestRatesAreMissingUntilThereAreEnoughCalls(t *testing.T) {
	p := newProgram(t)
	collector := resilienceprom.NewCollector(p.registry)
	const rate = "resilience_circuitbreaker_failure_rate_percent"
	assert.Zero(t, testutil.CollectAndCount(collector, rate))
	for range 2 {
		_ = p.breaker.Do(t.Context(), func(context.Context) error { return errBroken })
	}
	_ = p.breaker.Do(t.Context(), func(context.Context) error { return nil })
	require.NoError(t, testutil.CollectAndCompare(collector, strings.NewReader(`
# HELP resilience_circuitbreaker_calls_total Calls by how they counted.
# TYPE resilience_circuitbreaker_calls_total counter
resilience_circuitbreaker_calls_total{group="partners",name="carrier",outcome="failed"} 2
resilience_circuitbreaker_calls_total{group="partners",name="carrier",outcome="ignored"} 0
resilience_circuitbreaker_calls_total{group="partners",name="carrier",outcome="not_permitted"} 1
resilience_circuitbreaker_calls_total{group="partners",name="carrier",outcome="successful"} 0
# HELP resilience_circuitbreaker_failure_rate_percent Failures in the window; missing below the minimum of calls.
# TYPE resilience_circuitbreaker_failure_rate_percent gauge
resilience_circuitbreaker_failure_rate_percent{group="partners",name="carrier"} 100
`), "resilience_circuitbreaker_calls_total", rate))
}

func TestInstancesThatComeLaterAreShown(t *testing.T) {
	reg, err := resilience.NewRegistry()
	require.NoError(t, err)
	collector := resilienceprom.NewCollector(reg)
	const retries = "resilience_retry_retries_total"
	assert.Zero(t, testutil.CollectAndCount(collector, retries))
	for i := range 3 {
		_, err := reg.Retry(fmt.Sprint("late", i), resilience.DefaultRetryConfig())
		require.NoError(t, err)
	}
	assert.Equal(t, 3, testutil.CollectAndCount(collector, retries))
}

func TestANameThatIsNotTextIsShown(t *testing.T) {
	reg, err := resilience.NewRegistry()
	require.NoError(t, err)
	_, err = reg.Bulkhead("a\xffb", resilience.DefaultBulkheadConfig())
	require.NoError(t, err)

	require.NoError(t, testutil.CollectAndCompare(resilienceprom.NewCollector(reg), strings.NewReader(`
# HELP resilience_bulkhead_max_concurrent Slots.
# TYPE resilience_bulkhead_max_concurrent gauge
resilience_bulkhead_max_concurrent{group="",name="a�b"} 25
`), "resilience_bulkhead_max_concurrent"))
}

func TestNamesFollowPrometheus(t *testing.T) {
	problems, err := testutil.CollectAndLint(resilienceprom.NewCollector(newProgram(t).registry))
	require.NoError(t, err)
	assert.Empty(t, problems)
}

func TestTheReadmeListsEveryMetric(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	descs := make(chan *prometheus.Desc, 100)
	resilienceprom.NewCollector(nil).Describe(descs)
	close(descs)
	for desc := range descs {
		name, _, _ := strings.Cut(strings.TrimPrefix(desc.String(), `Desc{fqName: "`), `"`)
		assert.Contains(t, string(readme), "`"+name+"`")
	}
}
