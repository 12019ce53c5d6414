package resiliencegrpc_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	resiliencegrpc "github.com/go-resgen/resgen/contrib/grpc"
	resilience "github.com/go-resgen/resgen/runtime"
)

// unary sheds unary calls.
func unary(p *resilience.Pipeline) grpc.ServerOption {
	return grpc.UnaryInterceptor(resiliencegrpc.UnaryServerInterceptor(p))
}

// streams sheds streams.
func streams(p *resilience.Pipeline) grpc.ServerOption {
	return grpc.StreamInterceptor(resiliencegrpc.StreamServerInterceptor(p))
}

func TestAServerRefusesWhatIsTooMuch(t *testing.T) {
	for name, test := range map[string]struct {
		policy resilience.Policy
		code   codes.Code
		says   string
		after  time.Duration
	}{
		"for its slots":  {policy: slot(t), code: codes.ResourceExhausted, says: "bulkhead service: bulkhead full"},
		"for its limit":  {policy: resiliently(t, resilience.NewAdaptiveLimiter, adaptive()), code: codes.ResourceExhausted, says: "adaptivelimit service: concurrency limit exceeded"},
		"for its rate":   {policy: hourly(t), code: codes.ResourceExhausted, says: "ratelimit service: rate limited", after: time.Hour},
		"for its health": {policy: breaker(t, resilience.StateOpen), code: codes.Unavailable, says: "circuitbreaker service is open: call not permitted by circuit breaker", after: time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			busy, leave := make(chan struct{}), make(chan struct{})
			client := dial(t, serve(t, checks(func(context.Context, *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
				close(busy)
				<-leave
				return &healthpb.HealthCheckResponse{}, nil
			}), unary(pipeline(t, test.policy))))
			first := make(chan error)
			go func() {
				_, err := client.Check(t.Context(), &healthpb.HealthCheckRequest{})
				first <- err
			}()
			if test.code == codes.Unavailable {
				assert.Equal(t, test.code, status.Code(<-first), "open from the first call on")
			} else {
				<-busy
			}

			_, err := client.Check(t.Context(), &healthpb.HealthCheckRequest{})

			assert.Equal(t, test.code, status.Code(err))
			assert.Equal(t, test.says, status.Convert(err).Message())
			assert.InDelta(t, test.after.Seconds(), asked(err).Seconds(), 10)
			close(leave)
			if test.code == codes.ResourceExhausted {
				assert.NoError(t, <-first)
			}
		})
	}
}

func TestABreakerLearnsFromHandlers(t *testing.T) {
	detailed := asking(t, time.Hour)
	for name, test := range map[string]struct {
		answer error
		code   codes.Code
		failed uint64
	}{
		"that answer":                   {code: codes.OK},
		"that blame the client":         {answer: failing(codes.InvalidArgument), code: codes.InvalidArgument},
		"that fail":                     {answer: failing(codes.Internal), code: codes.Internal, failed: 1},
		"that fail with details":        {answer: detailed, code: codes.Unavailable, failed: 1},
		"that fail without a status":    {answer: errors.New("broken"), code: codes.Unknown, failed: 1},
		"that wrap what blames":         {answer: fmt.Errorf("check: %w", failing(codes.NotFound)), code: codes.NotFound},
		"that give up without a status": {answer: fmt.Errorf("query: %w", context.DeadlineExceeded), code: codes.DeadlineExceeded, failed: 1},
	} {
		t.Run(name, func(t *testing.T) {
			closed := breaker(t, resilience.StateClosed)
			service := &answering{answers: []error{test.answer}}
			client := dial(t, serve(t, checks(service.answer), unary(pipeline(t, attempts(t, 3), closed))))

			_, err := client.Check(t.Context(), &healthpb.HealthCheckRequest{})

			assert.Equal(t, test.code, status.Code(err))
			assert.Equal(t, asked(test.answer), asked(err), "its status is the handler's whole")
			assert.Equal(t, test.failed, closed.Metrics().Failed)
			assert.EqualValues(t, 1, closed.Metrics().Buffered)
		})
	}
}

func TestAHandlerIsCalledOnceWhateverTheRetryNames(t *testing.T) {
	downstream := hourly(t)
	require.True(t, downstream.Allow())
	calls := 0

	_, err := resiliencegrpc.UnaryServerInterceptor(pipeline(t, attempts(t, 3, resilience.ErrorIs(resilience.ErrRateLimited))))(
		t.Context(), nil, nil, func(ctx context.Context, _ any) (any, error) {
			calls++
			return nil, downstream.Do(ctx, nil)
		})

	assert.ErrorIs(t, err, resilience.ErrRateLimited)
	assert.Equal(t, 1, calls)
}

