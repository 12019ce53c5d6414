package resiliencegrpc_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	resiliencegrpc "github.com/go-resgen/resgen/contrib/grpc"
	resilience "github.com/go-resgen/resgen/runtime"
)

func TestAFailedCallIsMadeAgain(t *testing.T) {
	unavailable := failing(codes.Unavailable)
	replayable := resiliencegrpc.Replayable(func(method string) bool { return method == healthpb.Health_Check_FullMethodName })
	another := resiliencegrpc.Replayable(func(method string) bool { return method != healthpb.Health_Check_FullMethodName })
	impatient := resiliencegrpc.Failed(func(s *status.Status) bool { return s.Code() == codes.NotFound })
	for name, test := range map[string]struct {
		options []resiliencegrpc.ClientOption
		answers []error
		code    codes.Code
		made    int
	}{
		"until the service answers well":             {answers: []error{unavailable, unavailable, nil}, code: codes.OK, made: 3},
		"as often as the retry allows":               {answers: []error{unavailable, unavailable, unavailable}, code: codes.Unavailable, made: 3},
		"until the answer is no failure":             {answers: []error{unavailable, failing(codes.NotFound)}, code: codes.NotFound, made: 2},
		"not where the service may have done it":     {answers: []error{failing(codes.Internal)}, code: codes.Internal, made: 1},
		"not where the service has no more to give":  {answers: []error{failing(codes.ResourceExhausted)}, code: codes.ResourceExhausted, made: 1},
		"where the method may be done twice":         {options: []resiliencegrpc.ClientOption{replayable}, answers: []error{failing(codes.Internal), failing(codes.DeadlineExceeded), nil}, code: codes.OK, made: 3},
		"not where another method may":               {options: []resiliencegrpc.ClientOption{another}, answers: []error{failing(codes.Internal)}, code: codes.Internal, made: 1},
		"not where that is no failure":               {options: []resiliencegrpc.ClientOption{replayable}, answers: []error{failing(codes.InvalidArgument)}, code: codes.InvalidArgument, made: 1},
		"where the user says that it is":             {options: []resiliencegrpc.ClientOption{replayable, impatient}, answers: []error{failing(codes.NotFound), nil}, code: codes.OK, made: 2},
		"not where the user says that it is not":     {options: []resiliencegrpc.ClientOption{impatient}, answers: []error{unavailable}, code: codes.Unavailable, made: 1},
		"by the defaults where the options are none": {options: []resiliencegrpc.ClientOption{resiliencegrpc.Failed(nil), resiliencegrpc.Replayable(nil)}, answers: []error{unavailable, failing(codes.Internal)}, code: codes.Internal, made: 2},
	} {
		t.Run(name, func(t *testing.T) {
			service := &answering{answers: test.answers}
			intercept := resiliencegrpc.UnaryClientInterceptor(pipeline(t, attempts(t, 3)), test.options...)
			client := dial(t, serve(t, checks(service.answer)), grpc.WithUnaryInterceptor(intercept))

			reply, err := client.Check(t.Context(), &healthpb.HealthCheckRequest{})

			assert.Equal(t, test.code, status.Code(err))
			assert.Equal(t, test.made, service.answered())
			if test.code == codes.OK {
				assert.Equal(t, healthpb.HealthCheckResponse_SERVING, reply.GetStatus())
			} else {
				assert.Equal(t, "as told", status.Convert(err).Message())
			}
		})
	}
}

