package resiliencehttp

import (
	"context"
	"errors"
	"net/http"

	resilience "github.com/go-resgen/resgen/runtime"
)

// A Transport is an http.RoundTripper that sends requests through a pipeline.
//
// To the pipeline, a response that Failed reports is a *StatusError. The client
// sees nothing of that: if the last attempt ends with such a response, it is the
// response of the call. A Retry-After header of it delays the next attempt.
//
// Requests that cannot be sent again, see Replayable, are sent once at the most.
//
// A timeout of the pipeline ends when the header of the response has come, and
// the body is there to be read for as long as the request's own context lives. A
// slot of a bulkhead is given back at the same time. Of a failed response, the
// first 64 KiB are read before that, so that its connection is free while a retry
// waits.
type Transport struct {
	// Pipeline is what every request goes through. It must not have a hedge.
	Pipeline *resilience.Pipeline
	// Base sends the requests. Nil is http.DefaultTransport.
	Base http.RoundTripper
	// Failed reports whether a response says that the service has failed. It must
	// not read the body. Nil is ServiceFailed.
	Failed func(*http.Response) bool
	// Replayable reports whether a request may be sent more than once, if its body
	// can. Nil is Idempotent.
	Replayable func(*http.Request) bool
}

var errNoPipeline = errors.New("resiliencehttp: the Transport has no Pipeline")

// RoundTrip implements http.RoundTripper. Refusals are a *resilience.RejectedError,
// timeouts a *resilience.TimeoutError.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if t.Pipeline == nil {
		closeBody(req)
		return nil, errNoPipeline
	}
	x := &exchange{transport: t, request: req}
	defer x.finish()
	err := t.Pipeline.Do(req.Context(), func(ctx context.Context) (resilience.Verdict, error) {
		return 0, x.attempt(ctx)
	})
	return x.result(err)
}

// CloseIdleConnections is for http.Client.CloseIdleConnections: it passes the request
// on to the base.
func (t *Transport) CloseIdleConnections() {
	if base, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		base.CloseIdleConnections()
	}
}

func (t *Transport) base() http.RoundTripper {
	if t.Base == nil {
		return http.DefaultTransport
	}
	return t.Base
}

func (t *Transport) failed(resp *http.Response) bool {
	if t.Failed == nil {
		return ServiceFailed(resp)
	}
	return t.Failed(resp)
}

// replayable reports whether both the caller and the body allow another attempt.
func (t *Transport) replayable(req *http.Request) bool {
	if hasBody(req) && req.GetBody == nil {
		return false
	}
	if t.Replayable == nil {
		return Idempotent(req)
	}
	return t.Replayable(req)
}

// ServiceFailed reports whether the status of a response is 429 Too Many Requests
// or a server error other than 501 Not Implemented.
func ServiceFailed(resp *http.Response) bool {
	return resp.StatusCode == http.StatusTooManyRequests || serverError(resp.StatusCode)
}

// serverError reports whether a status says that the server has failed. One that
// does not know a method has not.
func serverError(status int) bool { return status >= 500 && status != http.StatusNotImplemented }

// Idempotent reports whether sending a request twice does what sending it once
// does: its method is GET, HEAD, OPTIONS, TRACE, PUT or DELETE (RFC 9110, section
// 9.2.2), or it has an Idempotency-Key header.
func Idempotent(req *http.Request) bool {
	switch req.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return req.Header.Get("Idempotency-Key") != ""
}

func hasBody(req *http.Request) bool { return req.Body != nil && req.Body != http.NoBody }

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close() // of no consequence: it is not going to be sent
	}
}
