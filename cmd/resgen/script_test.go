package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the files that scripts compare with")

// TestScripts runs the scripts in testdata, each in a module of its own, and
// then compiles, vets and tests what they have generated, all modules at once.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(root, "testdata", "*", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	resgen, err := exec.LookPath("resgen") // the one that TestMain provides
	require.NoError(t, err)
	ws := newWorkspace(t, root)
	done := t.Run("generate", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Files:               files,
			UpdateScripts:       *update,
			RequireExplicitExec: true,
			RequireUniqueNames:  true,
			Condition: func(name string) (bool, error) {
				if name != "root" {
					return false, fmt.Errorf("unknown condition %q", name)
				}
				return os.Getuid() == 0, nil
			},
			Setup: func(env *testscript.Env) error {
				env.Vars = append(env.Vars, goEnv(t)...)
				env.Vars = append(env.Vars, "ROOT="+root, "RESGEN="+resgen)
				return ws.enter(env)
			},
		})
	})
	if !done {
		return
	}
	t.Run("format", ws.checkFormat)
	t.Run("vet", func(t *testing.T) { ws.run(t, "vet", ws.modules()) })
	t.Run("test", func(t *testing.T) { ws.run(t, "test", ws.tested(), "-vet=off") })
}

// goEnv makes the go command work offline and with the caches that there are.
func goEnv(t *testing.T) []string {
	t.Helper()
	env := []string{"GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local", "GOWORK="}
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	require.NoError(t, err)
	for i, value := range strings.Fields(string(out)) {
		env = append(env, []string{"GOCACHE", "GOMODCACHE"}[i]+"="+value)
	}
	return env
}

// exists reports whether there is such a file.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
