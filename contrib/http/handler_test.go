package resiliencehttp_test

import (
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resiliencehttp "github.com/go-resgen/resgen/contrib/http"
	resilience "github.com/go-resgen/resgen/runtime"
)

func TestAHandlerRefusesWhatIsTooMuch(t *testing.T) {
	for name, test := range map[string]struct {
		policy resilience.Policy
		status int
		after  string
	}{
		"for its slots": {
			policy: resiliently(t, resilience.NewBulkhead, resilience.BulkheadConfig{MaxConcurrent: 1, Queue: -1}),
			status: http.StatusServiceUnavailable,
		},
		"for its rate": {
			policy: resiliently(t, resilience.NewRateLimiter, resilience.DefaultRateLimiterConfig(1, time.Hour)),
			status: http.StatusTooManyRequests,
			after:  "3600",
		},
	} {
		t.Run(name, func(t *testing.T) {
			busy, leave := make(chan struct{}), make(chan struct{})
			server := serve(t, resiliencehttp.Handler(pipeline(t, test.policy), http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				close(busy)
				<-leave
			})))
			first := make(chan int)
			go func() { first <- status(t, server.Client(), server.URL) }()
			<-busy

			resp, err := server.Client().Get(server.URL)

			require.NoError(t, err)
			assert.Equal(t, test.status, resp.StatusCode)
			assert.Equal(t, test.after, resp.Header.Get("Retry-After"))
			assert.Equal(t, http.StatusText(test.status)+"\n", read(t, resp))
			close(leave)
			assert.Equal(t, http.StatusOK, <-first)
		})
	}
}

func TestABreakerLearnsFromAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		answer  int // 0: none
		failed  uint64
	}{
		"a good one":                       {handler: answers(200), answer: 200},
		"none at all, which is a good one": {handler: func(http.ResponseWriter, *http.Request) {}, answer: 200},
		"one that blames the client":       {handler: answers(404), answer: 404},
		"one that knows no such method":    {handler: answers(501), answer: 501},
		"one that is to come later":        {handler: answers(429), answer: 429},
		"a failed one":                     {handler: answers(500), answer: 500, failed: 1},
		"a good one after information":     {handler: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusEarlyHints); w.WriteHeader(200) }, answer: 200},
		"a good one, whatever comes after": {handler: func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "good")
			http.Error(w, "late", 500)
		}, answer: 200},
		"a failed one, likewise": {handler: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500); w.WriteHeader(200) }, answer: 500, failed: 1},
		"a panic":                {handler: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, failed: 1},
	} {
		t.Run(name, func(t *testing.T) {
			breaker := resiliently(t, resilience.NewCircuitBreaker, resilience.DefaultCircuitBreakerConfig())
			server := serve(t, resiliencehttp.Handler(pipeline(t, attempts(t, 3), breaker), test.handler))

			resp, err := server.Client().Get(server.URL)

			if test.answer == 0 {
				require.ErrorIs(t, err, io.EOF)
			} else {
				require.NoError(t, err)
				assert.Equal(t, test.answer, resp.StatusCode)
				read(t, resp)
			}
			server.Close() // until the handler has returned
			metrics := breaker.Metrics()
			assert.Equal(t, test.failed, metrics.Failed)
			assert.EqualValues(t, 1, metrics.Buffered, "one call, also where there is a retry")
		})
	}
}

func TestAnOpenBreakerAnswersForTheHandler(t *testing.T) {
	cfg := resilience.DefaultCircuitBreakerConfig()
	cfg.Initial = resilience.StateOpen
	server := serve(t, resiliencehttp.Handler(pipeline(t, resiliently(t, resilience.NewCircuitBreaker, cfg)), answers(200)))

	resp, err := server.Client().Get(server.URL)

	require.NoError(t, err)
	read(t, resp)
	assert.Equal(t, http.StatusServiceUnavailable, resp.StatusCode)
	assert.Equal(t, "60", resp.Header.Get("Retry-After"))
}

func TestAClientWhoLeavesDoesNotCount(t *testing.T) {
	breaker := resiliently(t, resilience.NewCircuitBreaker, resilience.DefaultCircuitBreakerConfig())
	ctx, leave := context.WithCancel(t.Context())
	server := serve(t, resiliencehttp.Handler(pipeline(t, breaker), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave()
		<-r.Context().Done()
		w.WriteHeader(http.StatusInternalServerError)
	})))

	_, err := server.Client().Do(newRequest(t, http.MethodGet, server.URL, nil).WithContext(ctx))

	require.ErrorIs(t, err, context.Canceled)
	server.Close()
	assert.Zero(t, breaker.Metrics().Buffered)
}

func TestATimeoutEndsTheContextOfAHandler(t *testing.T) {
	server := serve(t, resiliencehttp.Handler(pipeline(t, timeout(t, time.Millisecond)), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		w.WriteHeader(http.StatusGatewayTimeout)
	})))

	assert.Equal(t, http.StatusGatewayTimeout, status(t, server.Client(), server.URL))
}

func TestAHandlersResponseWriterCanWhatItCould(t *testing.T) {
	server := serve(t, resiliencehttp.Handler(pipeline(t), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, flushes := w.(http.Flusher)
		_, hijacks := w.(http.Hijacker)
		_, copies := w.(io.ReaderFrom)
		assert.True(t, flushes && hijacks && copies)
		assert.NoError(t, http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Hour)))
	})))

	assert.Equal(t, http.StatusOK, status(t, server.Client(), server.URL))
}

// answers is a handler with one answer.
func answers(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// status is that of the response to a GET request.
func status(t *testing.T, client *http.Client, url string) int {
	resp, err := client.Get(url)
	if !assert.NoError(t, err) {
		return 0
	}
	_, err = io.Copy(io.Discard, resp.Body)
	assert.NoError(t, err)
	assert.NoError(t, resp.Body.Close())
	return resp.StatusCode
}
