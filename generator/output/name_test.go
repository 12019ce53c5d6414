package output_test

import (
	"go/build"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/go-resgen/resgen/generator/output"
)

func TestNameKeepsWhatTheGoCommandReads(t *testing.T) {
	for source, want := range map[string]string{
		"client.go":                  "client_resilient.go",
		"a/b.c/client.go":            "a/b.c/client_resilient.go",
		"client_test.go":             "client_resilient_test.go",
		"client_linux.go":            "client_resilient_linux.go",
		"client_arm64.go":            "client_resilient_arm64.go",
		"client_linux_amd64.go":      "client_resilient_linux_amd64.go",
		"client_linux_amd64_test.go": "client_resilient_linux_amd64_test.go",
		"client_unix.go":             "client_unix_resilient.go", // unix means nothing in a name
		"client_linux_extra.go":      "client_linux_extra_resilient.go",
		"linux.go":                   "linux_resilient.go", // a whole name is no constraint
		"linux_test.go":              "linux_resilient_test.go",
		"client_v2.go":               "client_v2_resilient.go",
		"test.go":                    "test_resilient.go",
	} {
		assert.Equal(t, want, output.Name(source), source)
	}
}

func TestConstrainedByName(t *testing.T) {
	for name, want := range map[string]bool{
		"/x/client.go":              false,
		"/x/client_test.go":         false,
		"/x/client_windows.go":      true,
		"/x/client_windows_test.go": true,
		"/x/client_wasm.go":         true,
		"/x_windows/client.go":      false,
	} {
		assert.Equal(t, want, output.ConstrainedByName(name), name)
	}
}

func TestOutputsAreBuiltWhereTheirSourcesAre(t *testing.T) {
	words := rapid.SampledFrom([]string{"client", "v2", "test", "unix", "resilient", "linux", "windows", "amd64", "arm64", "wasm", ""})
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(words, 1, 5).Draw(t, "words"), "_") + ".go"
		generated := output.Name(source)
		for _, goos := range []string{"linux", "windows"} {
			for _, goarch := range []string{"amd64", "arm64"} {
				assert.Equal(t, builds(t, source, goos, goarch), builds(t, generated, goos, goarch), "%s: %s", source, generated)
			}
		}
		assert.Equal(t, strings.HasSuffix(source, "_test.go"), strings.HasSuffix(generated, "_test.go"), "%s: %s", source, generated)
	})
}

// builds reports whether the name of a file lets it be built.
func builds(t *rapid.T, name, goos, goarch string) bool {
	context := build.Context{
		GOOS: goos, GOARCH: goarch, Compiler: "gc",
		OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p\n")), nil },
	}
	match, err := context.MatchFile("", name)
	require.NoError(t, err)
	return match
}
