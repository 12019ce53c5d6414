package resiliencehttp_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resiliencehttp "github.com/go-resgen/resgen/contrib/http"
	resilience "github.com/go-resgen/resgen/runtime"
)

func TestAFailedRequestIsSentAgain(t *testing.T) {
	for name, test := range map[string]struct {
		method  string
		body    io.Reader
		header  http.Header
		answers []int
		status  int
		sent    int
	}{
		"until the service answers well":               {answers: []int{503, 500, 200}, status: 200, sent: 3},
		"as often as the retry allows":                 {answers: []int{503, 502, 504}, status: 504, sent: 3},
		"when it came too soon":                        {answers: []int{429, 200}, status: 200, sent: 2},
		"not where the client is at fault":             {answers: []int{404}, status: 404, sent: 1},
		"not where the service never does it":          {answers: []int{501}, status: 501, sent: 1},
		"with its body":                                {method: "PUT", body: strings.NewReader("body"), answers: []int{503, 200}, status: 200, sent: 2},
		"not where that could do it twice":             {method: "POST", body: strings.NewReader("body"), answers: []int{503}, status: 503, sent: 1},
		"where a key keeps it from being done twice":   {method: "POST", body: strings.NewReader("body"), header: http.Header{"Idempotency-Key": {"1"}}, answers: []int{503, 200}, status: 200, sent: 2},
		"not where its body cannot be read twice":      {method: "PUT", body: onlyReader{strings.NewReader("body")}, answers: []int{503}, status: 503, sent: 1},
		"without a body that nobody could read before": {method: "DELETE", answers: []int{500, 204}, status: 204, sent: 2},
	} {
		t.Run(name, func(t *testing.T) {
			service := &answering{codes: test.answers, body: "answer", expects: "body"}
			server := serve(t, service)
			client := newClient(t, server.Client().Transport, attempts(t, 3))
			req := newRequest(t, test.method, server.URL, test.body)
			for name, values := range test.header {
				req.Header[name] = values
			}

			resp, err := client.Do(req)

			require.NoError(t, err)
			assert.Equal(t, test.status, resp.StatusCode)
			assert.Same(t, req, resp.Request, "the one that the caller made")
			if test.status != http.StatusNoContent {
				assert.Equal(t, "answer", read(t, resp))
			}
			assert.Equal(t, test.sent, service.answered())
		})
	}
}

func TestAttemptsShareAConnection(t *testing.T) {
	service := serve(t, &answering{codes: []int{503, 503, 200}, body: strings.Repeat("x", 40<<10)})
	client := newClient(t, service.Client().Transport, attempts(t, 3))
	var reused []bool
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { reused = append(reused, info.Reused) },
	})

	resp, err := client.Do(newRequest(t, http.MethodGet, service.URL, nil).WithContext(ctx))

	require.NoError(t, err)
	read(t, resp)
	assert.Equal(t, []bool{false, true, true}, reused)
}

func TestALongFailedResponseIsTheCallersWhole(t *testing.T) {
	long := strings.Repeat("0123456789", 100<<10)
	service := &answering{codes: []int{503, 503}, body: long}
	server := serve(t, service)

	resp, err := newClient(t, server.Client().Transport, attempts(t, 2)).Get(server.URL)

	require.NoError(t, err)
	assert.Equal(t, long, read(t, resp))
	assert.Equal(t, 2, service.answered())
}

func TestAFailedResponseThatBreaksOffIsTheCallers(t *testing.T) {
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "half")
	}))

	resp, err := newClient(t, service.Client().Transport, timeout(t, time.Minute)).Get(service.URL)

	require.NoError(t, err)
	assert.Equal(t, http.StatusServiceUnavailable, resp.StatusCode)
	body, err := io.ReadAll(resp.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	assert.Equal(t, "half", string(body))
	require.NoError(t, resp.Body.Close())
}

