package annotations

import "slices"

// vocabulary is every directive there is, in the order in which the reference
// presents them.
var vocabulary = []*Directive{
	retry,
	circuitBreaker,
	timeout,
	bulkhead,
	rateLimit,
	fallback,
	hedge,
	adaptiveLimit,
	order,
	worstCase,
	off,
}

// layers are the places in a call's onion of policies, outermost first.
var layers = []string{
	"fallback",
	"totaltimeout",
	"retry",
	"hedge",
	"circuitbreaker",
	"ratelimit",
	"adaptivelimit",
	"timeout",
	"bulkhead",
}

// Directives returns every directive, in the order of the reference.
func Directives() []*Directive { return slices.Clone(vocabulary) }

// Lookup returns the directive of that name, nil if there is none.
func Lookup(name string) *Directive {
	for _, d := range vocabulary {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// Order returns the layers of a protected call in their default order,
// outermost first. Each is the name of a policy, but for totaltimeout, which is
// the timeout directive's total=.
func Order() []string { return slices.Clone(layers) }

// directiveNames returns the names of all directives.
func directiveNames() []string {
	names := make([]string, len(vocabulary))
	for i, d := range vocabulary {
		names[i] = d.Name
	}
	return names
}
