package runtime

import "slices"

// A record is what a registry knows about one pipeline.
type record struct {
	name string
	// base is what the names of the interface's instances begin with; "" if the
	// pipeline was made by hand.
	base     string
	claimant string
	members  []member
	// worstCase is what the members must not exceed, in the form of its directive;
	// "" for no limits.
	worstCase string
	// pipelines are the pipelines of this name: one, unless two bindings of one
	// interface overlapped.
	pipelines []*Pipeline
}

// A member is one policy of a pipeline: an instance of the registry, or one
// that never changes.
type member struct {
	entry *Entry
	fixed Policy
}

// policy returns the member as it is now.
func (m member) policy() Policy {
	if m.entry != nil {
		return m.entry.policy
	}
	return m.fixed
}

// enabled is false for an instance that was switched off.
func (m member) enabled() bool {
	return m.entry == nil || m.entry.resolution.Load().enabled()
}

// equal reports whether both are the same policy.
func (m member) equal(o member) bool {
	if order, ok := m.fixed.(Order); ok {
		other, ok := o.fixed.(Order)
		return ok && slices.Equal(order, other)
	}
	if _, ok := o.fixed.(Order); ok {
		return false
	}
	return m == o
}

func (rec *record) uses(e *Entry) bool {
	return slices.ContainsFunc(rec.members, func(m member) bool { return m.entry == e })
}

// policies returns the policies of the members that pass the filter.
func (rec *record) policies(filter func(member) bool) []Policy {
	var policies []Policy
	for _, m := range rec.members {
		if filter(m) {
			policies = append(policies, m.policy())
		}
	}
	return policies
}

// replan gives the pipelines the members that are enabled, as they are now.
func (rec *record) replan() {
	policies := rec.policies(member.enabled)
	for _, p := range rec.pipelines {
		_ = p.replan(policies) // checkPipelines has made a plan of all of them
	}
}
