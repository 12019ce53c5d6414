package resiliencegrpc_test

import (
	"context"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	resiliencegrpc "github.com/go-resgen/resgen/contrib/grpc"
	resilience "github.com/go-resgen/resgen/runtime"
)

// A checking service is gRPC's own health service, whose Check is another.
type checking struct {
	*health.Server
	check func(context.Context, *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error)
}

func (s *checking) Check(ctx context.Context, req *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	return s.check(ctx, req)
}

// checks is a service with this Check.
func checks(check func(context.Context, *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error)) *checking {
	return &checking{Server: health.NewServer(), check: check}
}

// An answering service answers with each error once.
type answering struct {
	answers []error
	count   atomic.Int32
}

func (s *answering) answer(context.Context, *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	if err := s.answers[int(s.count.Add(1))-1]; err != nil {
		return nil, err
	}
	return &healthpb.HealthCheckResponse{Status: healthpb.HealthCheckResponse_SERVING}, nil
}

func (s *answering) answered() int { return int(s.count.Load()) }

// serve starts a server on a socket and returns its address.
func serve(t *testing.T, service healthpb.HealthServer, opts ...grpc.ServerOption) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := grpc.NewServer(opts...)
	if service != nil {
		healthpb.RegisterHealthServer(server, service)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Stop()
		assert.NoError(t, <-served)
	})
	return listener.Addr().String()
}

// dial returns a client of the server at that address.
func dial(t *testing.T, address string, opts ...grpc.DialOption) healthpb.HealthClient {
	t.Helper()
	conn, err := grpc.NewClient(address, append(opts, grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, conn.Close()) })
	return healthpb.NewHealthClient(conn)
}

// resilient sends the calls of a client through the policies.
func resilient(t *testing.T, policies ...resilience.Policy) grpc.DialOption {
	t.Helper()
	return grpc.WithUnaryInterceptor(resiliencegrpc.UnaryClientInterceptor(pipeline(t, policies...)))
}

// invoke calls an interceptor with an invoker, and nothing on the wire.
func invoke(ctx context.Context, intercept grpc.UnaryClientInterceptor, invoker func(context.Context) error) error {
	return intercept(ctx, healthpb.Health_Check_FullMethodName, nil, nil, nil, func(ctx context.Context, _ string, _, _ any, _ *grpc.ClientConn, _ ...grpc.CallOption) error {
		return invoker(ctx)
	})
}

func pipeline(t *testing.T, policies ...resilience.Policy) *resilience.Pipeline {
	t.Helper()
	p, err := resilience.NewPipeline("service", policies...)
	require.NoError(t, err)
	return p
}

// resiliently makes a policy.
func resiliently[C, P any](t *testing.T, construct func(string, C) (P, error), cfg C) P {
	t.Helper()
	policy, err := construct("service", cfg)
	require.NoError(t, err)
	return policy
}

// attempts is a retry without delays, of all errors or of those that match.
func attempts(t *testing.T, n int, on ...resilience.Matcher) *resilience.Retry {
	t.Helper()
	cfg := resilience.DefaultRetryConfig()
	cfg.MaxAttempts, cfg.Delay, cfg.RetryOn = n, 0, on
	return resiliently(t, resilience.NewRetry, cfg)
}

// timeout bounds each attempt.
func timeout(t *testing.T, d time.Duration) *resilience.Timeout {
	t.Helper()
	return resiliently(t, resilience.NewTimeout, resilience.TimeoutConfig{Duration: d})
}

// breaker has an initial state.
func breaker(t *testing.T, initial resilience.State) *resilience.CircuitBreaker {
	t.Helper()
	cfg := resilience.DefaultCircuitBreakerConfig()
	cfg.Initial = initial
	return resiliently(t, resilience.NewCircuitBreaker, cfg)
}

// slot is a bulkhead for one call, without a queue.
func slot(t *testing.T) *resilience.Bulkhead {
	t.Helper()
	return resiliently(t, resilience.NewBulkhead, resilience.BulkheadConfig{MaxConcurrent: 1, Queue: -1})
}

// hourly is a rate limit of one call an hour.
func hourly(t *testing.T) *resilience.RateLimiter {
	t.Helper()
	return resiliently(t, resilience.NewRateLimiter, resilience.DefaultRateLimiterConfig(1, time.Hour))
}

// failing is an error with a status.
func failing(code codes.Code) error { return status.Error(code, "as told") }

// asking is one that asks to wait.
func asking(t *testing.T, delay time.Duration) error {
	t.Helper()
	s, err := status.New(codes.Unavailable, "busy").WithDetails(&errdetails.Help{}, &errdetails.RetryInfo{RetryDelay: durationpb.New(delay)})
	require.NoError(t, err)
	return s.Err()
}

// asked is how long an error asks to wait.
func asked(err error) time.Duration {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok {
			return info.GetRetryDelay().AsDuration()
		}
	}
	return 0
}
