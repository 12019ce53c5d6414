package diagnostic_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/imports"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/diagnostic"
)

const root = "../.."

func catalogued() []string {
	var codes []string
	for _, group := range diagnostic.Groups() {
		for _, entry := range group.Entries {
			codes = append(codes, entry.Code)
		}
	}
	return codes
}

func TestEveryCodeIsCataloguedOnceAndInOrder(t *testing.T) {
	declaration := regexp.MustCompile(`(?m)^\s*Code\w+\s*=\s*"(RG\d+)"`)
	var declared []string
	for _, pattern := range []string{"annotations/*.go", "generator/*.go", "generator/*/*.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		for _, name := range files {
			source, err := os.ReadFile(name)
			require.NoError(t, err)
			for _, match := range declaration.FindAllStringSubmatch(string(source), -1) {
				declared = append(declared, match[1])
			}
		}
	}
	slices.Sort(declared)
	assert.Equal(t, declared, catalogued())
	for _, group := range diagnostic.Groups() {
		for _, entry := range group.Entries {
			assert.True(t, strings.HasPrefix(entry.Code, group.Prefix), entry.Code)
		}
	}
}

func TestCodesThatAreLeftOutAreAccountedFor(t *testing.T) {
	for _, group := range diagnostic.Groups() {
		last, err := strconv.Atoi(strings.TrimPrefix(group.Entries[len(group.Entries)-1].Code, group.Prefix))
		require.NoError(t, err)
		for n := 1; n <= last; n++ {
			code := fmt.Sprintf("%s%02d", group.Prefix, n)
			if _, known := diagnostic.Lookup(code); !known {
				assert.Contains(t, group.Note, code)
			}
		}
	}
}

func TestEveryEntryIsComplete(t *testing.T) {
	for _, group := range diagnostic.Groups() {
		for _, e := range group.Entries {
			assert.NotEmpty(t, e.Title, e.Code)
			assert.Regexp(t, `^[a-z]`, e.Title, e.Code)
			assert.Regexp(t, `\.$`, e.What, e.Code)
			assert.Regexp(t, `\.$`, e.Why, e.Code)
			assert.NotEmpty(t, e.Before, e.Code)
			assert.NotEmpty(t, e.After, e.Code)
		}
	}
}

func TestLookup(t *testing.T) {
	entry, ok := diagnostic.Lookup("rg102")
	require.True(t, ok)
	assert.Equal(t, "RG102", entry.Code)
	assert.True(t, strings.HasPrefix(entry.Page(), "# RG102: no such key\n\nThe directive has no key of that name."))
	_, ok = diagnostic.Lookup("RG999")
	assert.False(t, ok)
}

// Each example is generated for: what stands before the change must be reported under the entry's code and no other, and
// what stands after it under none.
func TestEveryExampleShowsItsCode(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	module, err := filepath.Abs(root)
	require.NoError(t, err)
	write(t, filepath.Join(dir, "go.work"), "go 1.26.0\n\nuse (\n\t./examples\n\t"+module+"\n)\n")
	write(t, filepath.Join(dir, "examples", "go.mod"), "module example.com/examples\n\ngo 1.26.0\n")
	t.Setenv("GOWORK", "")
	t.Setenv("GOFLAGS", "-mod=readonly")

	examples := map[string]string{} // folder to code, "" for none
	for _, group := range diagnostic.Groups() {
		for _, entry := range group.Entries {
			if strings.HasPrefix(entry.Before, "$") {
				continue
			}
			before, after := strings.ToLower(entry.Code)+"before", strings.ToLower(entry.Code)+"after"
			example(t, filepath.Join(dir, "examples", before), entry.Before)
			example(t, filepath.Join(dir, "examples", after), entry.After)
			examples[before], examples[after] = entry.Code, ""
		}
	}
	result, err := generator.Generate(t.Context(), generator.Options{Dir: filepath.Join(dir, "examples"), Patterns: []string{"./..."}})
	require.NoError(t, err)
	found := map[string][]string{}
	for _, d := range result.Diagnostics {
		folder := filepath.Base(filepath.Dir(d.Pos.Filename))
		found[folder] = append(found[folder], d.Text(dir))
	}
	for folder, code := range examples {
		if code == "" {
			assert.Empty(t, found[folder])
			continue
		}
		if assert.NotEmpty(t, found[folder], folder) {
			for _, text := range found[folder] {
				assert.Contains(t, text, ": "+code+": ")
			}
		}
	}
}

// example writes an example as a package, with its imports.
func example(t *testing.T, folder, source string) {
	t.Helper()
	header := "package p\n"
	if strings.Contains(source, "resilience.") {
		header += "\nimport resilience \"github.com/go-resgen/resgen/runtime\"\n"
	}
	complete, err := imports.Process(filepath.Join(folder, "p.go"), []byte(header+source+"\n"), nil)
	if err != nil { // it shows what does not parse
		complete = []byte("package p\n\nimport \"context\"\n" + source + "\n")
	}
	write(t, filepath.Join(folder, "p.go"), string(complete))
}

func write(t *testing.T, name, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
	require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
}
