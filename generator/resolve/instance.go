package resolve

import (
	"fmt"
	"path/filepath"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/model"
)

// An instanceKey is what directives share an instance by.
type instanceKey struct{ policy, name string }

// An instanceDefinition is the directive that defined an instance first.
type instanceDefinition struct {
	args *annotations.Args
	text string
}

// instance chooses the name under which the registry knows the policy: the one
// that the directive states, otherwise that of the interface, for a directive
// that all its methods share, or of the method.
func (r *resolver) instance(s *subject, d landed, p *model.Policy) {
	if name := p.Settings.Text("name"); name != "" {
		p.Instance, p.Named = name, true
		r.sameInstance(d.Args, p)
		return
	}
	p.Instance = r.pkg.Types.Name() + "." + s.iface.Object.Name()
	if !d.inherited || p.Settings.Text("scope") == "method" {
		p.Instance += "." + s.Name()
	}
}

// sameInstance reports a directive that defines an instance otherwise than an
// earlier one of the package. A name alone refers to what others define.
func (r *resolver) sameInstance(args *annotations.Args, p *model.Policy) {
	if len(p.Settings) == 1 {
		return
	}
	key := instanceKey{p.Directive.Name, p.Instance}
	first, ok := r.instances[key]
	if !ok {
		r.instances[key] = instanceDefinition{args, p.Text()}
		return
	}
	if first.args != args && first.text != p.Text() {
		where := r.pkg.Fset.PositionFor(first.args.Pos, false)
		pos, end := args.Pos, args.Pos
		if name, ok := args.Arg("name"); ok {
			pos, end = name.Pos, name.ValuePos
		}
		r.problem(pos, end, CodeInstanceDiffers, fmt.Sprintf(
			"%s instance %s is defined differently at %s:%d: say the same, or only name=%s",
			p.Directive.Name, p.Instance, filepath.Base(where.Filename), where.Line, p.Instance))
	}
}
