package runtime

import "context"

// A layer is the place of one policy in an asyncPlan.
type layer uint8

const (
	layerTotal layer = iota
	layerRetry
	layerBreaker
	layerRateLimit
	layerAdaptiveLimit
	layerTimeout
	layerBulkhead
)

// An asyncPlan is how asynchronous calls go by a plan. They cannot nest like
// functions, since nobody waits in the outer ones: they step from layer to layer
// instead, inwards by enter and outwards by leave.
type asyncPlan struct {
	row    []layer // outermost first
	rules  *retryRules
	limits *timeoutLimits
	// attempt is the cause of the limit that the attempt's timeout sets.
	attempt *TimeoutError
	// The places in the row of the retry and the timeouts; -1 if there is none.
	totalAt, retryAt, timeoutAt int
	// remembers is true where there is more to know about a call under way than
	// when its attempt's time runs out: it then needs an asyncExtension.
	remembers bool
}

// async puts the named layers in a row.
func (l *layers) async(names []string) asyncPlan {
	a := asyncPlan{totalAt: -1, retryAt: -1, timeoutAt: -1}
	if l.retry != nil {
		a.rules = l.retry.rules.Load()
	}
	if l.timeout != nil {
		a.limits = l.timeout.limits.Load()
		a.attempt = a.limits.ofDuration(l.together)
	}
	for _, name := range names {
		kind, there := l.place(name)
		if !there {
			continue
		}
		switch kind {
		case layerTotal:
			a.totalAt = len(a.row)
		case layerRetry:
			a.retryAt = len(a.row)
		case layerTimeout:
			a.timeoutAt = len(a.row)
		}
		a.remembers = a.remembers || kind != layerTimeout
		a.row = append(a.row, kind)
	}
	return a
}

// place returns which layer has the name, if the pipeline has it.
func (l *layers) place(name string) (kind layer, there bool) {
	switch name {
	case totalTimeout:
		return layerTotal, l.timeout != nil && l.timeout.Config().Total > 0
	case "retry":
		return layerRetry, l.retry != nil
	case policyCircuitBreaker:
		return layerBreaker, l.breaker != nil
	case policyRateLimit:
		return layerRateLimit, l.limiter != nil
	case policyAdaptiveLimit:
		return layerAdaptiveLimit, l.adaptive != nil
	case "timeout":
		return layerTimeout, l.timeout != nil && l.timeout.Config().Duration > 0
	case policyBulkhead:
		return layerBulkhead, l.bulkhead != nil
	}
	return 0, false
}

// bounds reports whether the attempt's timeout is around the loop of attempts.
func (a *asyncPlan) bounds() bool { return a.timeoutAt >= 0 && a.timeoutAt < a.retryAt }

// limit returns when the loop of attempts has to be over, and why; a nil cause
// if nothing says so. Only the layers that the attempt has entered count.
func (a *asyncPlan) limit(st *asyncState) (instant, *TimeoutError) {
	total := a.totalAt >= 0 && int(st.depth) > a.totalAt
	bound := a.bounds() && int(st.depth) > a.timeoutAt
	switch {
	case bound && (!total || st.due <= st.totalDue):
		return st.due, a.attempt
	case total:
		return st.totalDue, a.limits.total
	default:
		return 0, nil
	}
}

// within returns ctx under the timeouts whose layers the attempt has entered. The
// policies ask it for no more than Err, Deadline and the cause.
func (a *asyncPlan) within(ctx context.Context, st *asyncState) context.Context {
	if a.totalAt >= 0 && int(st.depth) > a.totalAt {
		ctx, _ = withDeadline(ctx, st.totalDue, a.limits.total)
	}
	if a.timeoutAt >= 0 && int(st.depth) > a.timeoutAt {
		ctx, _ = withDeadline(ctx, st.due, a.attempt)
	}
	return ctx
}
