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
	l.follow = context.AfterFunc(policies, func() { cancel(context.Cause(policies)) })
	return l
}

// detach has the lifetime outlive the policies' context. It returns the cause if
// either has ended already.
func (l *lifetime) detach() error {
	if l.follow() {
		return context.Cause(l.ctx)
	}
	return context.Cause(l.policies)
}

func (l *lifetime) end() { l.cancel(nil) }

// endWith ends the lifetime with the body of the response. Where there is none,
// nobody need close it.
func (l *lifetime) endWith(resp *http.Response) {
	if resp.Body == http.NoBody {
		l.end()
		return
	}
	resp.Body = lastingUntil(resp.Body, l.end)
}
