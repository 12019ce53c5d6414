package resiliencegrpc

import (
	"context"
	"errors"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	resilience "github.com/go-resgen/resgen/runtime"
)

// outcome is what a caller with this context gets for the error that came of the
// pipeline: the service's own error as it was, or the policies' with a status.
func outcome(ctx context.Context, err error) error {
	switch e := err.(type) {
	case *failure, *unrepeatable:
		return undisguised(err)
	case *resilience.TimeoutError:
		return &policyError{undisguised(e), codes.DeadlineExceeded}
	}
	if ended := ctx.Err(); ended != nil {
		return &policyError{err, status.FromContextError(ended).Code()}
	}
	return &policyError{err, refusal(err)}
}

// undisguised returns the error without what only the pipeline was to know.
func undisguised(err error) error {
	switch e := err.(type) {
	case *failure:
		return e.err
	case *unrepeatable:
		return e.err
	case *resilience.TimeoutError:
		plain := *e
		plain.Err = undisguised(e.Err)
		return &plain
	}
	return err
}

// refusal is the code of a call that a policy refused.
func refusal(err error) codes.Code {
	rejected, ok := errors.AsType[*resilience.RejectedError](err)
	switch {
	case !ok:
		return codes.Internal // the pipeline is not one for such calls
	case errors.Is(rejected, resilience.ErrCallNotPermitted):
		return codes.Unavailable
	default:
		return codes.ResourceExhausted
	}
}

// A policyError is what the policies say, with a status.
type policyError struct {
	err  error
	code codes.Code
}

func (e *policyError) Error() string { return e.err.Error() }
func (e *policyError) Unwrap() error { return e.err }

// GRPCStatus has a RetryInfo if a policy refused the call and knows when it makes
// sense to try again.
func (e *policyError) GRPCStatus() *status.Status {
	s := status.New(e.code, e.err.Error())
	rejected, ok := errors.AsType[*resilience.RejectedError](e.err)
	if !ok || rejected.RetryAfter() == 0 {
		return s
	}
	info := &errdetails.RetryInfo{RetryDelay: durationpb.New(rejected.RetryAfter())}
	if detailed, err := s.WithDetails(info); err == nil {
		return detailed
	}
	return s
}
