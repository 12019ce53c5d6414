package resiliencehttp

import (
	"context"
	"net/http"
)

// A lifetime is the context of one attempt. It ends with the context that the
// policies gave, but only until the response is there: from then on the body may
// be read for as long as the caller's context lives.
type lifetime struct {
	ctx      context.Context
	cancel   context.CancelCauseFunc
	policies context.Context
	follow   func() bool // stops following the policies' context
}

// newLifetime returns a lifetime under the caller's context and that of the
// policies, which has come from it.
func newLifetime(caller, policies context.Context) *lifetime {
	ctx, cancel := context.WithCancelCause(caller)
	l := &lifetime{ctx: ctx, cancel: cancel, policies: policies}
	l.follow = context.AfterFunc(policies, func() { cancel(policies.Err()) })
	return l
}

// detach has the lifetime outlive the policies' context. It returns that one's
// error if it has ended already.
func (l *lifetime) detach() error {
	if l.follow() {
		return nil
	}
	return l.policies.Err()
}

func (l *lifetime) end() { l.cancel(nil) }

// endWith ends the lifetime with the body of the response.
func (l *lifetime) endWith(resp *http.Response) {
	resp.Body = lastingUntil(resp.Body, l.end)
}