func TestABreakerLearnsFromResponses(t *testing.T) {
	for name, test := range map[string]struct {
		answer int
		ignore []resilience.Matcher
		state  resilience.State
	}{
		"a failed one counts":               {answer: 503, state: resilience.StateOpen},
		"one that blames the client is not": {answer: 400, state: resilience.StateClosed},
		"nor is one that a matcher ignores": {answer: 429, ignore: []resilience.Matcher{resiliencehttp.Status(429)}, state: resilience.StateClosed},
		"where it ignores another, it does": {answer: 429, ignore: []resilience.Matcher{resiliencehttp.Status(503)}, state: resilience.StateOpen},
	} {
		t.Run(name, func(t *testing.T) {
			service := &answering{codes: []int{test.answer, test.answer}}
			server := serve(t, service)
			cfg := resilience.DefaultCircuitBreakerConfig()
			cfg.WindowCalls, cfg.MinCalls, cfg.IgnoreOn = 2, 2, test.ignore
			breaker := resiliently(t, resilience.NewCircuitBreaker, cfg)
			client := newClient(t, server.Client().Transport, breaker)

			for range 2 {
				resp, err := client.Get(server.URL)
				require.NoError(t, err)
				read(t, resp)
			}

			assert.Equal(t, test.state, breaker.State())
			if test.state != resilience.StateOpen {
				return
			}
			body := &closing{Reader: strings.NewReader("body")}
			_, err := client.Do(newRequest(t, http.MethodPost, server.URL, body))
			require.ErrorIs(t, err, resilience.ErrCallNotPermitted)
			assert.True(t, body.closed, "the body of a request that was not sent")
			assert.Equal(t, 2, service.answered())
		})
	}
}

// What the time does is tested with HTTP over pipes, in bubbles.

func TestATimeoutGivesUpAServiceThatDoesNotAnswer(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"at all": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"more than that it has failed": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusServiceUnavailable)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				base := piped(t, answer)
				client := newClient(t, base, timeout(t, time.Second), attempts(t, 2))
				began := time.Now()

				_, err := client.Do(newRequest(t, http.MethodGet, pipedURL, nil))

				require.ErrorIs(t, err, resilience.ErrTimeout)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				urlError, ok := errors.AsType[*url.Error](err)
				require.True(t, ok)
				assert.True(t, urlError.Timeout())
				assert.Equal(t, 2*time.Second, time.Since(began))
			})
		})
	}
}

func TestABodyCanBeReadAfterTheTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		base := piped(t, func(w http.ResponseWriter, _ *http.Request) {
			_ = http.NewResponseController(w).Flush()
			time.Sleep(time.Minute)
			_, _ = io.WriteString(w, "late")
		})
		client := newClient(t, base, timeout(t, time.Second))

		resp, err := client.Do(newRequest(t, http.MethodGet, pipedURL, nil))

		require.NoError(t, err)
		assert.Equal(t, "late", read(t, resp))
	})
}

func TestTheCallersContextEndsTheBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		base := piped(t, func(w http.ResponseWriter, r *http.Request) {
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		})
		client := newClient(t, base, timeout(t, time.Second))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()

		resp, err := client.Do(newRequest(t, http.MethodGet, pipedURL, nil).WithContext(ctx))
		require.NoError(t, err)
		_, err = io.ReadAll(resp.Body)

		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.NoError(t, resp.Body.Close())
	})
}

