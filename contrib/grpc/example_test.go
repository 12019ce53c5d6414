package resiliencegrpc_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	resiliencegrpc "github.com/go-resgen/resgen/contrib/grpc"
	resilience "github.com/go-resgen/resgen/runtime"
)

// A client that retries, whose breaker is its own business, and whose numbers and
// settings are the registry's.
func ExampleUnaryClientInterceptor() {
	address, stop := start(flaky())
	defer stop()

	reg, err := resilience.NewRegistry(resilience.WithEnv(os.Environ()))
	check(err)
	retry, err := reg.Retry("carrier", resilience.RetryConfig{MaxAttempts: 3, Delay: time.Millisecond, Multiplier: 2})
	check(err)
	breaker, err := reg.CircuitBreaker("carrier", resilience.DefaultCircuitBreakerConfig())
	check(err)
	timeout, err := reg.Timeout("carrier", resilience.TimeoutConfig{Duration: 2 * time.Second})
	check(err)
	pipeline, err := reg.Pipeline("carrier", retry, breaker, timeout)
	check(err)

	conn, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDisableRetry(), // gRPC's own
		grpc.WithChainUnaryInterceptor(resiliencegrpc.UnaryClientInterceptor(pipeline)))
	check(err)
	defer func() { _ = conn.Close() }()
	reply, err := healthpb.NewHealthClient(conn).Check(context.Background(), &healthpb.HealthCheckRequest{})
	check(err)

	fmt.Println(reply.GetStatus(), "after", retry.Metrics().Retries, "retries")
	// Output: SERVING after 2 retries
}

// A server that answers ten calls at a time, keeps ten more waiting for a moment,
// and sends the others away. Its streams have slots of their own.
func ExampleUnaryServerInterceptor() {
	slots := resilience.DefaultBulkheadConfig()
	slots.MaxConcurrent, slots.Queue, slots.MaxWait = 10, 10, 100*time.Millisecond
	calls, err := resilience.NewBulkhead("calls", slots)
	check(err)
	watches, err := resilience.NewBulkhead("watches", slots)
	check(err)
	unary, err := resilience.NewPipeline("calls", calls)
	check(err)
	streams, err := resilience.NewPipeline("watches", watches)
	check(err)

	address, stop := start(health.NewServer(),
		grpc.ChainUnaryInterceptor(resiliencegrpc.UnaryServerInterceptor(unary)),
		grpc.ChainStreamInterceptor(resiliencegrpc.StreamServerInterceptor(streams)))
	defer stop()

	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	check(err)
	defer func() { _ = conn.Close() }()
	reply, err := healthpb.NewHealthClient(conn).Check(context.Background(), &healthpb.HealthCheckRequest{})
	check(err)
	fmt.Println(reply.GetStatus())
	// Output: SERVING
}

// flaky is a service that fails twice before it answers.
func flaky() healthpb.HealthServer {
	service := &answering{answers: []error{failing(codes.Unavailable), failing(codes.Unavailable), nil}}
	return checks(service.answer)
}

// start starts a server of the service.
func start(service healthpb.HealthServer, opts ...grpc.ServerOption) (address string, stop func()) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	server := grpc.NewServer(opts...)
	healthpb.RegisterHealthServer(server, service)
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().String(), server.Stop
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
