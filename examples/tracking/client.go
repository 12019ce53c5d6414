package tracking

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
)

// maxBody bounds the bytes that are read of an answer.
const maxBody = 1 << 20

// A StatusError is an answer of the carrier that says neither what was asked for
// nor that the parcel is unknown or the carrier busy.
type StatusError struct {
	Code int // the HTTP status code
}

// Error implements error.
func (e *StatusError) Error() string {
	return fmt.Sprintf("carrier answered %d %s", e.Code, http.StatusText(e.Code))
}

// HTTPClient is a Client of the carrier's HTTP service. It knows nothing of
// retries, timeouts or breakers.
type HTTPClient struct {
	base *url.URL
	http *http.Client
}

var _ Client = (*HTTPClient)(nil)

// NewHTTPClient returns a client of the carrier at base, with connections of
// its own.
func NewHTTPClient(base string) (*HTTPClient, error) {
	u, err := url.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("carrier address: %w", err)
	}
	return &HTTPClient{base: u, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}}, nil
}

// Track implements Client.
func (c *HTTPClient) Track(ctx context.Context, parcel string) (string, error) {
	var answer struct{ Status string }
	err := c.ask(ctx, &answer, parcel)
	return answer.Status, err
}

// ETA implements Client.
func (c *HTTPClient) ETA(ctx context.Context, parcel string) *resilience.Future[time.Time] {
	return resilience.Go(ctx, func(ctx context.Context) (time.Time, error) {
		var answer struct{ ETA time.Time }
		err := c.ask(ctx, &answer, parcel, "eta")
		return answer.ETA, err
	})
}

// Locate implements Client.
func (c *HTTPClient) Locate(ctx context.Context, parcel string) <-chan resilience.Result[string] {
	place := make(chan resilience.Result[string], 1)
	go func() {
		var answer struct{ Place string }
		err := c.ask(ctx, &answer, parcel, "place")
		place <- resilience.Result[string]{Value: answer.Place, Err: err}
	}()
	return place
}

// Label implements Client.
func (c *HTTPClient) Label(ctx context.Context, parcel string) ([]byte, error) {
	body, err := c.get(ctx, parcel, "label")
	if err != nil {
		return nil, err
	}
	defer body.Close()
	label, err := io.ReadAll(http.MaxBytesReader(nil, body, maxBody))
	if err != nil {
		return nil, fmt.Errorf("read label of %s: %w", parcel, err)
	}
	return label, nil
}

// Close implements Client.
func (c *HTTPClient) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// ask reads the answer to a question about a parcel.
func (c *HTTPClient) ask(ctx context.Context, answer any, parcel string, part ...string) error {
	body, err := c.get(ctx, parcel, part...)
	if err != nil {
		return err
	}
	defer body.Close()
	if err := json.NewDecoder(io.LimitReader(body, maxBody)).Decode(answer); err != nil {
		return fmt.Errorf("decode the answer about %s: %w", parcel, err)
	}
	return nil
}

// get asks for a part of what the carrier knows of a parcel, and returns the
// body of a successful answer; the caller closes it.
func (c *HTTPClient) get(ctx context.Context, parcel string, part ...string) (io.ReadCloser, error) {
	address := c.base.JoinPath("parcels", url.PathEscape(parcel)).JoinPath(part...)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	switch response.StatusCode {
	case http.StatusOK:
		return response.Body, nil
	case http.StatusNotFound:
		err = ErrUnknownParcel
	case http.StatusTooManyRequests:
		err = ErrBusy
	default:
		err = &StatusError{Code: response.StatusCode}
	}
	// Read to the end, so that the connection can be used again.
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxBody))
	_ = response.Body.Close()
	return nil, err
}
