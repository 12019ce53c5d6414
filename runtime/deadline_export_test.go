package runtime

import (
	"context"
	"time"
)

// WithTimeoutCause is context.WithTimeoutCause by means of a deadlineContext.
func WithTimeoutCause(parent context.Context, d time.Duration, cause *TimeoutError) (context.Context, context.CancelFunc) {
	ctx, own := withDeadline(parent, after(now(), d), cause)
	return ctx, func() { own.cancel(now()) }
}

// Deadlined returns an unused context with a deadline and nothing else.
func Deadlined(parent context.Context, d time.Duration, cause *TimeoutError) context.Context {
	ctx, _ := withDeadline(parent, after(now(), d), cause)
	return ctx
}
