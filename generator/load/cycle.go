package load

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// checkCycle returns an error if p cannot import a package because that one
// imports p. Export data does not tell: it has only the imports that types need.
func (p *Package) checkCycle(path string) error {
	first, _, _ := strings.Cut(path, "/")
	if !strings.Contains(first, ".") || slices.Contains(importsOf(p.Files), path) {
		return nil // the standard library, and what the compiler has accepted
	}
	listed, err := p.loader.list(packages.NeedName|packages.NeedImports|packages.NeedDeps, false, path)
	if err != nil {
		return fmt.Errorf("list imports of %s: %w", path, err)
	}
	cycle := false
	packages.Visit(listed, nil, func(dependency *packages.Package) {
		cycle = cycle || dependency.PkgPath == p.Path
	})
	if cycle {
		return fmt.Errorf("it imports %s", p.Path)
	}
	return nil
}
