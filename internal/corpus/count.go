package main

import (
	"cmp"
	"maps"
	"slices"
)

// counts are the methods of a target.
type counts struct {
	interfaces, methods int
	returnError         int // methods whose last result is an error
	generated, refused  int // of all methods
	errorGenerated      int // of those that return an error
	uncalled            int // generated interfaces whose type parameters nothing is known to satisfy
}

// A refusal is a method, or an interface as a whole, that is refused.
type refusal struct {
	code, name  string // name is that of the method, or of the interface
	returnError bool   // an error is the method's last result
}

func (tr *trial) count() (counts, []refusal) {
	var c counts
	var refusals []refusal
	for _, f := range tr.folders {
		for _, s := range f.subjects {
			c.interfaces++
			c.methods += len(s.methods)
			name := f.source + "." + s.object.Name()
			if s.refused != "" && len(s.methods) == 0 {
				refusals = append(refusals, refusal{code: s.refused, name: name})
			}
			if _, ok := arguments(s.typeParams); !ok && s.refused == "" {
				c.uncalled++
			}
			for _, m := range s.methods {
				if m.returnsError() {
					c.returnError++
				}
				if s.protected(m) {
					c.generated++
					c.errorGenerated++
					continue
				}
				c.refused++
				refusals = append(refusals, refusal{cmp.Or(m.refused, s.refused), name + "." + m.fn.Name(), m.returnsError()})
			}
		}
	}
	return c, refusals
}

// byCode counts refusals by their code.
func byCode(refusals []refusal) (codes []string, number map[string]int) {
	number = map[string]int{}
	for _, r := range refusals {
		number[r.code]++
	}
	return slices.Sorted(maps.Keys(number)), number
}