func TestABreakerLearnsFromStatuses(t *testing.T) {
	ignoring := resilience.DefaultCircuitBreakerConfig()
	ignoring.IgnoreOn = []resilience.Matcher{resiliencegrpc.Code(codes.ResourceExhausted)}
	for _, code := range []codes.Code{
		codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied, codes.Unauthenticated,
		codes.FailedPrecondition, codes.OutOfRange, codes.Aborted, codes.Unimplemented,
	} {
		t.Run(code.String()+" is no failure", func(t *testing.T) {
			assert.Equal(t, counted{successes: 1}, countedOf(t, resilience.DefaultCircuitBreakerConfig(), failing(code)))
		})
	}
	for _, code := range []codes.Code{
		codes.Canceled, codes.Unknown, codes.DeadlineExceeded, codes.ResourceExhausted, codes.Internal, codes.Unavailable, codes.DataLoss, 99,
	} {
		t.Run(code.String()+" is a failure", func(t *testing.T) {
			assert.Equal(t, counted{failures: 1}, countedOf(t, resilience.DefaultCircuitBreakerConfig(), failing(code)))
		})
	}
	t.Run("no error is none, and nobody is asked", func(t *testing.T) {
		closed := breaker(t, resilience.StateClosed)
		anything := resiliencegrpc.Failed(func(*status.Status) bool { return true })
		intercept := resiliencegrpc.UnaryClientInterceptor(pipeline(t, closed), anything)
		require.NoError(t, invoke(t.Context(), intercept, func(context.Context) error { return nil }))
		assert.EqualValues(t, 1, closed.Metrics().Successful)
		assert.False(t, resiliencegrpc.ServiceFailed(nil))
	})
	t.Run("an error without a status is a failure", func(t *testing.T) {
		assert.Equal(t, counted{failures: 1}, countedOf(t, resilience.DefaultCircuitBreakerConfig(), errors.New("broken")))
	})
	t.Run("a wrapped status is what it wraps", func(t *testing.T) {
		assert.Equal(t, counted{successes: 1}, countedOf(t, resilience.DefaultCircuitBreakerConfig(), fmt.Errorf("check: %w", failing(codes.NotFound))))
	})
	t.Run("what a matcher ignores is neither", func(t *testing.T) {
		assert.Equal(t, counted{}, countedOf(t, ignoring, failing(codes.ResourceExhausted)))
	})
	t.Run("what one finds in an error that forbids a retry too", func(t *testing.T) {
		broken := errors.New("broken")
		ignoring := resilience.DefaultCircuitBreakerConfig()
		ignoring.IgnoreOn = []resilience.Matcher{resilience.ErrorIs(broken)}
		assert.Equal(t, counted{}, countedOf(t, ignoring, fmt.Errorf("check: %w", broken)))
	})
	t.Run("what it does not is a failure", func(t *testing.T) {
		assert.Equal(t, counted{failures: 1}, countedOf(t, ignoring, failing(codes.Internal)))
	})
}

// counted is what a breaker has counted.
type counted struct{ successes, failures uint64 }

// countedOf is what a breaker counts of a call that ends with err, which the caller
// gets as the same value.
func countedOf(t *testing.T, cfg resilience.CircuitBreakerConfig, err error) counted {
	t.Helper()
	breaker := resiliently(t, resilience.NewCircuitBreaker, cfg)
	intercept := resiliencegrpc.UnaryClientInterceptor(pipeline(t, breaker, timeout(t, time.Minute), attempts(t, 1)))
	defer breaker.Events().Subscribe(func(e resilience.Event) { assert.EqualError(t, e.Err, err.Error()) }, resilience.KindError)()
	assert.Same(t, err, invoke(t.Context(), intercept, func(context.Context) error { return err }))
	return counted{breaker.Metrics().Successful, breaker.Metrics().Failed}
}

func TestACallerWhoLeavesCountsForNothing(t *testing.T) {
	closed := breaker(t, resilience.StateClosed)
	ctx, leave := context.WithCancel(t.Context())
	client := dial(t, serve(t, checks(func(ctx context.Context, _ *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
		leave()
		<-ctx.Done()
		return nil, ctx.Err()
	})), resilient(t, closed))

	_, err := client.Check(ctx, &healthpb.HealthCheckRequest{})

	assert.Equal(t, codes.Canceled, status.Code(err))
	assert.Zero(t, closed.Metrics().Buffered)
}

