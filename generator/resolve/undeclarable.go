package resolve

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"

	"github.com/go-resgen/resgen/generator/gotype"
	"github.com/go-resgen/resgen/generator/model"
)

// undeclarable says why the package cannot declare a method like fn, "" if it
// can. The wrapper gets such a method only by embedding, and so unprotected.
func (r *resolver) undeclarable(fn *types.Func) string {
	if r.foreign(fn) {
		return fmt.Sprintf("it is an unexported method of package %s", fn.Pkg().Path())
	}
	if reason := r.unnameable(fn.Signature()); reason != "" {
		return "its type " + reason
	}
	return ""
}

// unnameable says which part of a type the package cannot write and why, "" if
// it can.
func (r *resolver) unnameable(t types.Type) string {
	_, err := r.types.Type(t)
	if part, ok := errors.AsType[*gotype.UnnameableError](err); ok {
		return fmt.Sprintf("%s cannot be named, because %s", r.string(part.Type), part.Reason)
	}
	return ""
}

// embeddable reports an interface that must be embedded and cannot be, because
// it has a method of its own name.
func (r *resolver) embeddable(i *model.Interface, name *ast.Ident) {
	if !i.Embed {
		return
	}
	for _, m := range i.Methods {
		if m.Name() == i.Object.Name() {
			r.problem(name.Pos(), name.End(), CodeUndeclarable, fmt.Sprintf("interface %s has methods that package %s cannot declare, and a method of its own name: rename the interface", i.Object.Name(), r.pkg.Name))
			return
		}
	}
}
