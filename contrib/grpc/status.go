package resiliencegrpc

import (
	"slices"
	"strconv"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	resilience "github.com/go-resgen/resgen/runtime"
)

// Code matches errors whose status has one of the given codes, for the lists of
// policies: IgnoreOn: []resilience.Matcher{Code(codes.ResourceExhausted)} keeps a
// breaker from opening because a healthy service wants to be asked less often.
//
// A timeout of the pipeline is DeadlineExceeded. Its refusals have no code yet: a
// list of a retry names them by resilience.ErrRateLimited and the like.
func Code(list ...codes.Code) resilience.Matcher {
	return func(err error) bool {
		switch err.(type) {
		case *resilience.RejectedError:
			return false
		case *resilience.TimeoutError:
			return slices.Contains(list, codes.DeadlineExceeded)
		}
		return slices.Contains(list, statusOf(err).Code())
	}
}

// Unavailable reports whether an error says that the service could not be reached or
// would not take the call, as its status does: whether gRPC advises to try again. For
// retryIf in directives.
func Unavailable(err error) bool { return Code(codes.Unavailable)(err) }

// Failure reports whether an error says that the service has failed, as its status
// does: see ServiceFailed. For recordIf in directives.
func Failure(err error) bool { return ServiceFailed(statusOf(err)) }

// statusOf is the status that a server sends for the error of a handler.
func statusOf(err error) *status.Status {
	if s, ok := status.FromError(err); ok {
		return s
	}
	return status.FromContextError(err)
}

// retryDelay is how long a status asks clients to wait: what its RetryInfo detail
// says, zero if it has none.
func retryDelay(s *status.Status) time.Duration {
	for _, detail := range s.Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok {
			return info.GetRetryDelay().AsDuration()
		}
	}
	return 0
}

// pushback is how long the trailer of a call asks clients to wait, zero if it says
// nothing. What is negative or no number forbids another attempt (gRFC A6).
func pushback(trailer metadata.MD) (after time.Duration, never bool) {
	said := trailer.Get("grpc-retry-pushback-ms")
	if len(said) == 0 {
		return 0, false
	}
	milliseconds, err := strconv.ParseUint(said[0], 10, 31)
	return time.Duration(milliseconds) * time.Millisecond, err != nil || len(said) > 1
}
