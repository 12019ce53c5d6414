package runtime

import "context"

// A straggler is an attempt whose time has run out while its future was pending.
// It keeps what it holds of the policies inside of the limit until the future
// completes; its call goes on without it.
type straggler[T any] struct {
	plan   *plan
	ctx    context.Context
	method AsyncMethod[T]
	state  asyncState
	limit  uint8 // the place of the layer whose time has run out
}

// completed implements listener.
func (g *straggler[T]) completed(f *Future[T]) task {
	// What has become of the caller since is no reason why the attempt ended.
	ctx := context.WithoutCancel(g.ctx)
	c := call{ctx: ctx, pipeline: g.plan.owner, attempt: g.state.attempt, wanted: g.plan.wants()}
	end := ending{abandoned: true}
	end.verdict, end.err = g.method.judge(f)
	g.plan.leave(&c, &g.state, &end, int(g.limit)+1)
	if !cancellation(end.err) {
		g.plan.late(&c, end.err)
	}
	return nil
}
