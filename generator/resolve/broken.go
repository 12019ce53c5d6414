package resolve

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/scan"
)

// broken reports what the compiler says about an interface's declaration.
func (r *resolver) broken(spec *ast.TypeSpec) bool {
	found := false
	for _, err := range r.pkg.TypeErrors {
		if spec.Pos() <= err.Pos && err.Pos < spec.End() && !err.Soft {
			found = true
			r.problem(err.Pos, token.NoPos, diagnostic.CodeBrokenType, fmt.Sprintf("interface %s does not compile: %s", spec.Name.Name, err.Msg))
		}
	}
	return found
}

// brokenMethod reports a method with a type whose declaration, elsewhere, does
// not compile.
func (r *resolver) brokenMethod(s *subject, found *scan.Interface) {
	name := found.Spec.Name
	if s.declared != nil {
		name = s.declared
	}
	r.problem(name.Pos(), name.End(), diagnostic.CodeBrokenType, fmt.Sprintf("method %s has an invalid type%s", s.Name(), r.firstError()))
}

// firstError quotes the compiler about a type whose declaration is elsewhere.
func (r *resolver) firstError() string {
	for _, err := range r.pkg.TypeErrors {
		if !err.Soft {
			return fmt.Sprintf(": %s: %s", r.where(err.Pos), err.Msg)
		}
	}
	return ""
}
