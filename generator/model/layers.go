package model

import "github.com/go-resgen/resgen/annotations"

// A Layer is one policy as a call meets it: the timeout directive makes two, one
// around the whole call and one around each attempt.
type Layer struct {
	// Name is one of annotations.Order.
	Name string
	Args *annotations.Args
	// Policy is nil for a fallback.
	Policy *Policy
}

// Layers returns what is around the method, outermost first.
func (m *Method) Layers() []Layer {
	var layers []Layer
	for _, f := range m.Fallbacks {
		layers = append(layers, Layer{Name: "fallback", Args: f.Args})
	}
	if p := m.Policy("timeout"); p != nil && p.Settings.Has("total") {
		layers = append(layers, Layer{Name: "totaltimeout", Args: p.Args, Policy: p})
	}
	for _, p := range m.Policies {
		if p.Directive.Name != "timeout" || p.Settings.Has("duration") {
			layers = append(layers, Layer{Name: p.Directive.Name, Args: p.Args, Policy: p})
		}
	}
	return layers
}