func TestAHandlersAnswerIsTheClientsAlsoWhereItIsLate(t *testing.T) {
	late := failing(codes.Internal)

	resp, err := resiliencegrpc.UnaryServerInterceptor(pipeline(t, timeout(t, time.Nanosecond)))(
		t.Context(), "request", nil, func(ctx context.Context, req any) (any, error) {
			<-ctx.Done()
			return req, late
		})

	assert.Same(t, late, err)
	assert.Equal(t, "request", resp)
}

func TestAServerWithoutAPipelineSaysSo(t *testing.T) {
	client := dial(t, serve(t, health.NewServer(), unary(nil), streams(nil)))

	_, err := client.Check(t.Context(), &healthpb.HealthCheckRequest{})
	assert.Equal(t, codes.Internal, status.Code(err))

	watch, err := client.Watch(t.Context(), &healthpb.HealthCheckRequest{})
	require.NoError(t, err)
	_, err = watch.Recv()
	assert.Equal(t, codes.Internal, status.Code(err))
}

func TestAClientWhoLeavesDoesNotCount(t *testing.T) {
	closed := breaker(t, resilience.StateClosed)
	ctx, leave := context.WithCancel(t.Context())
	returned := make(chan struct{})
	intercept := resiliencegrpc.UnaryServerInterceptor(pipeline(t, closed))
	client := dial(t, serve(t, checks(func(ctx context.Context, _ *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
		leave()
		<-ctx.Done()
		return nil, failing(codes.Internal)
	}), grpc.UnaryInterceptor(func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		defer close(returned)
		return intercept(ctx, req, info, handler)
	})))

	_, err := client.Check(ctx, &healthpb.HealthCheckRequest{})

	assert.Equal(t, codes.Canceled, status.Code(err))
	<-returned
	assert.Zero(t, closed.Metrics().Buffered)
}

func TestAPanicIsAFailureAndGoesOn(t *testing.T) {
	closed := breaker(t, resilience.StateClosed)

	assert.PanicsWithValue(t, "broken", func() {
		_, _ = resiliencegrpc.UnaryServerInterceptor(pipeline(t, closed))(t.Context(), nil, nil, func(context.Context, any) (any, error) { panic("broken") })
	})

	assert.EqualValues(t, 1, closed.Metrics().Failed)
}

func TestAStreamHasItsSlotUntilItEnds(t *testing.T) {
	bulkhead := slot(t)
	ended := make(chan struct{}, 2)
	intercept := resiliencegrpc.StreamServerInterceptor(pipeline(t, bulkhead))
	client := dial(t, serve(t, health.NewServer(), grpc.StreamInterceptor(func(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		defer func() { ended <- struct{}{} }()
		return intercept(srv, ss, info, handler)
	})))
	ctx, leave := context.WithCancel(t.Context())
	first, err := client.Watch(ctx, &healthpb.HealthCheckRequest{})
	require.NoError(t, err)
	update, err := first.Recv()
	require.NoError(t, err)
	assert.Equal(t, healthpb.HealthCheckResponse_SERVING, update.GetStatus())

	second, err := client.Watch(t.Context(), &healthpb.HealthCheckRequest{})
	require.NoError(t, err)
	_, err = second.Recv()

	assert.Equal(t, codes.ResourceExhausted, status.Code(err))
	<-ended
	assert.Equal(t, 1, bulkhead.Metrics().InUse)
	leave()
	<-ended
	assert.Zero(t, bulkhead.Metrics().InUse)
}

func TestATimeoutEndsTheContextOfAStream(t *testing.T) {
	client := dial(t, serve(t, health.NewServer(), streams(pipeline(t, timeout(t, 20*time.Millisecond)))))
	watch, err := client.Watch(t.Context(), &healthpb.HealthCheckRequest{})
	require.NoError(t, err)
	_, err = watch.Recv()
	require.NoError(t, err)

	_, err = watch.Recv()

	assert.Equal(t, codes.Canceled, status.Code(err), "as the health service says")
	assert.Equal(t, "Stream has ended.", status.Convert(err).Message())
}
