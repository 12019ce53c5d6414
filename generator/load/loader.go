package load

import (
	"context"
	"errors"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A loader holds what the packages of one run share.
type loader struct {
	ctx      context.Context // packages import on demand for as long as the run lasts
	dir      string
	patterns []string
	env      []string
	flags    []string

	fset  *token.FileSet
	files files

	importing sync.Mutex // guards the rest
	listed    map[string]*packages.Package
	imported  map[string]*types.Package // shared by all export data, so that a type has one identity
	failed    map[string]error
	needed    map[string]map[string]bool // what the packages that directives name depend on
}

func newLoader(ctx context.Context, opts Options) (*loader, error) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, err
	}
	env := opts.Env
	if env == nil {
		env = os.Environ()
	}
	l := &loader{
		ctx:      ctx,
		dir:      dir,
		patterns: opts.Patterns,
		env:      env,
		fset:     token.NewFileSet(),
		files:    files{selects: opts.Select, open: os.ReadFile, byName: map[string]*fileOnce{}},
		listed:   map[string]*packages.Package{},
		imported: map[string]*types.Package{},
		failed:   map[string]error{},
		needed:   map[string]map[string]bool{},
	}
	if l.getenv("GOGC", "") == "" {
		l.env = append(slices.Clip(l.env), "GOGC=400") // a fifth of the go command's time is garbage collection
	}
	if len(l.patterns) == 0 {
		l.patterns = []string{"."}
	}
	if opts.Tags != "" {
		l.flags = []string{"-tags=" + opts.Tags}
	}
	if l.files.selects == nil {
		l.files.selects = func([]byte) bool { return true }
	}
	return l, nil
}

// list asks the go command about packages.
func (l *loader) list(mode packages.LoadMode, tests bool, patterns ...string) ([]*packages.Package, error) {
	listed, err := packages.Load(&packages.Config{
		Context:    l.ctx,
		Mode:       mode,
		Dir:        l.dir,
		Env:        l.env,
		BuildFlags: l.flags,
		Tests:      tests,
	}, patterns...)
	if l.ctx.Err() != nil {
		return nil, context.Cause(l.ctx)
	}
	return listed, plain(err)
}

// plain strips what the packages library puts around the words of the go command.
func plain(err error) error {
	if err == nil {
		return nil
	}
	text, said, _ := strings.Cut(strings.TrimPrefix(err.Error(), "err: "), ": stderr: ")
	if said = strings.TrimSpace(said); said != "" {
		text = strings.TrimPrefix(said, "go: ")
	}
	return errors.New(text)
}

// getenv looks a variable up in the environment of the go command.
func (l *loader) getenv(name, fallback string) string {
	for _, entry := range slices.Backward(l.env) {
		if value, ok := strings.CutPrefix(entry, name+"="); ok && value != "" {
			return value
		}
	}
	return fallback
}
