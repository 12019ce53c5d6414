package resiliencehttp

import (
	"context"
	"fmt"
	"net/http"
)

// An exchange is one request on its way through the pipeline: its attempts, one
// after the other, and the response of the latest one that had a response.
type exchange struct {
	transport *Transport
	request   *http.Request
	response  *http.Response
	sent      bool // at least once: the base has closed the request's body, or will
}

// attempt sends the request once. The error of a request that cannot be sent
// again says so.
func (x *exchange) attempt(ctx context.Context) error {
	x.discard()
	err := x.send(ctx)
	if err != nil && !x.transport.replayable(x.request) {
		return &unrepeatable{err}
	}
	return err
}

// send sends the request, and keeps the response, also one that is a failure.
func (x *exchange) send(ctx context.Context) error {
	life := newLifetime(x.request.Context(), ctx)
	var resp *http.Response
	kept := false
	defer func() { // also where the base panics, or Failed
		if kept {
			return
		}
		if resp != nil {
			_ = resp.Body.Close() // nobody is going to read it
		}
		life.end()
	}()
	resp, err := x.roundTrip(life.ctx)
	failed := false
	if err == nil {
		if failed = x.transport.failed(resp); failed {
			prefetch(resp)
		}
	}
	if ended := life.detach(); err == nil {
		err = ended
	}
	if err != nil {
		return err
	}
	kept = true
	life.endWith(resp)
	resp.Request = x.request
	x.response = resp
	if failed {
		return &StatusError{Response: resp}
	}
	return nil
}

// roundTrip has the base send the request with its body, under ctx. A response has
// a body, as http.Client wants it.
func (x *exchange) roundTrip(ctx context.Context) (*http.Response, error) {
	req := x.request.WithContext(ctx)
	if x.sent && hasBody(req) {
		body, err := req.GetBody()
		if err != nil {
			return nil, &unrepeatable{fmt.Errorf("the request's body for another attempt: %w", err)}
		}
		req.Body = body
	}
	x.sent = true
	resp, err := x.transport.base().RoundTrip(req)
	switch {
	case err != nil:
		return nil, err
	case resp == nil:
		return nil, fmt.Errorf("resiliencehttp: %T returned neither a response nor an error", x.transport.base())
	case resp.Body == nil:
		resp.Body = http.NoBody
	}
	return resp, nil
}

// result is what the client gets for what came of the pipeline.
func (x *exchange) result(err error) (*http.Response, error) {
	if u, ok := err.(*unrepeatable); ok {
		err = u.err
	}
	if err == nil {
		return x.response, nil
	}
	if status, ok := err.(*StatusError); ok && status.Response == x.response {
		return x.response, nil
	}
	x.discard()
	return nil, err
}

// discard closes the response that nobody is going to get.
func (x *exchange) discard() {
	if x.response != nil {
		_ = x.response.Body.Close() // nothing depends on it
		x.response = nil
	}
}

// finish closes the body of a request that was never sent.
func (x *exchange) finish() {
	if !x.sent {
		closeBody(x.request)
	}
}

// An unrepeatable error is that of a request that cannot be sent again.
type unrepeatable struct{ err error }

func (e *unrepeatable) Error() string   { return e.err.Error() }
func (e *unrepeatable) Unwrap() error   { return e.err }
func (e *unrepeatable) Retryable() bool { return false }