func TestRetriesWaitAsLongAsTheServiceAsks(t *testing.T) {
	for name, test := range map[string]struct {
		after string
		waits time.Duration
	}{
		"in seconds":              {after: "7", waits: 7 * time.Second},
		"until a date":            {after: "Sat, 01 Jan 2000 00:01:00 GMT", waits: time.Minute},
		"not until a date gone":   {after: "Fri, 31 Dec 1999 00:01:00 GMT", waits: time.Second},
		"not if they wait longer": {after: "0", waits: time.Second},
		"not if that is no time":  {after: "soon", waits: time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				service := &answering{codes: []int{503, 200}, header: http.Header{"Retry-After": {test.after}}}
				cfg := resilience.DefaultRetryConfig()
				cfg.Delay = time.Second
				retry, err := resilience.NewRetry("service", cfg)
				require.NoError(t, err)
				began := time.Now()

				resp, err := newClient(t, piped(t, service.ServeHTTP), retry).Do(newRequest(t, http.MethodGet, pipedURL, nil))

				require.NoError(t, err)
				read(t, resp)
				assert.Equal(t, 200, resp.StatusCode)
				assert.Equal(t, test.waits, time.Since(began))
			})
		})
	}
}

func TestAWaitTooLongForAnyNumberIsTheLongest(t *testing.T) {
	err := resiliencehttp.StatusError{Response: &http.Response{Header: http.Header{"Retry-After": {strings.Repeat("9", 30)}}}}

	assert.Greater(t, err.RetryAfter(), 290*365*24*time.Hour)
}

func TestACallerWhoLeavesDuringTheWaitSeesWhatTheServiceSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &answering{codes: []int{503}}
		client := newClient(t, piped(t, service.ServeHTTP), resiliently(t, resilience.NewRetry, resilience.DefaultRetryConfig()))
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)

		_, err := client.Do(newRequest(t, http.MethodGet, pipedURL, nil).WithContext(ctx))

		require.ErrorIs(t, err, context.Canceled)
		status, ok := errors.AsType[*resiliencehttp.StatusError](err)
		require.True(t, ok)
		assert.EqualError(t, status, "status 503 Service Unavailable")
	})
}

func TestAnUpgradedConnectionCanBeWrittenTo(t *testing.T) {
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, stream, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		_, _ = stream.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		_ = stream.Flush()
		text, _ := io.ReadAll(stream)
		_, _ = conn.Write(text)
	}))
	req := newRequest(t, http.MethodGet, service.URL, nil)
	req.Header.Set("Connection", "Upgrade")
	req.Header.Set("Upgrade", "echo")

	resp, err := newClient(t, service.Client().Transport, timeout(t, time.Minute)).Do(req)

	require.NoError(t, err)
	stream, ok := resp.Body.(interface {
		io.Writer
		CloseWrite() error
	})
	require.True(t, ok)
	_, err = io.WriteString(stream, "hello")
	require.NoError(t, err)
	require.NoError(t, stream.CloseWrite())
	assert.Equal(t, "hello", read(t, resp))
}

func TestATransportSurvivesWhatItIsGiven(t *testing.T) {
	broken := errors.New("broken")
	for name, test := range map[string]struct {
		transport resiliencehttp.Transport
		says      string
	}{
		"no pipeline": {says: "resiliencehttp: the Transport has no Pipeline"},
		"a base that returns nothing": {
			transport: resiliencehttp.Transport{Pipeline: pipeline(t), Base: tripper(func(*http.Request) (*http.Response, error) { return nil, nil })},
			says:      "resiliencehttp: resiliencehttp_test.tripper returned neither a response nor an error",
		},
		"a base that returns too much": {
			transport: resiliencehttp.Transport{Pipeline: pipeline(t), Base: tripper(func(*http.Request) (*http.Response, error) { return &http.Response{StatusCode: 200}, broken })},
			says:      "broken",
		},
		"a body that cannot be had twice": {
			transport: resiliencehttp.Transport{Pipeline: pipeline(t, attempts(t, 3)), Base: tripper(func(*http.Request) (*http.Response, error) { return &http.Response{StatusCode: 500}, nil })},
			says:      "the request's body for another attempt: broken",
		},
	} {
		t.Run(name, func(t *testing.T) {
			body := &closing{Reader: strings.NewReader("body")}
			req := newRequest(t, http.MethodPut, "http://service/", body)
			req.GetBody = func() (io.ReadCloser, error) { return nil, broken }

			_, err := test.transport.RoundTrip(req)

			assert.EqualError(t, err, test.says)
			assert.Equal(t, test.transport.Pipeline == nil, body.closed, "the base closes it, if it was asked")
		})
	}
}