func TestWhatPoliciesSayHasAStatus(t *testing.T) {
	unavailable := failing(codes.Unavailable)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	expired, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	full := slot(t)
	require.True(t, full.TryAcquire())
	busy := resiliently(t, resilience.NewAdaptiveLimiter, adaptive())
	taken, err := busy.Acquire(t.Context())
	require.NoError(t, err)
	defer taken.Release()
	used := hourly(t)
	require.True(t, used.Allow())
	for name, test := range map[string]struct {
		ctx      context.Context
		policies []resilience.Policy
		is       []error
		code     codes.Code
		after    bool
	}{
		"an open breaker":               {policies: []resilience.Policy{breaker(t, resilience.StateOpen)}, is: []error{resilience.ErrCallNotPermitted}, code: codes.Unavailable, after: true},
		"a full bulkhead":               {policies: []resilience.Policy{full}, is: []error{resilience.ErrBulkheadFull}, code: codes.ResourceExhausted},
		"a rate limit":                  {policies: []resilience.Policy{used}, is: []error{resilience.ErrRateLimited}, code: codes.ResourceExhausted, after: true},
		"an adaptive limit":             {policies: []resilience.Policy{busy}, is: []error{resilience.ErrLimitExceeded}, code: codes.ResourceExhausted},
		"a refusal after a failure":     {policies: []resilience.Policy{hourly(t), attempts(t, 2)}, is: []error{resilience.ErrRateLimited, unavailable}, code: codes.ResourceExhausted, after: true},
		"a timeout":                     {policies: []resilience.Policy{timeout(t, time.Nanosecond)}, is: []error{resilience.ErrTimeout, context.DeadlineExceeded, unavailable}, code: codes.DeadlineExceeded},
		"a caller who has left":         {ctx: cancelled, is: []error{context.Canceled}, code: codes.Canceled},
		"a caller whose time is up":     {ctx: expired, is: []error{context.DeadlineExceeded}, code: codes.DeadlineExceeded},
		"a pipeline that is for others": {policies: []resilience.Policy{resiliently(t, resilience.NewHedge, resilience.DefaultHedgeConfig())}, code: codes.Internal},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := test.ctx
			if ctx == nil {
				ctx = t.Context()
			}
			intercept := resiliencegrpc.UnaryClientInterceptor(pipeline(t, test.policies...))

			err := invoke(ctx, intercept, func(ctx context.Context) error {
				if _, bounded := ctx.Deadline(); bounded {
					<-ctx.Done()
				}
				return unavailable
			})

			assert.Equal(t, test.code, status.Code(err))
			assert.Equal(t, err.Error(), status.Convert(err).Message())
			for _, target := range test.is {
				assert.ErrorIs(t, err, target)
			}
			assert.Equal(t, test.after, asked(err) > 0)
			assert.Equal(t, test.after, len(status.Convert(err).Details()) == 1)
		})
	}
}

func TestAnInterceptorWithoutAPipelineSaysSo(t *testing.T) {
	err := invoke(t.Context(), resiliencegrpc.UnaryClientInterceptor(nil), nil)

	assert.EqualError(t, err, "rpc error: code = Internal desc = resiliencegrpc: the interceptor has no pipeline")
}

func TestACallerWhoLeavesDuringTheWaitSeesWhatTheServiceSaid(t *testing.T) {
	for name, test := range map[string]struct {
		lasts time.Duration // the first attempt
		says  string
	}{
		"in time":            {says: "context canceled while waiting to retry: rpc error: code = Unavailable desc = as told"},
		"after its time was": {lasts: time.Minute, says: "context canceled while waiting to retry: timeout service: attempt exceeded 1m0s: rpc error: code = Unavailable desc = as told"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				unavailable := failing(codes.Unavailable)
				retry := resiliently(t, resilience.NewRetry, resilience.DefaultRetryConfig())
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(test.lasts+time.Millisecond, cancel)

				err := invoke(ctx, resiliencegrpc.UnaryClientInterceptor(pipeline(t, retry, timeout(t, time.Minute))), func(context.Context) error {
					time.Sleep(test.lasts)
					return unavailable
				})

				assert.EqualError(t, err, test.says)
				assert.Equal(t, codes.Canceled, status.Code(err))
				assert.ErrorIs(t, err, context.Canceled)
				assert.ErrorIs(t, err, unavailable)
			})
		})
	}
}

