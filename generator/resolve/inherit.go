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
func (r *resolver) landing(found *scan.Interface, off map[string]bool, name string, declared *scan.Method) []landed {
	var own []*scan.Directive
	if declared != nil {
		own = declared.Directives
	}
	if off[name] {
		if len(own) > 0 {
			r.problem(own[0].Pos, token.NoPos, scan.CodeOffBesideOthers, fmt.Sprintf(
				"method %s has directives and is switched off by off methods= of the interface: keep one of the two", name))
		}
		return nil
	}
	offHere := directive(own, "off")
	if offHere != nil && !offHere.Settings().Has("policies") {
		if len(own) > 1 {
			r.problem(offHere.Pos, token.NoPos, scan.CodeOffBesideOthers, fmt.Sprintf(
				"method %s is switched off and has other directives: keep one of the two", name))
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

// off checks the off directives of an interface and its methods, and returns
// the methods that the interface switches off.
func (r *resolver) off(found *scan.Interface, under *types.Interface) map[string]bool {
	methods := map[string]bool{}
	if off := directive(found.Directives, "off"); off != nil {
		if !off.Settings().Has("methods") && !off.Faulty {
			r.problem(off.Pos, token.NoPos, CodeOffForm, "off on an interface says which methods: off methods=Close")
		}
		var names []string
		for fn := range under.Methods() {
			names = append(names, fn.Name())
		}
		for _, item := range off.Settings().List("methods") {
			methods[item.Text] = true
			if !slices.Contains(names, item.Text) {
				methods[annotations.Suggest(item.Text, names)] = true // what was meant needs no further words
				r.report(annotations.Problem{
					Pos: item.Pos, End: end(item), Code: CodeOffUnknown,
					Message:     fmt.Sprintf("interface %s has no method %s%s", found.Spec.Name.Name, item.Text, didYouMean(item.Text, names)),
					Replacement: annotations.Suggest(item.Text, names),
				})
			}
		}
	}
	for _, m := range found.Methods {
		off := directive(m.Directives, "off")
		if off == nil {
			continue
		}
		for _, item := range off.Settings().List("policies") {
			switch {
			case directive(m.Directives, item.Text) != nil:
				r.problem(item.Pos, end(item), CodeOffNothing, fmt.Sprintf("method %s has its own %s, which replaces the interface's: remove one of the two", m.Name.Name, item.Text))
			case directive(found.Directives, item.Text) == nil:
				r.problem(item.Pos, end(item), CodeOffNothing, fmt.Sprintf("method %s inherits no %s that could be switched off", m.Name.Name, item.Text))
			}
		}
	}
	return methods
}

func end(item annotations.Item) token.Pos { return item.Pos + token.Pos(len(item.Text)) }

func didYouMean(word string, known []string) string {
	if near := annotations.Suggest(word, known); near != "" {
		return ": did you mean " + near + "?"
	}
	return ""
}
