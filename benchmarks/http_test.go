package benchmarks_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/go-resgen/resgen/benchmarks/clients"
	"github.com/go-resgen/resgen/benchmarks/peers"
)

// overHTTP asks a server.
type overHTTP struct{ url string }

func (c overHTTP) Get(ctx context.Context, key string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+"/"+key, nil)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

// A real call, to a server on this machine, for scale.
func BenchmarkHTTP(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.URL.Path)
	}))
	defer server.Close()
	next := overHTTP{server.URL}
	race(b,
		generated(b, clients.NewResilientFivePolicies, next),
		contender{"failsafe-go", peers.FailsafeFive(next)},
		contender{"by-hand", peers.ByHandFive(next)},
		direct(next),
	)
}
