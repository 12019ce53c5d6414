package carrier_test

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/go-resgen/resgen/examples/tracking/carrier"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestPhases(t *testing.T) {
	for name, test := range map[string]struct {
		phase carrier.Phase
		path  string
		codes []int // of one request after the other
	}{
		"healthy answers":                         {carrier.Healthy, "/parcels/p-1", []int{200, 200}},
		"healthy does not know every parcel":      {carrier.Healthy, "/parcels/p-9", []int{404}},
		"healthy does not know every path":        {carrier.Healthy, "/orders", []int{404}},
		"flaky fails every second time":           {carrier.Flaky, "/parcels/p-1", []int{503, 200, 503, 200}},
		"healthy knows the place":                 {carrier.Healthy, "/parcels/p-1/place", []int{200}},
		"healthy knows the time of delivery":      {carrier.Healthy, "/parcels/p-1/eta", []int{200}},
		"busy wants to be asked later":            {carrier.Busy, "/parcels/p-1/eta", []int{429, 429}},
		"failing fails, even for unknown parcels": {carrier.Failing, "/parcels/p-9", []int{500, 500}},
	} {
		t.Run(name, func(t *testing.T) {
			server := start(t)
			server.Enter(test.phase)
			for _, code := range test.codes {
				got, _ := get(t, server.URL()+test.path)
				assert.Equal(t, code, got)
			}
		})
	}
}

func TestEveryPhaseStartsAnew(t *testing.T) {
	server := start(t)
	server.Enter(carrier.Flaky)
	get(t, server.URL()+"/parcels/p-1")
	assert.Equal(t, 1, server.Requests())
	server.Enter(carrier.Flaky)
	assert.Zero(t, server.Requests())
	code, _ := get(t, server.URL()+"/parcels/p-1")
	assert.Equal(t, http.StatusServiceUnavailable, code)
}

func TestLabelsTakeTime(t *testing.T) {
	server := start(t)
	began := time.Now()
	code, body := get(t, server.URL()+"/parcels/p-2/label")
	assert.Equal(t, http.StatusOK, code)
	assert.Equal(t, "label of p-2", body)
	assert.GreaterOrEqual(t, time.Since(began), carrier.Printing)
}

func start(t *testing.T) *carrier.Server {
	t.Helper()
	server, err := carrier.Start()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	return server
}

// get asks over a connection of its own.
func get(t *testing.T, url string) (code int, body string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get(url)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(text)
}
