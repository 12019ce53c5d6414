package resiliencehttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	resiliencehttp "github.com/go-resgen/resgen/contrib/http"
	resilience "github.com/go-resgen/resgen/runtime"
)

// A client that retries, whose breaker is its own business, and whose numbers and
// settings are the registry's.
func ExampleTransport() {
	service := httptest.NewServer(flaky())
	defer service.Close()

	reg, err := resilience.NewRegistry(resilience.WithEnv(os.Environ()))
	check(err)
	retry, err := reg.Retry("carrier", resilience.RetryConfig{MaxAttempts: 3, Delay: time.Millisecond, Multiplier: 2})
	check(err)
	breaker, err := reg.CircuitBreaker("carrier", resilience.DefaultCircuitBreakerConfig())
	check(err)
	timeout, err := reg.Timeout("carrier", resilience.TimeoutConfig{Duration: 2 * time.Second})
	check(err)
	pipeline, err := reg.Pipeline("carrier", retry, breaker, timeout)
	check(err)

	client := &http.Client{Transport: &resiliencehttp.Transport{Pipeline: pipeline}}
	resp, err := client.Get(service.URL)
	check(err)
	defer func() { _ = resp.Body.Close() }()

	fmt.Println(resp.Status, "after", retry.Metrics().Retries, "retries")
	// Output: 200 OK after 2 retries
}

// A server that answers ten requests at a time, keeps ten more waiting for a
// moment, and sends the others away.
func ExampleHandler() {
	slots := resilience.DefaultBulkheadConfig()
	slots.MaxConcurrent, slots.Queue, slots.MaxWait = 10, 10, 100*time.Millisecond
	bulkhead, err := resilience.NewBulkhead("reports", slots)
	check(err)
	pipeline, err := resilience.NewPipeline("reports", bulkhead)
	check(err)

	server := httptest.NewServer(resiliencehttp.Handler(pipeline, http.HandlerFunc(report)))
	defer server.Close()

	resp, err := http.Get(server.URL)
	check(err)
	defer func() { _ = resp.Body.Close() }()
	fmt.Println(resp.Status)
	// Output: 200 OK
}

// flaky is a service that fails twice before it answers.
func flaky() http.Handler {
	return &answering{codes: []int{503, 503, 200}}
}

func report(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "all is well") }

func check(err error) {
	if err != nil {
		panic(err)
	}
}
