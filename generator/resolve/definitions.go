package resolve

import (
	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/scan"
)

// An instanceKey tells instances apart.
type instanceKey struct{ policy, name string }

// define notes the package's directives that define a named instance. They must be
// known before any method is judged: the one that only refers to an instance may
// stand before the one that defines it.
func (r *resolver) define(files []*scan.File) {
	for _, file := range files {
		for _, i := range file.Interfaces {
			for _, d := range i.Directives {
				r.defineBy(d)
			}
			for _, m := range i.Methods {
				for _, d := range m.Directives {
					r.defineBy(d)
				}
			}
		}
	}
}

func (r *resolver) defineBy(d *scan.Directive) {
	settings := d.Settings()
	key := instanceKey{d.Args.Directive.Name, settings.Text("name")}
	if key.name == "" || len(settings) == 1 {
		return
	}
	if first := r.defined[key]; first == nil || d.Pos < first.Pos {
		r.defined[key] = d.Args
	}
}

// definedBy returns what states the settings of a directive's instance: the
// directive itself, or the one of the package that it refers to by name alone.
func (r *resolver) definedBy(args *annotations.Args) *annotations.Args {
	settings := args.Settings()
	first := r.defined[instanceKey{args.Directive.Name, settings.Text("name")}]
	if first == nil || len(settings) > 1 {
		return args
	}
	return first
}
