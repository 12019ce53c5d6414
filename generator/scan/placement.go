package scan

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/go-resgen/resgen/annotations"
)

const remedy = "a directive stands directly above an interface or one of its methods"

// problem says why d does not work at this place.
func (p place) problem(d ast.Directive) annotations.Problem {
	problem := annotations.Problem{Pos: d.Pos(), End: d.End()}
	name := "//" + tool + ":" + d.Name
	switch p.kind {
	case onEmbedded:
		problem.Code = CodeEmbedded
		problem.Message = name + " on an embedded interface has no effect: declare the method again with its own directive, or put the directive on the interface"
	case onGroup:
		problem.Code = CodeGroupedTypes
		problem.Message = name + " stands above a group of types: move it directly above the interface inside the group"
	case endOfLine:
		problem.Code = CodeEndOfLine
		problem.Message = name + " stands behind code: " + remedy + ", on a line of its own"
	case inFunction:
		problem.Code = CodeLocal
		problem.Message = name + " stands in a function: declare the interface at package level"
	case detached:
		problem.Code = CodeDetached
		problem.Message = name + " belongs to no declaration: " + remedy
		if p.what != "" {
			problem.Message = fmt.Sprintf("%s is detached from %s: remove what separates them, a blank line for example", name, p.what)
		}
	default:
		problem.Code = CodeMisplaced
		problem.Message = fmt.Sprintf("%s on %s has no effect: %s", name, p.what, remedy)
	}
	return problem
}

// checkPlacement checks whether a directive and its keys belong where it stands,
// as the last of the directives there.
func checkPlacement(args *annotations.Args, at place, there []*Directive) []annotations.Problem {
	d := args.Directive
	name := "//" + tool + ":" + d.Name
	problem := func(pos token.Pos, length int, code, message string) []annotations.Problem {
		return []annotations.Problem{{Pos: pos, End: pos + token.Pos(length), Code: code, Message: message}}
	}
	switch {
	case at.kind == onInterface && !d.OnInterface:
		return problem(args.Pos, len(d.Name), CodeNotOnInterface, name+" works on a method, not on an interface")
	case at.kind == onMethod && !d.OnMethod:
		return problem(args.Pos, len(d.Name), CodeNotOnMethod, name+" works on an interface, not on a method")
	}
	for _, other := range there[:len(there)-1] {
		if other.Directive == d && !d.Repeatable {
			return problem(args.Pos, len(d.Name), CodeRepeated, fmt.Sprintf("%s has two %s directives: keep one", at.what, d.Name))
		}
	}
	var problems []annotations.Problem
	for _, arg := range args.List {
		switch {
		case at.kind == onInterface && arg.Key.MethodOnly:
			problems = append(problems, problem(arg.Pos, len(arg.Key.Name), CodeNotOnInterface, fmt.Sprintf("%s %s= works on a method, not on an interface", d.Name, arg.Key.Name))...)
		case at.kind == onMethod && arg.Key.InterfaceOnly:
			problems = append(problems, problem(arg.Pos, len(arg.Key.Name), CodeNotOnMethod, fmt.Sprintf("%s %s= works on an interface, not on a method", d.Name, arg.Key.Name))...)
		}
	}
	return problems
}
