package tracking_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/examples/tracking"
	"github.com/go-resgen/resgen/examples/tracking/carrier"
)

// start runs a carrier and a plain client of it until the test ends.
func start(t *testing.T) (*carrier.Server, *tracking.HTTPClient) {
	t.Helper()
	server, err := carrier.Start()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	client, err := tracking.NewHTTPClient(server.URL())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	return server, client
}

func TestHTTPClient(t *testing.T) {
	t.Run("returns the carrier's status", func(t *testing.T) {
		_, client := start(t)
		status, err := client.Track(t.Context(), "p-1")
		require.NoError(t, err)
		assert.Equal(t, "in transit", status)
	})
	t.Run("returns the carrier's label", func(t *testing.T) {
		_, client := start(t)
		label, err := client.Label(t.Context(), "p-1")
		require.NoError(t, err)
		assert.Equal(t, "label of p-1", string(label))
	})
	t.Run("completes with the carrier's time of delivery", func(t *testing.T) {
		_, client := start(t)
		eta, err := client.ETA(t.Context(), "p-1").Await(t.Context())
		require.NoError(t, err)
		assert.Equal(t, time.Date(2030, time.May, 4, 16, 30, 0, 0, time.UTC), eta)
	})
	t.Run("sends the parcel's place", func(t *testing.T) {
		_, client := start(t)
		place := <-client.Locate(t.Context(), "p-1")
		require.NoError(t, place.Err)
		assert.Equal(t, "sorting centre", place.Value)
	})
	for _, parcel := range []string{"p-9", "", "..", "p-1/label", "p 1?x#y"} {
		t.Run("does not know parcel "+parcel, func(t *testing.T) {
			_, client := start(t)
			_, err := client.Track(t.Context(), parcel)
			assert.ErrorIs(t, err, tracking.ErrUnknownParcel)
		})
	}
	t.Run("returns the carrier's failure with its code", func(t *testing.T) {
		server, client := start(t)
		server.Enter(carrier.Failing)
		_, err := client.Track(t.Context(), "p-1")
		assert.Equal(t, &tracking.StatusError{Code: http.StatusInternalServerError}, err)
		assert.EqualError(t, err, "carrier answered 500 Internal Server Error")
	})
	t.Run("is told when the carrier is busy", func(t *testing.T) {
		server, client := start(t)
		server.Enter(carrier.Busy)
		_, err := client.ETA(t.Context(), "p-1").Await(t.Context())
		require.ErrorIs(t, err, tracking.ErrBusy)
		place := <-client.Locate(t.Context(), "p-1")
		assert.ErrorIs(t, place.Err, tracking.ErrBusy)
	})
	t.Run("fails and succeeds in turn while the carrier is flaky", func(t *testing.T) {
		server, client := start(t)
		server.Enter(carrier.Flaky)
		_, first := client.Track(t.Context(), "p-1")
		_, second := client.Track(t.Context(), "p-1")
		assert.Equal(t, &tracking.StatusError{Code: http.StatusServiceUnavailable}, first)
		require.NoError(t, second)
		assert.Equal(t, 2, server.Requests())
	})
	t.Run("ends with its context while the carrier is slow", func(t *testing.T) {
		server, client := start(t)
		server.Enter(carrier.Slow)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		_, err := client.Track(ctx, "p-1")
		assert.ErrorIs(t, err, context.DeadlineExceeded)
	})
	t.Run("ends when its future is cancelled", func(t *testing.T) {
		server, client := start(t)
		server.Enter(carrier.Slow)
		eta := client.ETA(t.Context(), "p-1")
		eta.Cancel()
		_, err := eta.Await(t.Context())
		assert.ErrorIs(t, err, context.Canceled)
	})
	t.Run("refuses an address that is none", func(t *testing.T) {
		_, err := tracking.NewHTTPClient("http://[::1")
		assert.ErrorContains(t, err, "carrier address: ")
	})
}
