package resiliencehttp_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	resiliencehttp "github.com/go-resgen/resgen/contrib/http"
	resilience "github.com/go-resgen/resgen/runtime"
)

// An answering service answers with each status once. Requests that have a body
// must have the expected one.
type answering struct {
	codes   []int
	body    string
	header  http.Header
	expects string
	count   atomic.Int32
}

func (s *answering) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if body, err := io.ReadAll(r.Body); err != nil || len(body) > 0 && string(body) != s.expects {
		http.Error(w, "unexpected body", http.StatusTeapot)
		return
	}
	for name, values := range s.header {
		w.Header()[name] = values
	}
	w.WriteHeader(s.codes[int(s.count.Add(1))-1])
	_, _ = io.WriteString(w, s.body)
}

func (s *answering) answered() int { return int(s.count.Load()) }

// serve starts a server on a socket.
func serve(t *testing.T, handler http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

const pipedURL = "http://service/"

// piped starts a server that is reached over pipes, so that in a bubble time
// passes while both sides wait, and returns the transport that reaches it.
func piped(t *testing.T, handler http.HandlerFunc) http.RoundTripper {
	t.Helper()
	listener := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: time.Hour}
	go func() { _ = server.Serve(listener) }()
	transport := &http.Transport{DialContext: listener.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		assert.NoError(t, server.Close())
	})
	return transport
}

// pipes is a net.Listener whose connections are pipes.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.conns <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Net: "pipe", Name: "service"} }

// newClient returns a client whose requests go through the policies.
func newClient(t *testing.T, base http.RoundTripper, policies ...resilience.Policy) *http.Client {
	t.Helper()
	return &http.Client{Transport: &resiliencehttp.Transport{Pipeline: pipeline(t, policies...), Base: base}}
}

func pipeline(t *testing.T, policies ...resilience.Policy) *resilience.Pipeline {
	t.Helper()
	p, err := resilience.NewPipeline("service", policies...)
	require.NoError(t, err)
	return p
}

// resiliently makes a policy.
func resiliently[C, P any](t *testing.T, construct func(string, C) (P, error), cfg C) P {
	t.Helper()
	policy, err := construct("service", cfg)
	require.NoError(t, err)
	return policy
}

// attempts is a retry without delays.
func attempts(t *testing.T, n int) *resilience.Retry {
	t.Helper()
	cfg := resilience.DefaultRetryConfig()
	cfg.MaxAttempts, cfg.Delay = n, 0
	return resiliently(t, resilience.NewRetry, cfg)
}

// timeout bounds each attempt.
func timeout(t *testing.T, d time.Duration) *resilience.Timeout {
	t.Helper()
	return resiliently(t, resilience.NewTimeout, resilience.TimeoutConfig{Duration: d})
}

func newRequest(t *testing.T, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	require.NoError(t, err)
	return req
}

func read(t *testing.T, resp *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	return string(body)
}

// A tripper is a function as an http.RoundTripper.
type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// An onlyReader hides from net/http what kind of reader it is.
type onlyReader struct{ io.Reader }

// A closing reader knows whether it has been closed.
type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error {
	c.closed = true
	return nil
}

// A scripted base has one outcome after the other. It remembers the contexts of
// the attempts, and the bodies of the responses.
type scripted struct {
	script   []outcome
	contexts []context.Context
	bodies   []*closing
}

// An outcome is a response or an error.
type outcome struct {
	status int
	breaks error // in place of the body's end
	err    error
}

func (s *scripted) RoundTrip(req *http.Request) (*http.Response, error) {
	next := s.script[len(s.contexts)]
	s.contexts = append(s.contexts, req.Context())
	if next.err != nil {
		return nil, next.err
	}
	body := &closing{Reader: strings.NewReader("body")}
	if next.breaks != nil {
		body.Reader = iotest.ErrReader(next.breaks)
	}
	s.bodies = append(s.bodies, body)
	return &http.Response{StatusCode: next.status, Body: body}, nil
}
