package annotations

import "slices"

var order = &Directive{
	Name:        "order",
	Doc:         "Moves layers, as a block and in the listed order, to the place of the outermost of them.",
	Example:     "//resilience:order timeout,retry",
	Positional:  "layers",
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{
			Name: "layers", Kind: Policies, Required: true,
			Enum: []string{"totaltimeout", "retry", "hedge", "circuitbreaker", "ratelimit", "adaptivelimit", "timeout", "bulkhead"},
			Doc:  "The layers, outermost first; totaltimeout is the timeout's total=, and the fallback cannot be moved.",
		},
	},
	check: func(s Settings) []Conflict {
		layers := s["layers"].texts()
		if len(layers) == 1 {
			return []Conflict{{Key: "layers", Message: "an order has at least two layers: add another, or remove the directive"}}
		}
		total := slices.Index(layers, "totaltimeout")
		if outer := slices.IndexFunc(layers, repeats); outer >= 0 && outer < total {
			return []Conflict{{Key: "layers", Message: "totaltimeout bounds the whole call, so it cannot stand inside " + layers[outer] + ": list timeout instead, or totaltimeout first"}}
		}
		return nil
	},
}

// repeats reports whether a layer runs what is inside it several times.
func repeats(layer string) bool { return layer == "retry" || layer == "hedge" }

// Reorder returns the layers of Order after the listed ones have moved as a
// block, in the listed order, to the place of the outermost of them, which they
// keep whether or not a call has all of them. Each is to be listed once.
func Reorder(listed []string) []string {
	if len(listed) == 0 {
		return Order()
	}
	isListed := func(layer string) bool { return slices.Contains(listed, layer) }
	place := slices.IndexFunc(layers, isListed)
	others := slices.DeleteFunc(Order(), isListed)
	return slices.Insert(others, place, listed...)
}