func TestATimeoutIsRepeatedOnlyWhereTheMethodMayBe(t *testing.T) {
	for name, test := range map[string]struct {
		replayable bool
		calls      int
	}{
		"it may":     {replayable: true, calls: 3},
		"it may not": {calls: 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				intercept := resiliencegrpc.UnaryClientInterceptor(pipeline(t, attempts(t, 3), timeout(t, time.Second)),
					resiliencegrpc.Replayable(func(string) bool { return test.replayable }))

				err := invoke(t.Context(), intercept, func(ctx context.Context) error {
					calls++
					<-ctx.Done()
					return status.FromContextError(ctx.Err()).Err()
				})

				assert.Equal(t, test.calls, calls)
				assert.ErrorIs(t, err, resilience.ErrTimeout)
				assert.EqualError(t, err, "timeout service: attempt exceeded 1s: rpc error: code = DeadlineExceeded desc = context deadline exceeded")
				_, says := errors.AsType[interface {
					error
					Retryable() bool
				}](err)
				assert.False(t, says, "callers with a retry of their own judge by themselves")
			})
		})
	}
}

func TestTheListsOfARetryDecideOnCallsThatMayBeRepeated(t *testing.T) {
	cfg := resilience.DefaultRetryConfig()
	cfg.Delay, cfg.AbortOn = 0, []resilience.Matcher{resiliencegrpc.Code(codes.Unavailable)}
	calls := 0

	err := invoke(t.Context(), resiliencegrpc.UnaryClientInterceptor(pipeline(t, resiliently(t, resilience.NewRetry, cfg))), func(context.Context) error {
		calls++
		return failing(codes.Unavailable)
	})

	assert.Equal(t, codes.Unavailable, status.Code(err))
	assert.Equal(t, 1, calls)
}

func TestAnAnswerAfterTheTimeoutIsAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := failing(codes.NotFound)
		intercept := resiliencegrpc.UnaryClientInterceptor(pipeline(t, timeout(t, time.Second)))

		err := invoke(t.Context(), intercept, func(ctx context.Context) error {
			<-ctx.Done()
			return late
		})

		assert.Same(t, late, err)
	})
}

func TestRetriesWaitAsLongAsTheServiceAsks(t *testing.T) {
	for name, test := range map[string]struct {
		fails    error
		pushback []string
		waits    time.Duration
		gaveUp   bool
	}{
		"in the status":                {fails: asking(t, 7*time.Second), waits: 7 * time.Second},
		"not if they wait longer":      {fails: asking(t, time.Millisecond), waits: time.Second},
		"not into the past":            {fails: asking(t, -time.Hour), waits: time.Second},
		"in the trailer":               {fails: failing(codes.Unavailable), pushback: []string{"7000"}, waits: 7 * time.Second},
		"whichever is longer":          {fails: asking(t, 9*time.Second), pushback: []string{"7000"}, waits: 9 * time.Second},
		"for ever if that is negative": {fails: failing(codes.Unavailable), pushback: []string{"-1"}, gaveUp: true},
		"or no number":                 {fails: failing(codes.Unavailable), pushback: []string{"soon"}, gaveUp: true},
		"or several":                   {fails: failing(codes.Unavailable), pushback: []string{"1", "2"}, gaveUp: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cfg := resilience.DefaultRetryConfig()
				cfg.Delay = time.Second
				calls := 0
				began := time.Now()

				err := resiliencegrpc.UnaryClientInterceptor(pipeline(t, resiliently(t, resilience.NewRetry, cfg)))(
					t.Context(), healthpb.Health_Check_FullMethodName, nil, nil, nil,
					func(_ context.Context, _ string, _, _ any, _ *grpc.ClientConn, opts ...grpc.CallOption) error {
						if calls++; calls == 2 {
							return nil
						}
						for _, opt := range opts {
							if trailer, ok := opt.(grpc.TrailerCallOption); ok {
								*trailer.TrailerAddr = metadata.MD{"grpc-retry-pushback-ms": test.pushback}
							}
						}
						return test.fails
					})

				if test.gaveUp {
					assert.Same(t, test.fails, err)
					return
				}
				require.NoError(t, err)
				assert.Equal(t, test.waits, time.Since(began))
			})
		})
	}
}

