package load

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A root is a package that the patterns select, with its test variants when one of its test files is of interest.
type root struct {
	plain    *packages.Package
	internal *packages.Package // plain with its own test files
	external *packages.Package
	all      []string // every Go file in the folder
}

const rootMode = packages.NeedName | packages.NeedFiles | packages.NeedModule | packages.NeedForTest

// roots lists what the patterns select. While the go command is at it, it already looks for the imports of the folders
// that the patterns name.
func (l *loader) roots() ([]*root, error) {
	var ahead sync.WaitGroup
	ahead.Go(l.lookAhead)
	listed, err := l.list(rootMode, false, l.patterns...)
	ahead.Wait()
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	roots := make([]*root, len(listed))
	for i, p := range listed {
		roots[i] = &root{plain: p, all: goFiles(p.Dir)}
	}
	return roots, l.addTests(roots)
}

// addTests lists the test variants of those roots that have a test file of interest.
func (l *loader) addTests(roots []*root) error {
	byPath := map[string]*root{}
	var paths []string
	for _, r := range roots {
		if r.plain.Dir != "" && slices.ContainsFunc(r.all, l.isSelectedTest) {
			byPath[r.plain.PkgPath] = r
			paths = append(paths, r.plain.PkgPath)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	listed, err := l.list(rootMode, true, paths...)
	if err != nil {
		return fmt.Errorf("list test packages: %w", err)
	}
	for _, p := range listed {
		r := byPath[p.ForTest]
		switch {
		case r == nil:
		case p.PkgPath == r.plain.PkgPath:
			r.internal = p
		case p.PkgPath == r.plain.PkgPath+"_test":
			r.external = p
		}
	}
	return nil
}

func (l *loader) isSelectedTest(name string) bool {
	return strings.HasSuffix(name, "_test.go") && l.isSelected(name)
}

func (l *loader) isSelected(name string) bool {
	file, _ := l.files.read(name)
	return file.selected
}

// missing says why there is no package here, "" if there is one.
func (r *root) missing() string {
	if r.plain.Dir != "" && len(r.files()) > 0 {
		return ""
	}
	if len(r.plain.Errors) > 0 {
		return r.plain.Errors[0].Msg
	}
	if r.plain.Dir == "" {
		return "there is no package " + r.plain.PkgPath
	}
	return ""
}

// files are the names of all files that the build takes, tests only if one of them is selected.
func (r *root) files() []string {
	var names []string
	for _, p := range []*packages.Package{r.plain, r.internal, r.external} {
		if p != nil {
			names = append(names, p.GoFiles...)
		}
	}
	return names
}

// packagesOf makes the package of a root and that of its external tests.
func (l *loader) packagesOf(r *root) []*Package {
	own := r.plain
	if r.internal != nil {
		own = r.internal
	}
	base := l.newPackage(r, own)
	base.ForTest = r.internal != nil
	made := []*Package{base}
	if r.external != nil {
		tests := l.newPackage(r, r.external)
		tests.ForTest = true
		if base.ForTest {
			tests.base = base
		}
		made = append(made, tests)
	}
	return made
}

func (l *loader) newPackage(r *root, listed *packages.Package) *Package {
	included := slices.Sorted(slices.Values(listed.GoFiles))
	excluded := slices.DeleteFunc(slices.Clone(r.all), func(name string) bool {
		_, ok := slices.BinarySearch(included, name)
		return ok
	})
	p := &Package{Path: listed.PkgPath, Name: listed.Name, Dir: r.plain.Dir, Fset: l.fset, loader: l}
	p.selected = slices.ContainsFunc(r.all, l.isSelected)
	open := l.files.readAll
	if p.selected {
		open = func(names []string) []*File { return l.files.parse(l.fset, names) }
	}
	p.Files, p.Excluded = open(included), open(excluded)
	p.Name = nameOf(p.Files, p.Name)
	return p
}

// nameOf is the name that the first file declares that is not an output: stale output does not say what a package is called.
func nameOf(files []*File, otherwise string) string {
	for _, file := range files {
		if file.Syntax != nil && !file.Output {
			return file.Syntax.Name.Name
		}
	}
	return otherwise
}