func TestABodyOfTheBaseCanBeWrittenTo(t *testing.T) {
	stream, service := net.Pipe()
	go func() { _, _ = io.Copy(service, service) }()
	base := tripper(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusSwitchingProtocols, Body: stream}, nil
	})

	resp, err := newClient(t, base).Do(newRequest(t, http.MethodGet, pipedURL, nil))

	require.NoError(t, err)
	_, err = io.WriteString(resp.Body.(io.Writer), "hello")
	require.NoError(t, err)
	_, err = io.ReadFull(resp.Body, make([]byte, len("hello")))
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
}

func TestAnAttemptWithoutABodyIsOverWithItsHeader(t *testing.T) {
	for _, status := range []int{http.StatusNoContent, http.StatusServiceUnavailable} {
		var attempt context.Context
		client := newClient(t, tripper(func(req *http.Request) (*http.Response, error) {
			attempt = req.Context()
			return &http.Response{StatusCode: status, Body: http.NoBody}, nil
		}))

		resp, err := client.Do(newRequest(t, http.MethodGet, pipedURL, nil))

		require.NoError(t, err)
		assert.Equal(t, http.NoBody, resp.Body)
		assert.ErrorIs(t, attempt.Err(), context.Canceled)
	}
}

func TestABaseLearnsWhyItsRequestIsOver(t *testing.T) {
	why := errors.New("why")
	for name, test := range map[string]struct {
		leave func(context.CancelCauseFunc)
		cause error
	}{
		"the caller has left": {leave: func(cancel context.CancelCauseFunc) { cancel(why) }, cause: why},
		"a timeout":           {leave: func(context.CancelCauseFunc) { time.Sleep(2 * time.Second) }, cause: resilience.ErrTimeout},
	} {
		for answer, answers := range map[string]func(context.Context) (*http.Response, error){
			"and fails":           func(ctx context.Context) (*http.Response, error) { return nil, context.Cause(ctx) },
			"and answers as well": func(context.Context) (*http.Response, error) { return &http.Response{StatusCode: 200}, nil },
		} {
			t.Run(name+" "+answer, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					ctx, cancel := context.WithCancelCause(t.Context())
					var learnt error
					client := newClient(t, tripper(func(req *http.Request) (*http.Response, error) {
						test.leave(cancel)
						<-req.Context().Done()
						learnt = context.Cause(req.Context())
						return answers(req.Context())
					}), timeout(t, time.Second))

					_, err := client.Do(newRequest(t, http.MethodGet, pipedURL, nil).WithContext(ctx))

					require.ErrorIs(t, learnt, test.cause)
					require.ErrorIs(t, err, test.cause)
				})
			})
		}
	}
}

func TestAnAttemptLivesAsLongAsItsResponseIsRead(t *testing.T) {
	for name, use := range map[string]func(io.ReadCloser) error{
		"to the end":         func(body io.ReadCloser) error { _, err := io.ReadAll(body); return err },
		"until it is closed": func(body io.ReadCloser) error { return body.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			base := &scripted{script: []outcome{{status: 200}}}
			resp, err := newClient(t, base).Do(newRequest(t, http.MethodGet, pipedURL, nil))
			require.NoError(t, err)
			require.NoError(t, base.contexts[0].Err())

			require.NoError(t, use(resp.Body))

			assert.ErrorIs(t, base.contexts[0].Err(), context.Canceled)
		})
	}
}