func TestAPushbackIsReadFromTheWire(t *testing.T) {
	service := &answering{answers: []error{failing(codes.Unavailable), nil}}
	client := dial(t, serve(t, checks(func(ctx context.Context, req *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
		assert.NoError(t, grpc.SetTrailer(ctx, metadata.Pairs("grpc-retry-pushback-ms", "-1")))
		return service.answer(ctx, req)
	})), resilient(t, attempts(t, 3)))

	_, err := client.Check(t.Context(), &healthpb.HealthCheckRequest{})

	assert.Equal(t, codes.Unavailable, status.Code(err))
	assert.Equal(t, 1, service.answered())
}

func TestEachAttemptHasWhatTheCallHas(t *testing.T) {
	service := &answering{answers: []error{failing(codes.Unavailable), nil}}
	address := serve(t, checks(func(ctx context.Context, req *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
		incoming, _ := metadata.FromIncomingContext(ctx)
		assert.Equal(t, []string{"me"}, incoming.Get("caller"))
		deadline, ok := ctx.Deadline()
		assert.True(t, ok, "the attempt's timeout has come to the server")
		assert.InDelta(t, 30, time.Until(deadline).Seconds(), 10)
		assert.Equal(t, "this", req.GetService())
		resp, err := service.answer(ctx, req)
		assert.NoError(t, grpc.SetHeader(ctx, metadata.Pairs("attempt", fmt.Sprint(service.answered()))))
		assert.NoError(t, grpc.SetTrailer(ctx, metadata.Pairs("attempt", fmt.Sprint(service.answered()))))
		return resp, err
	}))
	client := dial(t, address, resilient(t, attempts(t, 2), timeout(t, 30*time.Second)))
	var header, trailer metadata.MD
	var from peer.Peer
	finished := 0

	_, err := client.Check(metadata.AppendToOutgoingContext(t.Context(), "caller", "me"), &healthpb.HealthCheckRequest{Service: "this"},
		grpc.Header(&header), grpc.Trailer(&trailer), grpc.Peer(&from), grpc.WaitForReady(true), grpc.OnFinish(func(error) { finished++ }))

	require.NoError(t, err)
	assert.Equal(t, []string{"2"}, header.Get("attempt"))
	assert.Equal(t, []string{"2"}, trailer.Get("attempt"))
	assert.Equal(t, address, from.Addr.String())
	assert.Equal(t, 2, finished)
}

func TestTheCallersOptionsAreLeftAlone(t *testing.T) {
	options := make([]grpc.CallOption, 1, 2)
	options[0] = grpc.WaitForReady(true)

	err := resiliencegrpc.UnaryClientInterceptor(pipeline(t))(t.Context(), healthpb.Health_Check_FullMethodName, nil, nil, nil,
		func(_ context.Context, _ string, _, _ any, _ *grpc.ClientConn, opts ...grpc.CallOption) error {
			assert.Equal(t, options[0], opts[0])
			return nil
		}, options...)

	require.NoError(t, err)
	assert.Nil(t, options[:2][1], "what has room behind them may be somebody else's")
}

func TestAReplyHasNothingOfAFailedAttempt(t *testing.T) {
	calls := 0
	client := dial(t, serve(t, nil, grpc.UnknownServiceHandler(func(_ any, ss grpc.ServerStream) error {
		if calls++; calls == 1 {
			assert.NoError(t, ss.SendMsg(&healthpb.HealthCheckResponse{Status: healthpb.HealthCheckResponse_SERVING}))
			return failing(codes.Unavailable)
		}
		return ss.SendMsg(&healthpb.HealthCheckResponse{})
	})), resilient(t, attempts(t, 2)))

	reply, err := client.Check(t.Context(), &healthpb.HealthCheckRequest{})

	require.NoError(t, err)
	assert.Equal(t, 2, calls)
	assert.Equal(t, healthpb.HealthCheckResponse_UNKNOWN, reply.GetStatus())
}

