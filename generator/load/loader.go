package load

import (
	"context"
	"go/token"
	"go/types"
	"path/filepath"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A loader holds what the packages of one run share.
type loader struct {
	ctx      context.Context //nolint:containedctx // packages import on demand for as long as the run lasts
	dir      string
	patterns []string
	env      []string
	flags    []string
	selects  func(source []byte) bool

	fset  *token.FileSet
	files files

	importing sync.Mutex // guards the rest
	listed    map[string]*packages.Package
	imported  map[string]*types.Package // shared by all export data, so that a type has one identity
	failed    map[string]error
}

func newLoader(ctx context.Context, opts Options) (*loader, error) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, err
	}
	l := &loader{
		ctx:      ctx,
		dir:      dir,
		patterns: opts.Patterns,
		env:      opts.Env,
		selects:  opts.Select,
		fset:     token.NewFileSet(),
		listed:   map[string]*packages.Package{},
		imported: map[string]*types.Package{},
		failed:   map[string]error{},
	}
	if len(l.patterns) == 0 {
		l.patterns = []string{"."}
	}
	if opts.Tags != "" {
		l.flags = []string{"-tags=" + opts.Tags}
	}
	if l.selects == nil {
		l.selects = func([]byte) bool { return true }
	}
	return l, nil
}

// list asks the go command about packages.
func (l *loader) list(mode packages.LoadMode, tests bool, patterns ...string) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Context:    l.ctx,
		Mode:       mode,
		Dir:        l.dir,
		Env:        l.env,
		BuildFlags: l.flags,
		Tests:      tests,
	}, patterns...)
}
