package quotes

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	resilience "github.com/go-resgen/resgen/runtime"
)

// maxBody bounds the bytes that are read of an answer.
const maxBody = 1 << 20

// A StatusError is an answer of the exchange that is not a success.
type StatusError struct {
	Code int // the HTTP status code
}

// Error implements error.
func (e *StatusError) Error() string {
	return fmt.Sprintf("exchange answered %d %s", e.Code, http.StatusText(e.Code))
}

// HTTPClient is a Client of the exchange's HTTP service. It knows nothing of
// limits, retries or breakers.
type HTTPClient struct {
	base *url.URL
	http *http.Client
}

var _ Client = (*HTTPClient)(nil)

// NewHTTPClient returns a client of the exchange at base, with connections of
// its own.
func NewHTTPClient(base string) (*HTTPClient, error) {
	u, err := url.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("exchange address: %w", err)
	}
	return &HTTPClient{base: u, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}, nil
}

// Price implements Client.
func (c *HTTPClient) Price(ctx context.Context, symbol string) (float64, error) {
	return ask[float64](ctx, c, "prices", symbol)
}

// History implements Client.
func (c *HTTPClient) History(ctx context.Context, symbol string) ([]float64, error) {
	return ask[[]float64](ctx, c, "history", symbol)
}

// News implements Client.
func (c *HTTPClient) News(ctx context.Context, symbol string) ([]string, error) {
	return ask[[]string](ctx, c, "news", symbol)
}

// Rate implements Client.
func (c *HTTPClient) Rate(ctx context.Context, from, to string) (float64, error) {
	return ask[float64](ctx, c, "rates", from+"-"+to)
}

// Open implements Client.
func (c *HTTPClient) Open(ctx context.Context, market string) (bool, error) {
	return ask[bool](ctx, c, "markets", market)
}

// Chart implements Client.
func (c *HTTPClient) Chart(symbol string) (string, error) {
	return ask[string](context.Background(), c, "charts", symbol)
}

// LastTrade implements Client.
func (c *HTTPClient) LastTrade(ctx context.Context, symbol string) *resilience.Future[float64] {
	return resilience.Go(ctx, func(ctx context.Context) (float64, error) {
		return ask[float64](ctx, c, "trades", symbol)
	})
}

// Close implements Client.
func (c *HTTPClient) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// ask asks a desk of the exchange about something.
func ask[T any](ctx context.Context, c *HTTPClient, desk, about string) (answer T, err error) {
	address := c.base.JoinPath(desk, url.PathEscape(about))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return answer, err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return answer, err
	}
	defer response.Body.Close()
	body := io.LimitReader(response.Body, maxBody)
	if response.StatusCode != http.StatusOK {
		err = &StatusError{Code: response.StatusCode}
	} else if err = json.NewDecoder(body).Decode(&answer); err != nil {
		err = fmt.Errorf("decode answer about %s: %w", about, err)
	}
	// Read to the end, so that the connection can be used again.
	_, _ = io.Copy(io.Discard, body)
	return answer, err
}
