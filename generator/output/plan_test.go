package output_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/output"
)

const (
	oldCode = output.Header + "\n\npackage p\n\nvar Old int\n"
	newCode = output.Header + "\n\npackage p\n\nvar New int\n"
)

// folder writes files into a temporary folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	return dir
}

// content reads all files of a folder, hidden ones too.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	files := map[string]string{}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		require.NoError(t, err)
		files[entry.Name()] = string(data)
	}
	return files
}

func TestPlanThenApply(t *testing.T) {
	dir := folder(t, map[string]string{
		"same_resilient.go":  newCode,
		"stale_resilient.go": oldCode,
		"empty_resilient.go": "",
		"gone_resilient.go":  oldCode,
		"kept_resilient.go":  "package p\n",
	})
	in := func(name string) string { return filepath.Join(dir, name) }
	untouched, err := os.Stat(in("same_resilient.go"))
	require.NoError(t, err)

	changes, problems, err := output.Plan([]output.File{
		{Name: in("same_resilient.go"), Content: []byte(newCode)},
		{Name: in("stale_resilient.go"), Content: []byte(newCode)},
		{Name: in("empty_resilient.go"), Content: []byte(newCode)},
		{Name: in("fresh_resilient.go"), Content: []byte(newCode)},
	}, []string{in("gone_resilient.go"), in("kept_resilient.go"), in("never_resilient.go")})
	require.NoError(t, err)
	require.Empty(t, problems)
	assert.Equal(t, []output.Change{
		{Name: in("empty_resilient.go"), Old: []byte{}, New: []byte(newCode)},
		{Name: in("fresh_resilient.go"), New: []byte(newCode)},
		{Name: in("gone_resilient.go"), Old: []byte(oldCode)},
		{Name: in("stale_resilient.go"), Old: []byte(oldCode), New: []byte(newCode)},
	}, changes)

	require.NoError(t, output.Apply(changes))
	assert.Equal(t, map[string]string{
		"same_resilient.go":  newCode,
		"stale_resilient.go": newCode,
		"empty_resilient.go": newCode,
		"fresh_resilient.go": newCode,
		"kept_resilient.go":  "package p\n",
	}, content(t, dir))
	written, err := os.Stat(in("stale_resilient.go"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o644), written.Mode())
	same, err := os.Stat(in("same_resilient.go"))
	require.NoError(t, err)
	assert.True(t, os.SameFile(untouched, same), "a file that does not change is not written")
}

func TestPlanRefusesToOverwriteWhatIsNotOurs(t *testing.T) {
	dir := folder(t, map[string]string{"client_resilient.go": "package p\n"})
	name := filepath.Join(dir, "client_resilient.go")
	changes, problems, err := output.Plan([]output.File{{Name: name, Content: []byte(newCode)}}, nil)
	require.NoError(t, err)
	assert.Empty(t, changes)
	require.Len(t, problems, 1)
	assert.Equal(t, diagnostic.CodeForeignFile, problems[0].Code)
	assert.Equal(t, "client_resilient.go: RG604: client_resilient.go is where the output goes, "+
		"but resgen did not write it: rename it, or the source file", problems[0].Text(dir))
}

func TestPlanFailsOnWhatItCannotRead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "client_resilient.go")
	require.NoError(t, os.Mkdir(name, 0o700))
	_, _, err := output.Plan([]output.File{{Name: name, Content: []byte(newCode)}}, nil)
	assert.ErrorContains(t, err, "client_resilient.go")
}

func TestApplyChangesNothingWhenAFileCannotBeStaged(t *testing.T) {
	dir := folder(t, map[string]string{"a.go": oldCode, "b.go": oldCode})
	err := output.Apply([]output.Change{
		{Name: filepath.Join(dir, "a.go"), Old: []byte(oldCode), New: []byte(newCode)},
		{Name: filepath.Join(dir, "b.go"), Old: []byte(oldCode)},
		{Name: filepath.Join(dir, "missing", "c.go"), New: []byte(newCode)},
	})
	require.Error(t, err)
	assert.Equal(t, map[string]string{"a.go": oldCode, "b.go": oldCode}, content(t, dir))
}

func TestApplyPutsBackWhatItReplacedWhenALaterFileFails(t *testing.T) {
	dir := folder(t, map[string]string{"a.go": oldCode, "b.go": oldCode})
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "d.go", "in the way"), 0o700))
	err := output.Apply([]output.Change{
		{Name: filepath.Join(dir, "a.go"), Old: []byte(oldCode), New: []byte(newCode)},
		{Name: filepath.Join(dir, "b.go"), Old: []byte(oldCode)},
		{Name: filepath.Join(dir, "c.go"), New: []byte(newCode)},
		{Name: filepath.Join(dir, "d.go"), New: []byte(newCode)},
	})
	require.Error(t, err)
	assert.Equal(t, map[string]string{"a.go": oldCode, "b.go": oldCode}, content(t, dir))
}

func TestApplyBearsAnotherRunThatHasDeletedTheSameOrphan(t *testing.T) {
	dir := folder(t, map[string]string{"a.go": oldCode})
	require.NoError(t, output.Apply([]output.Change{
		{Name: filepath.Join(dir, "a.go"), Old: []byte(oldCode), New: []byte(newCode)},
		{Name: filepath.Join(dir, "b.go"), Old: []byte(oldCode)},
	}))
	assert.Equal(t, map[string]string{"a.go": newCode}, content(t, dir))
}

func TestOrphans(t *testing.T) {
	orphans := output.Orphans(
		[]string{"/p/a_resilient.go", "/p/b_resilient.go", "/p/c_resilient_windows.go", "/p/d_resilient.go", "/p/b_resilient.go"},
		[]output.File{{Name: "/p/a_resilient.go"}},
		[]string{"/p/a.go", "/p/c_windows.go"},
	)
	assert.Equal(t, []string{"/p/b_resilient.go", "/p/d_resilient.go"}, orphans)
}

func TestWriteDiff(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, output.WriteDiff(&out, "/src", []output.Change{
		{Name: "/src/p/a.go", Old: []byte("one\ntwo\n"), New: []byte("one\n2\n")},
		{Name: "/src/p/b.go", New: []byte("new\n")},
		{Name: "/src/p/c.go", Old: []byte("gone\n")},
	}))
	assert.Equal(t, `diff a/p/a.go b/p/a.go
--- a/p/a.go
+++ b/p/a.go
@@ -1,2 +1,2 @@
 one
-two
+2
diff /dev/null b/p/b.go
--- /dev/null
+++ b/p/b.go
@@ -0,0 +1,1 @@
+new
diff a/p/c.go /dev/null
--- a/p/c.go
+++ /dev/null
@@ -1,1 +0,0 @@
-gone
`, out.String())
}

func TestSourceLaysOutHeaderConstraintAndCode(t *testing.T) {
	source, err := output.Source("//go:build linux && !cgo", []byte("package p\nvar  X   int"))
	require.NoError(t, err)
	assert.Equal(t, output.Header+"\n\n//go:build linux && !cgo\n\npackage p\n\nvar X int\n", string(source))

	source, err = output.Source("", []byte("package p"))
	require.NoError(t, err)
	assert.Equal(t, output.Header+"\n\npackage p\n", string(source))

	_, err = output.Source("", []byte("package p\nfunc"))
	assert.ErrorContains(t, err, "generated code does not parse")
}
