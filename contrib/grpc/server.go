package resiliencegrpc

import (
	"context"

	"google.golang.org/grpc"

	resilience "github.com/go-resgen/resgen/runtime"
)

// UnaryServerInterceptor returns an interceptor that puts a pipeline around the
// unary handlers of a server, to shed load: with a bulkhead, a rate limit or an
// adaptive limit. A call that one of these refuses ends with status
// ResourceExhausted, by a breaker with Unavailable, and with a RetryInfo detail if
// the policy knows when it makes sense to try again.
//
// A handler's error whose status ServiceFailed reports is a failure to a breaker and
// an adaptive limit, unless the client has left. It is sent as it is, and the handler
// is never called again. A panic is a failure as well, and goes on. A timeout ends
// the context, which the handler has to heed. The pipeline must not have a hedge.
func UnaryServerInterceptor(p *resilience.Pipeline) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (resp any, err error) {
		err = serve(ctx, p, func(ctx context.Context) error {
			var err error
			resp, err = handler(ctx, req)
			return err
		})
		return resp, err
	}
}

// StreamServerInterceptor is UnaryServerInterceptor for the streams of a server. A
// stream is one call, which lasts until its handler returns: that long it has its
// slot of a bulkhead, and a timeout bounds all of it.
func StreamServerInterceptor(p *resilience.Pipeline) grpc.StreamServerInterceptor {
	return func(srv any, ss grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		return serve(ss.Context(), p, func(ctx context.Context) error {
			return handler(srv, &stream{ss, ctx})
		})
	}
}

// A stream has the context that the policies gave.
type stream struct {
	grpc.ServerStream
	ctx context.Context
}

func (s *stream) Context() context.Context { return s.ctx }

// serve calls the handler through the pipeline, once. The error is the handler's own
// if it was called.
func serve(ctx context.Context, p *resilience.Pipeline, handle func(context.Context) error) error {
	if p == nil {
		return errNoPipeline
	}
	var answer error
	handled := false
	err := p.Do(ctx, func(ctx context.Context) (resilience.Verdict, error) {
		answer, handled = handle(ctx), true
		return 0, handlersFailure(answer)
	})
	if err != nil && !handled {
		return outcome(ctx, err)
	}
	return answer
}

// handlersFailure returns what the error of a handler, or nil, is to the pipeline.
func handlersFailure(err error) error {
	if !ServiceFailed(statusOf(err)) {
		return nil
	}
	return &unrepeatable{err}
}
