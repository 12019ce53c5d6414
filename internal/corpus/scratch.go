package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

const (
	scratchModule = "example.com/corpus"
	resgenModule  = "github.com/go-resgen/resgen"
)

//go:embed calls/calls.go
var callsSource []byte

// A scratch is a module of its own, so that what it requires enters nobody's module graph.
type scratch struct{ dir string }

// environment is that of every go command, resgen's own included: it may complete the go.mod files of scratch modules.
func environment() error {
	return errors.Join(os.Setenv("GOFLAGS", "-mod=mod"), os.Setenv("GOWORK", "off"), os.Setenv("GOTOOLCHAIN", "local"))
}

// newScratch makes the module in a new folder. root is the folder of this repository.
func newScratch(ctx context.Context, dir, root string, t target) (*scratch, error) {
	s := &scratch{dir: dir}
	mod := fmt.Sprintf("module %s\n\ngo 1.26.0\n\nrequire %[2]s v0.0.0\n\nreplace %[2]s => %[3]s\n", scratchModule, resgenModule, root)
	if err := os.MkdirAll(filepath.Join(dir, "calls"), 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o600); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "calls", "calls.go"), callsSource, 0o600); err != nil {
		return nil, err
	}
	if t.version == "" {
		return s, nil
	}
	if out, err := s.run(ctx, "go", "get", t.module+"@"+t.version); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return s, nil
}

// run runs a command in the module and returns what it prints.
func (s *scratch) run(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = s.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w", strings.Join(append([]string{name}, args...), " "), err)
	}
	return string(out), err
}

// load returns a folder for each package that others can import and that exports an interface.
func (s *scratch) load(ctx context.Context, t target) ([]*folder, error) {
	loaded, err := packages.Load(&packages.Config{
		Context: ctx,
		Mode:    packages.NeedName | packages.NeedTypes | packages.NeedExportFile | packages.NeedImports,
		Dir:     s.dir,
	}, t.patterns...)
	if err != nil {
		return nil, err
	}
	var folders []*folder
	for _, p := range loaded {
		if p.Name == "main" || hidden(p.PkgPath) || p.Types == nil || p.ExportFile == "" {
			continue // nobody can import it, or it does not compile here
		}
		if found := subjects(p.Types); len(found) > 0 {
			name := fmt.Sprintf("p%d", len(folders))
			folders = append(folders, &folder{
				dir: filepath.Join(s.dir, name), path: scratchModule + "/" + name, source: p.PkgPath, subjects: found,
			})
		}
	}
	return folders, nil
}

// hidden reports whether a package cannot be imported from elsewhere.
func hidden(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		if element == "internal" || element == "vendor" {
			return true
		}
	}
	return false
}
