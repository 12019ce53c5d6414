package resolve

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"slices"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/model"
)

// A definition is a directive that names its instance.
type definition struct {
	*model.Policy
	text string // what it says about the instance
}

// instance chooses the name under which the registry knows the policy: the one
// that the directive states, otherwise that of the interface, for a directive
// that all its methods share, or of the method.
func (r *resolver) instance(s *subject, d landed, p *model.Policy) {
	if name := p.Settings.Text("name"); name != "" {
		p.Instance, p.Named = name, true
		settings := maps.Clone(p.Settings)
		delete(settings, "name")
		r.definitions = append(r.definitions, definition{p, annotations.Canonical(p.Directive, settings)})
		return
	}
	p.Instance = r.pkg.Types.Name() + "." + s.iface.Object.Name()
	if !d.inherited || p.Settings.Text("scope") == "method" {
		p.Instance += "." + s.Name()
	}
}

// sameInstances reports directives that define an instance otherwise than the
// package's first one that does. A name alone refers to what others define, here
// or elsewhere.
func (r *resolver) sameInstances() {
	slices.SortFunc(r.definitions, func(a, b definition) int { return cmp.Compare(a.Args.Pos, b.Args.Pos) })
	firsts := map[instanceKey]definition{}
	var references []definition
	for _, d := range r.definitions {
		key := instanceKey{d.Directive.Name, d.Instance}
		first, ok := firsts[key]
		switch {
		case d.text == "":
			references = append(references, d)
		case !ok:
			firsts[key] = d
		case first.text != d.text:
			name, _ := d.Args.Arg("name")
			r.problem(name.Pos, token.NoPos, CodeInstanceDiffers, fmt.Sprintf(
				"%s instance %s is defined differently at %s: say the same, or only name=%s",
				d.Directive.Name, d.Instance, r.where(first.Args.Pos), d.Instance))
		}
	}
	for _, d := range references {
		d.Definition = firsts[instanceKey{d.Directive.Name, d.Instance}].Policy
	}
}
