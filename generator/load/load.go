package load

import (
	"context"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/generator/diagnostic"
)

// Options say what to load.
type Options struct {
	Dir      string   // where the go command runs and relative patterns start; "" is the working directory
	Patterns []string // as the go command understands them; none is the package in Dir
	Tags     string   // build tags, comma-separated
	Env      []string // environment of the go command; nil is the process's own

	// Select reports whether a file with this content is of interest. Packages in which none is are neither parsed nor
	// type-checked. Nil selects all files.
	Select func(source []byte) bool
}

// Load loads the packages that the patterns select. Problems in the user's code are diagnostics of the result; an error
// means that nothing could be loaded, because the go command failed or ctx ended.
func Load(ctx context.Context, opts Options) (*Result, error) {
	l, err := newLoader(ctx, opts)
	if err != nil {
		return nil, err
	}
	if file, ok := l.namesFile(); ok {
		return &Result{Diagnostics: diagnostic.List{noPackage(file + " is a file: name its package instead")}}, nil
	}
	roots, err := l.roots()
	if err != nil {
		return nil, err
	}
	result := l.collect(roots)
	if err := l.check(result.Packages); err != nil {
		return nil, err
	}
	return result, nil
}

// namesFile returns a pattern that the go command would take for a list of files, which are no package with a path.
func (l *loader) namesFile() (string, bool) {
	i := slices.IndexFunc(l.patterns, func(pattern string) bool { return filepath.Ext(pattern) == ".go" })
	if i < 0 {
		return "", false
	}
	return l.patterns[i], true
}

// collect turns the roots into packages of files and reports what cannot be used.
func (l *loader) collect(roots []*root) *Result {
	result := &Result{}
	for _, r := range roots {
		if message := r.missing(); message != "" {
			result.Diagnostics = append(result.Diagnostics, noPackage(l.relative(message)))
			continue
		}
		for _, p := range l.packagesOf(r) {
			result.Diagnostics = append(result.Diagnostics, l.admit(p)...)
			result.Packages = append(result.Packages, p)
		}
		result.Skipped = append(result.Skipped, l.skipped(r)...)
	}
	if len(roots) == 0 {
		result.Diagnostics = append(result.Diagnostics, noPackage(strings.Join(l.patterns, " ")+" selects no package"))
	}
	slices.SortStableFunc(result.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(result.Skipped, func(a, b Skipped) int { return strings.Compare(a.File, b.File) })
	return result
}

func noPackage(message string) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{Code: diagnostic.CodeNoPackage, Message: message}
}

// relative shortens the paths in what the go command says to what they are from where it ran.
func (l *loader) relative(message string) string {
	message = strings.ReplaceAll(message, l.dir+string(filepath.Separator), "."+string(filepath.Separator))
	if short, ok := strings.CutSuffix(message, l.dir); ok {
		return short + "."
	}
	return message
}

// Import returns a package that the user names in a directive; no file of p need import it. Its path is resolved as an
// import of p would be. A package that imports p is an error.
func (p *Package) Import(path string) (*types.Package, error) {
	if err := p.loader.fetch([]string{path}); err != nil {
		return nil, err
	}
	imported, err := p.importPath(path)
	if err != nil {
		return nil, err
	}
	if err := p.checkCycle(path); err != nil {
		return nil, err
	}
	return imported, nil
}