func TestNothingIsHeldOfAttemptsThatCameToNothing(t *testing.T) {
	broken := errors.New("broken")
	once := resiliently(t, resilience.NewRateLimiter, resilience.DefaultRateLimiterConfig(1, time.Hour))
	insistent := resilience.RetryConfig{MaxAttempts: 2, Multiplier: 1, RetryOn: []resilience.Matcher{resiliencehttp.Status(503), resilience.ErrorIs(broken)}}
	for name, test := range map[string]struct {
		script   []outcome
		policies []resilience.Policy
		fails    error
	}{
		"without responses":              {script: []outcome{{err: broken}, {err: broken}}, fails: broken},
		"after a response":               {script: []outcome{{status: 503}, {err: broken}}, fails: broken},
		"with a response that broke off": {script: []outcome{{status: 503, breaks: broken}, {err: broken}}, fails: broken},
		"by a refusal":                   {script: []outcome{{status: 503}}, policies: []resilience.Policy{once}, fails: resilience.ErrRateLimited},
	} {
		t.Run(name, func(t *testing.T) {
			base := &scripted{script: test.script}
			policies := append(test.policies, resiliently(t, resilience.NewRetry, insistent))

			_, err := newClient(t, base, policies...).Do(newRequest(t, http.MethodGet, pipedURL, nil))

			require.ErrorIs(t, err, test.fails)
			require.Len(t, base.contexts, len(test.script))
			for _, ctx := range base.contexts {
				assert.ErrorIs(t, ctx.Err(), context.Canceled)
			}
			for _, body := range base.bodies {
				assert.True(t, body.closed)
			}
		})
	}
}

func TestAPanicOfTheBaseGoesOn(t *testing.T) {
	var attempt context.Context
	transport := resiliencehttp.Transport{Pipeline: pipeline(t, timeout(t, time.Minute)), Base: tripper(func(req *http.Request) (*http.Response, error) {
		attempt = req.Context()
		panic("broken")
	})}

	assert.PanicsWithValue(t, "broken", func() { _, _ = transport.RoundTrip(newRequest(t, http.MethodGet, pipedURL, nil)) })

	assert.ErrorIs(t, attempt.Err(), context.Canceled)
}

func TestAPanicOfFailedGoesOn(t *testing.T) {
	base := &scripted{script: []outcome{{status: 200}}}
	transport := resiliencehttp.Transport{Pipeline: pipeline(t), Base: base, Failed: func(*http.Response) bool { panic("broken") }}

	assert.PanicsWithValue(t, "broken", func() { _, _ = transport.RoundTrip(newRequest(t, http.MethodGet, pipedURL, nil)) })

	assert.True(t, base.bodies[0].closed)
	assert.ErrorIs(t, base.contexts[0].Err(), context.Canceled)
}

func TestIdleConnectionsAreTheBases(t *testing.T) {
	service := serve(t, &answering{codes: []int{200, 200}})
	client := newClient(t, service.Client().Transport)
	var reused []bool
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { reused = append(reused, info.Reused) },
	})

	for range 2 {
		resp, err := client.Do(newRequest(t, http.MethodGet, service.URL, nil).WithContext(ctx))
		require.NoError(t, err)
		read(t, resp)
		client.CloseIdleConnections()
	}

	assert.Equal(t, []bool{false, false}, reused)
}

func TestAResponseInTheInstantOfTheTimeoutIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		body := &closing{Reader: strings.NewReader("body")}
		client := newClient(t, tripper(func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return &http.Response{StatusCode: http.StatusOK, Body: body}, nil
		}), timeout(t, time.Second))

		_, err := client.Do(newRequest(t, http.MethodGet, pipedURL, nil))

		require.ErrorIs(t, err, resilience.ErrTimeout)
		assert.True(t, body.closed)
	})
}

func TestIdempotent(t *testing.T) {
	for method, want := range map[string]bool{
		"": true, "GET": true, "HEAD": true, "OPTIONS": true, "TRACE": true, "PUT": true, "DELETE": true,
		"POST": false, "PATCH": false, "CONNECT": false, "get": false,
	} {
		assert.Equal(t, want, resiliencehttp.Idempotent(&http.Request{Method: method}), method)
	}
}
