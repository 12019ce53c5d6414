package quotes_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/examples/quotes/exchange"
	resilience "github.com/go-resgen/resgen/runtime"
)

func TestSecondRequestOvertakesTheFirst(t *testing.T) {
	server, client, _ := startResilient(t, map[string]string{
		"instances.quotes.Client.LastTrade.hedge.delay": "5ms",
	})
	server.Script(exchange.Trades, exchange.Late(time.Hour), exchange.Well)

	price, err := client.LastTrade(t.Context(), "ACME").Await(t.Context())

	require.NoError(t, err)
	assert.InDelta(t, 101.25, price, 0)
	assert.Equal(t, 2, server.Requests(exchange.Trades))
}

func TestQuickAnswersNeedNoSecondRequest(t *testing.T) {
	server, client, reg := startResilient(t, map[string]string{
		"instances.quotes.Client.LastTrade.hedge.delay": "1h",
	})
	for range 10 {
		_, err := client.LastTrade(t.Context(), "ACME").Await(t.Context())
		require.NoError(t, err)
	}
	assert.Equal(t, 10, server.Requests(exchange.Trades))
	hedge, ok := resilience.Lookup[*resilience.Hedge](reg, "quotes.Client.LastTrade")
	require.True(t, ok)
	assert.Zero(t, hedge.Metrics())
}

func TestHedgesStayWithinTheirBudget(t *testing.T) {
	const calls = 50
	server, client, _ := startResilient(t, map[string]string{
		"instances.quotes.Client.LastTrade.hedge.delay": "0s",
	})
	server.Script(exchange.Trades, exchange.Late(50*time.Millisecond))

	failed := crowd(calls, func() error { _, err := client.LastTrade(t.Context(), "ACME").Await(t.Context()); return err })

	assert.Empty(t, failed)
	assert.Greater(t, server.Requests(exchange.Trades), calls)
	assert.Less(t, server.Requests(exchange.Trades), 2*calls, "20 percent of the calls, and one a second")
}
