package model

import "github.com/go-resgen/resgen/annotations/worstcase"

// Bound returns how often a call of the method can try, and how long it can take,
// as far as the package's directives tell: what is configured elsewhere is taken
// to have its defaults.
func (m *Method) Bound() worstcase.Bound {
	var layers []worstcase.Layer
	for _, l := range m.Layers() {
		stated := l.Args.Settings()
		if l.Policy != nil {
			stated = l.Policy.Stated()
		}
		layers = append(layers, worstcase.Layer{Name: l.Name, Settings: l.Args.Directive.Complete(stated)})
	}
	// The future of an asynchronous method completes when a timeout is over.
	return worstcase.Of(layers, m.Detached() || m.Async != Sync)
}
