package exchange_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/go-resgen/resgen/examples/quotes/exchange"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDesksFollowTheirScripts(t *testing.T) {
	server := start(t)
	ask := func(want ...int) {
		for _, code := range want {
			assert.Equal(t, code, get(t, server.URL()+"/news/ACME"))
		}
	}
	ask(200, 200)
	server.Script(exchange.News, exchange.Failure, exchange.Failure, exchange.Well)
	ask(503, 503, 200, 503)
	assert.Equal(t, 4, server.Requests(exchange.News))
	assert.Zero(t, server.Requests(exchange.Rates))
	server.Script(exchange.News)
	assert.Zero(t, server.Requests(exchange.News))
	ask(200)
	assert.Equal(t, http.StatusNotFound, get(t, server.URL()+"/weather/ACME"))
}

func TestBrokersComeAndGo(t *testing.T) {
	server := start(t)
	for _, brokers := range []int{8, 2, 0, 1} {
		server.Employ(brokers)
	}
	var asked sync.WaitGroup
	for range 3 {
		asked.Go(func() { assert.Equal(t, http.StatusOK, get(t, server.URL()+"/prices/ACME")) })
	}
	asked.Wait()
	assert.Equal(t, 3, server.Requests(exchange.Prices))
}

func start(t *testing.T) *exchange.Server {
	t.Helper()
	server, err := exchange.Start()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	return server
}

// get asks over a connection of its own.
func get(t *testing.T, url string) (code int) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get(url)
	if !assert.NoError(t, err) {
		return 0
	}
	assert.NoError(t, response.Body.Close())
	return response.StatusCode
}
