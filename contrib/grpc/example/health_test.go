package example_test

import (
	"context"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/go-resgen/resgen/contrib/grpc/example"
	resilience "github.com/go-resgen/resgen/runtime"
)

func TestAClientThatProtocWroteIsProtected(t *testing.T) {
	for name, test := range map[string]struct {
		answers []codes.Code
		ends    codes.Code
		failed  uint64
	}{
		"an unavailable service is asked again":     {answers: []codes.Code{codes.Unavailable, codes.Unavailable, codes.OK}, ends: codes.OK, failed: 2},
		"a call that may have been done is not":     {answers: []codes.Code{codes.Internal}, ends: codes.Internal, failed: 1},
		"nor is one that the service does not know": {answers: []codes.Code{codes.NotFound}, ends: codes.NotFound},
	} {
		t.Run(name, func(t *testing.T) {
			reg, err := resilience.NewRegistry()
			require.NoError(t, err)
			service := &answering{Server: health.NewServer(), answers: test.answers}
			client, err := example.NewResilientHealth(dial(t, service), reg)
			require.NoError(t, err)

			_, err = client.Check(t.Context(), &healthpb.HealthCheckRequest{})

			assert.Equal(t, test.ends, status.Code(err))
			assert.Empty(t, service.answers)
			for _, instance := range reg.Snapshot().Instances {
				if breaker := instance.CircuitBreaker; breaker != nil {
					assert.Equal(t, test.failed, breaker.Total.Failed)
				}
			}
		})
	}
}

// An answering service answers Check with each status once.
type answering struct {
	*health.Server
	answers []codes.Code
}

func (s *answering) Check(context.Context, *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	next := s.answers[0]
	s.answers = s.answers[1:]
	return &healthpb.HealthCheckResponse{Status: healthpb.HealthCheckResponse_SERVING}, status.Error(next, "as scripted")
}

// dial starts a server on a socket, and returns a client of it.
func dial(t *testing.T, service healthpb.HealthServer) healthpb.HealthClient {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := grpc.NewServer()
	healthpb.RegisterHealthServer(server, service)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithDisableRetry(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, conn.Close())
		server.Stop()
		assert.NoError(t, <-served)
	})
	return healthpb.NewHealthClient(conn)
}
