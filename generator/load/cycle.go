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
	own, _, _ := strings.Cut(p.Path, "/")
	if !strings.Contains(first, ".") && first != own || slices.Contains(importsOf(p.Files), path) {
		return nil // the standard library, and what the compiler has accepted
	}
	needed, err := p.loader.dependencies(path)
	if err != nil {
		return fmt.Errorf("list imports of %s: %w", path, err)
	}
	if needed[p.Path] {
		return fmt.Errorf("it imports %s", p.Path)
	}
	return nil
}

// dependencies are the paths of all packages that one needs, its own included.
func (l *loader) dependencies(path string) (map[string]bool, error) {
	l.importing.Lock()
	defer l.importing.Unlock()
	if known := l.needed[path]; known != nil {
		return known, nil
	}
	listed, err := l.list(packages.NeedName|packages.NeedImports|packages.NeedDeps, false, path)
	if err != nil {
		return nil, err
	}
	needed := map[string]bool{}
	packages.Visit(listed, nil, func(dependency *packages.Package) { needed[dependency.PkgPath] = true })
	l.needed[path] = needed
	return needed, nil
}