func TestATimeoutEndsTheWaitForAConnection(t *testing.T) {
	client := dial(t, "passthrough:///127.0.0.1:1", resilient(t, timeout(t, 20*time.Millisecond)))

	_, err := client.Check(t.Context(), &healthpb.HealthCheckRequest{}, grpc.WaitForReady(true))

	assert.Equal(t, codes.DeadlineExceeded, status.Code(err))
	assert.ErrorIs(t, err, resilience.ErrTimeout)
}

func TestAnInvokerThatDoesNotReturnGivesBackItsSlot(t *testing.T) {
	bulkhead := slot(t)
	intercept := resiliencegrpc.UnaryClientInterceptor(pipeline(t, bulkhead))

	assert.PanicsWithValue(t, "broken", func() {
		_ = invoke(t.Context(), intercept, func(context.Context) error { panic("broken") })
	})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = invoke(t.Context(), intercept, func(context.Context) error { runtime.Goexit(); return nil })
	}()
	<-ended

	assert.Zero(t, bulkhead.Metrics().InUse)
}

func TestARefusalFurtherInIsNoReasonToRepeatACallThatMayNotBe(t *testing.T) {
	for name, test := range map[string]struct {
		options []resiliencegrpc.ClientOption
		code    codes.Code
		waits   time.Duration
	}{
		"made twice": {code: codes.ResourceExhausted},
		"unlike one that may, as soon as it would be let in": {
			options: []resiliencegrpc.ClientOption{resiliencegrpc.Replayable(func(string) bool { return true })},
			code:    codes.OK,
			waits:   time.Hour,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				used := hourly(t)
				require.True(t, used.Allow())
				inner := resiliencegrpc.UnaryClientInterceptor(pipeline(t, used))
				insistent := attempts(t, 3, resilience.ErrorIs(resilience.ErrRateLimited))
				outer := resiliencegrpc.UnaryClientInterceptor(pipeline(t, insistent), test.options...)
				began := time.Now()

				err := invoke(t.Context(), outer, func(ctx context.Context) error {
					return invoke(ctx, inner, func(context.Context) error { return nil })
				})

				assert.Equal(t, test.code, status.Code(err))
				assert.Equal(t, err != nil, errors.Is(err, resilience.ErrRateLimited))
				_, refused := errors.AsType[*resilience.RejectedError](err)
				assert.Equal(t, err != nil, refused)
				assert.Equal(t, test.waits, time.Since(began))
			})
		})
	}
}

func TestCode(t *testing.T) {
	open := breaker(t, resilience.StateOpen)
	refused := open.Do(t.Context(), nil)
	for name, test := range map[string]struct {
		err     error
		matches codes.Code // OK: none
	}{
		"a status":                   {err: failing(codes.Internal), matches: codes.Internal},
		"a wrapped status":           {err: fmt.Errorf("check: %w", failing(codes.Internal)), matches: codes.Internal},
		"an error without a status":  {err: errors.New("broken"), matches: codes.Unknown},
		"the end of a context":       {err: fmt.Errorf("left: %w", context.Canceled), matches: codes.Canceled},
		"a timeout":                  {err: &resilience.TimeoutError{}, matches: codes.DeadlineExceeded},
		"a timeout after a failure":  {err: &resilience.TimeoutError{Err: failing(codes.Unavailable)}, matches: codes.DeadlineExceeded},
		"a refusal, which is nobody": {err: refused},
	} {
		t.Run(name, func(t *testing.T) {
			require.Error(t, test.err)
			for code := codes.Canceled; code <= codes.Unauthenticated; code++ {
				assert.Equal(t, code == test.matches, resiliencegrpc.Code(codes.OK, code)(test.err), code)
			}
			assert.False(t, resiliencegrpc.Code()(test.err))
		})
	}
}

// adaptive is an adaptive limit of one.
func adaptive() resilience.AdaptiveLimiterConfig {
	cfg := resilience.DefaultAdaptiveLimiterConfig()
	cfg.Initial, cfg.Min, cfg.Max = 1, 1, 1
	return cfg
}
