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
	for _, name := range annotations.Reorder(m.Moved()) {
		switch p := m.Policy(name); name {
		case "fallback":
			for _, f := range m.Fallbacks {
				layers = append(layers, Layer{Name: name, Args: f.Args})
			}
		case "totaltimeout":
			if p := m.Policy("timeout"); p != nil && p.Settings.Has("total") {
				layers = append(layers, Layer{Name: name, Args: p.Args, Policy: p})
			}
		default:
			if p != nil && (name != "timeout" || p.Settings.Has("duration")) {
				layers = append(layers, Layer{Name: name, Args: p.Args, Policy: p})
			}
		}
	}
	return layers
}

// Moved returns the layers that the method's order lists.
func (m *Method) Moved() []string {
	if m.Order == nil {
		return nil
	}
	var names []string
	for _, item := range m.Order.Settings().List("layers") {
		names = append(names, item.Text)
	}
	return names
}
