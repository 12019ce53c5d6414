package resiliencegrpc

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	resilience "github.com/go-resgen/resgen/runtime"
)

// UnaryClientInterceptor returns an interceptor that sends a client's unary calls
// through a pipeline, each attempt with the deadline that the policies set.
//
// To the pipeline, a call has failed if Failed says so of its status. Any other
// answer is a success, and comes back as it is. So does the error of a failed call.
//
// A failed call is made again, where the pipeline has a retry, if its status is
// Unavailable, or if its method is Replayable. A RetryInfo detail of the status, and
// a grpc-retry-pushback-ms in the trailer, delay the next attempt; a negative
// pushback forbids it.
//
// What the policies say has a status too: Unavailable if a breaker refused the call,
// ResourceExhausted if another policy did, DeadlineExceeded if a timeout ended it,
// and that of the caller's context if it has ended. The errors of package runtime
// are found in it with errors.Is and errors.As.
//
// The pipeline must not have a hedge.
func UnaryClientInterceptor(p *resilience.Pipeline, opts ...ClientOption) grpc.UnaryClientInterceptor {
	var c client
	for _, set := range opts {
		set(&c)
	}
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		if p == nil {
			return errNoPipeline
		}
		var answer error // of a call that is no failure
		err := p.Do(ctx, func(ctx context.Context) (resilience.Verdict, error) {
			var trailer metadata.MD
			answer = invoke(ctx, method, req, reply, cc, append(opts[:len(opts):len(opts)], grpc.Trailer(&trailer))...)
			return 0, c.judge(method, answer, trailer)
		})
		if err != nil {
			return outcome(ctx, err)
		}
		return answer
	}
}

var errNoPipeline = status.Error(codes.Internal, "resiliencegrpc: the interceptor has no pipeline")

// A ClientOption says what a client's calls mean.
type ClientOption func(*client)

// Failed has the pipeline count the calls that end with an error as failures of the
// service whose status the function reports. Nil, or no such option, is
// ServiceFailed. An error that has no status is one with status Unknown, that of a
// context Canceled or DeadlineExceeded.
func Failed(failed func(*status.Status) bool) ClientOption {
	return func(c *client) { c.failed = failed }
}

// Replayable has a retry repeat every failed call of the methods that the function
// reports, which it asks with names such as /grpc.health.v1.Health/Check. Nil, or no
// such option, is none.
func Replayable(replayable func(fullMethod string) bool) ClientOption {
	return func(c *client) { c.replayable = replayable }
}

// ServiceFailed reports whether a status says that the service has failed: any but OK
// and those of a service that is well, and cannot or will not do what was asked, which
// are InvalidArgument, NotFound, AlreadyExists, PermissionDenied, Unauthenticated,
// FailedPrecondition, OutOfRange, Aborted and Unimplemented.
func ServiceFailed(s *status.Status) bool {
	switch s.Code() {
	case codes.OK, codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied, codes.Unauthenticated,
		codes.FailedPrecondition, codes.OutOfRange, codes.Aborted, codes.Unimplemented:
		return false
	}
	return true
}

// A client is what the options say. Its zero value is what is without them.
type client struct {
	failed     func(*status.Status) bool
	replayable func(string) bool
}

// judge returns what the error of an attempt is to the pipeline.
func (c *client) judge(method string, err error, trailer metadata.MD) error {
	if err == nil {
		return nil
	}
	s := statusOf(err)
	if !c.hasFailed(s) {
		return nil
	}
	asked, never := pushback(trailer)
	if never || !c.repeats(method, s) {
		return &unrepeatable{err}
	}
	return &failure{err: err, after: max(asked, retryDelay(s))}
}

func (c *client) hasFailed(s *status.Status) bool {
	if c.failed == nil {
		return ServiceFailed(s)
	}
	return c.failed(s)
}

// repeats reports whether a failed call may be made again. Of other statuses than
// Unavailable gRPC does not say so.
func (c *client) repeats(method string, s *status.Status) bool {
	return s.Code() == codes.Unavailable || c.replayable != nil && c.replayable(method)
}
