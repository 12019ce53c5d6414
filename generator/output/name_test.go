package output_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
