package quotes_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/examples/quotes"
	"github.com/go-resgen/resgen/examples/quotes/exchange"
)

// start runs an exchange and a plain client of it until the test ends.
func start(t *testing.T) (*exchange.Server, *quotes.HTTPClient) {
	t.Helper()
	server, err := exchange.Start()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	client, err := quotes.NewHTTPClient(server.URL())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	return server, client
}

func TestHTTPClientAsksEachDesk(t *testing.T) {
	ctx := t.Context()
	for desk, test := range map[exchange.Desk]struct {
		ask    func(*quotes.HTTPClient) (any, error)
		answer any
	}{
		exchange.Prices:  {func(c *quotes.HTTPClient) (any, error) { return c.Price(ctx, "ACME") }, 101.5},
		exchange.History: {func(c *quotes.HTTPClient) (any, error) { return c.History(ctx, "ACME") }, []float64{99.75, 100.25, 101}},
		exchange.News:    {func(c *quotes.HTTPClient) (any, error) { return c.News(ctx, "A/B?") }, []string{"Shares rise", "Shares fall"}},
		exchange.Rates:   {func(c *quotes.HTTPClient) (any, error) { return c.Rate(ctx, "EUR", "USD") }, 1.25},
		exchange.Markets: {func(c *quotes.HTTPClient) (any, error) { return c.Open(ctx, "London") }, true},
		exchange.Charts:  {func(c *quotes.HTTPClient) (any, error) { return c.Chart("ACME") }, "<svg/>"},
		exchange.Trades:  {func(c *quotes.HTTPClient) (any, error) { return c.LastTrade(ctx, "ACME").Await(ctx) }, 101.25},
	} {
		t.Run(string(desk), func(t *testing.T) {
			server, client := start(t)
			answer, err := test.ask(client)
			require.NoError(t, err)
			assert.Equal(t, test.answer, answer)

			server.Script(desk, exchange.Failure)
			_, err = test.ask(client)
			assert.Equal(t, &quotes.StatusError{Code: http.StatusServiceUnavailable}, err)
			assert.EqualError(t, err, "exchange answered 503 Service Unavailable")
			assert.Equal(t, 1, server.Requests(desk))
		})
	}
}

func TestHTTPClientEndsWithItsContext(t *testing.T) {
	server, client := start(t)
	server.Script(exchange.News, exchange.Late(time.Minute))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := client.News(ctx, "ACME")
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestHTTPClientRefusesAnAddressThatIsNone(t *testing.T) {
	_, err := quotes.NewHTTPClient("http://[::1")
	assert.ErrorContains(t, err, "exchange address: ")
}
