package loopback_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/examples/internal/loopback"
)

// get asks a server over a connection that nothing keeps.
func get(t *testing.T, url string) (string, error) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

func TestServersServeSideBySideUntilTheyAreClosed(t *testing.T) {
	serve := func(answer string) *loopback.Server {
		s, err := loopback.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, answer) }))
		require.NoError(t, err)
		return s
	}
	first, second := serve("first"), serve("second")
	defer second.Close()
	answer, err := get(t, first.URL())
	require.NoError(t, err)
	assert.Equal(t, "first", answer)

	require.NoError(t, first.Close())
	_, err = get(t, first.URL())
	require.Error(t, err)
	answer, err = get(t, second.URL())
	require.NoError(t, err)
	assert.Equal(t, "second", answer)
}

func TestCloseCutsRequestsUnderWay(t *testing.T) {
	arrived, gone := make(chan struct{}), make(chan bool, 1)
	s, err := loopback.Serve(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		gone <- !loopback.Pause(r, time.Hour)
	}))
	require.NoError(t, err)
	failed := make(chan error, 1)
	go func() {
		_, err := get(t, s.URL())
		failed <- err
	}()
	<-arrived
	require.NoError(t, s.Close())
	require.Error(t, <-failed)
	assert.True(t, <-gone)
}

func TestPauseLastsAsLongAsTheClientIsThere(t *testing.T) {
	tests := []struct {
		name        string
		leaves      time.Duration // when the client does
		want        bool
		wantElapsed time.Duration
	}{
		{"a client that waits", time.Hour, true, time.Second},
		{"a client that leaves", time.Millisecond, false, time.Millisecond},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), test.leaves)
				defer cancel()
				start := time.Now()
				stayed := loopback.Pause(httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil), time.Second)
				assert.Equal(t, test.want, stayed)
				assert.Equal(t, test.wantElapsed, time.Since(start))
			})
		})
	}
}
