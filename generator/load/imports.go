package load

import (
	"errors"
	"fmt"
	"go/types"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// An ImporterFunc is a function as a types.Importer.
type ImporterFunc func(path string) (*types.Package, error)

// Import implements types.Importer.
func (i ImporterFunc) Import(path string) (*types.Package, error) { return i(path) }

// importPath resolves an import of p.
func (p *Package) importPath(path string) (*types.Package, error) {
	if p.base != nil && path == p.base.Path {
		return p.base.Types, nil
	}
	return p.loader.importPath(path)
}

// importsOf returns the import paths of the files, each once, in order.
func importsOf(files []*File) []string {
	var paths []string
	for _, syntax := range syntaxOf(files) {
		for _, spec := range syntax.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// fetch asks the go command for the export data of those paths that are not listed yet.
func (l *loader) fetch(paths []string) error {
	l.importing.Lock()
	defer l.importing.Unlock()
	return l.fetchLocked(paths)
}

func (l *loader) fetchLocked(paths []string) error {
	var unknown []string
	for _, path := range paths {
		if l.listed[path] == nil && listable(path) {
			unknown = append(unknown, path)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	listed, err := l.list(packages.NeedName|packages.NeedFiles|packages.NeedExportFile, false, slices.Compact(unknown)...)
	if err != nil {
		return fmt.Errorf("list imports: %w", err)
	}
	for _, p := range listed {
		l.listed[p.PkgPath] = p
	}
	return nil
}

// listable keeps away from the go command what it would not take for an import path.
func listable(path string) bool {
	return path != "unsafe" && path != "C" && !strings.Contains(path, "...") && module.CheckImportPath(path) == nil
}

// importPath returns an imported package, from export data if it has any, or else from source.
func (l *loader) importPath(path string) (*types.Package, error) {
	l.importing.Lock()
	defer l.importing.Unlock()
	return l.importLocked(path)
}

func (l *loader) importLocked(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if err := l.failed[path]; err != nil {
		return nil, err
	}
	if p := l.imported[path]; p != nil && p.Complete() {
		return p, nil
	}
	p, err := l.importNew(path)
	if err != nil {
		l.failed[path] = err
	}
	return p, err
}

func (l *loader) importNew(path string) (*types.Package, error) {
	listed := l.listed[path]
	if listed == nil {
		return nil, fmt.Errorf("there is no package %s", path)
	}
	if listed.ExportFile != "" {
		if p, err := l.importExport(path, listed.ExportFile); err == nil {
			return p, nil
		}
	}
	if len(listed.GoFiles) > 0 {
		return l.importSource(listed)
	}
	if len(listed.Errors) > 0 {
		return nil, errors.New(listed.Errors[0].Msg)
	}
	return nil, fmt.Errorf("package %s has no Go files", path)
}

func (l *loader) importExport(path, name string) (*types.Package, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	//lint:ignore SA1019 the go command exports archives up to Go 1.27
	reader, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(reader, l.fset, l.imported, path)
}

// importSource checks a package that does not compile. Nothing that has export data depends on it, so its types cannot
// meet a second version of themselves.
func (l *loader) importSource(listed *packages.Package) (*types.Package, error) {
	l.failed[listed.PkgPath] = fmt.Errorf("import cycle through %s", listed.PkgPath)
	files := l.files.parse(l.fset, listed.GoFiles)
	if err := l.fetchLocked(importsOf(files)); err != nil {
		return nil, err
	}
	p, _ := l.typeCheck(listed.PkgPath, files, ImporterFunc(l.importLocked), nil)
	delete(l.failed, listed.PkgPath)
	p.MarkComplete()
	l.imported[listed.PkgPath] = p
	return p, nil
}
