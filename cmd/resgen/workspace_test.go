package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/imports"

	"github.com/go-resgen/resgen/generator/output"
)

// A workspace holds a copy of each script's module, so that one run of the go
// command can compile them all.
type workspace struct {
	root string // this repository
	dir  string

	mu    sync.Mutex
	names []string
}

func newWorkspace(t *testing.T, root string) *workspace {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return &workspace{root: root, dir: dir}
}

// enter gives a script a module, unless it brings its own, and keeps what it has
// generated when it ends. Scripts with a module of their own compile it
// themselves.
func (ws *workspace) enter(env *testscript.Env) error {
	mod := filepath.Join(env.WorkDir, "go.mod")
	if exists(mod) {
		return nil
	}
	name := filepath.Base(env.WorkDir)
	name = strings.ToLower(strings.TrimPrefix(name, "script-"))
	text := fmt.Sprintf("module example.com/%s\n\ngo 1.26.0\n\nrequire github.com/go-resgen/resgen v0.0.0\n\nreplace github.com/go-resgen/resgen => %s\n", name, ws.root)
	if err := os.WriteFile(mod, []byte(text), 0o600); err != nil {
		return err
	}
	env.Defer(func() {
		if err := ws.keep(name, env.WorkDir); err != nil {
			env.T().Log(err)
			env.T().FailNow()
		}
	})
	return nil
}

// keep copies a module that has an output.
func (ws *workspace) keep(name, dir string) error {
	generated := false
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(path) != ".go" {
			return err
		}
		content, err := os.ReadFile(path)
		generated = generated || output.Ours(content)
		return err
	})
	if err != nil || !generated {
		return err
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.names = append(ws.names, name)
	return os.CopyFS(filepath.Join(ws.dir, name), os.DirFS(dir))
}

// modules are the names of all kept modules.
func (ws *workspace) modules() []string { return slices.Sorted(slices.Values(ws.names)) }

// tested are the names of the modules with tests.
func (ws *workspace) tested() []string {
	return slices.DeleteFunc(ws.modules(), func(name string) bool {
		tests, _ := filepath.Glob(filepath.Join(ws.dir, name, "*_test.go"))
		return len(tests) == 0
	})
}

// checkFormat checks that goimports, and so gofmt, would change no output.
func (ws *workspace) checkFormat(t *testing.T) {
	for _, name := range ws.modules() {
		outputs, err := filepath.Glob(filepath.Join(ws.dir, name, "*_resilient*.go"))
		require.NoError(t, err)
		for _, file := range outputs {
			content, err := os.ReadFile(file)
			require.NoError(t, err)
			formatted, err := imports.Process(file, content, nil)
			require.NoError(t, err, file)
			assert.Equal(t, string(content), string(formatted), file)
		}
	}
}

// run runs a go command on modules.
func (ws *workspace) run(t *testing.T, verb string, modules []string, flags ...string) {
	t.Helper()
	if len(modules) == 0 {
		return
	}
	work := "go 1.26.0\n\nuse " + ws.root + "\n"
	args := append([]string{verb}, flags...)
	for _, name := range modules {
		work += "use ./" + name + "\n"
		args = append(args, "./"+name+"/...")
	}
	require.NoError(t, os.WriteFile(filepath.Join(ws.dir, "go.work"), []byte(work), 0o600))
	cmd := exec.Command("go", args...)
	cmd.Dir = ws.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local", "GOWORK=")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "go %s:\n%s", verb, out)
}
