package resolve

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/scan"
)

// A landed directive is at work on a method.
type landed struct {
	*scan.Directive
	inherited bool
}

// landing returns the directives at work on a method: its own, and those of the
// interface that neither an own one of the same name replaces nor off switches
// off. A method of an embedded interface has no declaration.
func (r *resolver) landing(found *scan.Interface, off map[*types.Func]bool, fn *types.Func, declared *scan.Method) []landed {
	var own []*scan.Directive
	if declared != nil {
		own = declared.Directives
	}
	if off[fn] {
		if len(own) > 0 {
			r.problem(own[0].Pos, token.NoPos, scan.CodeOffBesideOthers, fmt.Sprintf(
				"method %s has directives and is switched off by off methods= of the interface: keep one of the two", fn.Name()))
		}
		return nil
	}
	offHere := directive(own, "off")
	if offHere != nil && !offHere.Settings().Has("policies") {
		if len(own) > 1 {
			r.problem(offHere.Pos, token.NoPos, scan.CodeOffBesideOthers, fmt.Sprintf(
				"method %s is switched off and has other directives: keep one of the two", fn.Name()))
		}
		return nil
	}
	var all []landed
	for _, d := range own {
		if d != offHere {
			all = append(all, landed{Directive: d})
		}
	}
	for _, d := range found.Directives {
		name := d.Args.Directive.Name
		switch {
		case name == "off":
		case directive(own, name) != nil:
		case offHere != nil && slices.ContainsFunc(offHere.Settings().List("policies"), func(i annotations.Item) bool { return i.Text == name }):
		default:
			all = append(all, landed{Directive: d, inherited: true})
		}
	}
	return all
}

// directive returns the first directive of that name, or nil.
func directive(all []*scan.Directive, name string) *scan.Directive {
	for _, d := range all {
		if d.Args.Directive.Name == name {
			return d
		}
	}
	return nil
}

func end(item annotations.Item) token.Pos { return item.Pos + token.Pos(len(item.Text)) }

func didYouMean(word string, known []string) string {
	if near := annotations.Suggest(word, known); near != "" {
		return ": did you mean " + near + "?"
	}
	return ""
}
