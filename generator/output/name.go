package output

import (
	"go/build"
	"io"
	"path/filepath"
	"strings"
)

const suffix = "_resilient"

// Name returns the name of the file that is generated from source, in the same folder. What the go command reads from
// the end of a name stays at the end: client_linux_test.go gives client_resilient_linux_test.go.
func Name(source string) string {
	dir, base := filepath.Split(source)
	stem, end := split(base)
	return dir + stem + suffix + end
}

// ConstrainedByName reports whether the name of a file says on which systems or architectures it is built.
func ConstrainedByName(name string) bool {
	_, end := split(filepath.Base(name))
	return strings.TrimSuffix(strings.TrimSuffix(end, ".go"), "_test") != ""
}

// split cuts a file's name before the endings that mean something to the go command: _test, _GOOS, _GOARCH, _GOOS_GOARCH.
func split(base string) (stem, end string) {
	stem, end = strings.TrimSuffix(base, ".go"), ".go"
	if before, ok := strings.CutSuffix(stem, "_test"); ok {
		stem, end = before, "_test"+end
	}
	for range 2 {
		cut := strings.LastIndexByte(stem, '_')
		if cut <= 0 || !isConstraint(stem[cut:]) {
			break
		}
		stem, end = stem[:cut], stem[cut:]+end
	}
	return stem, end
}

// isConstraint reports whether a file whose name ends so is built for some systems or architectures only, by asking for a
// system and an architecture that do not exist.
func isConstraint(ending string) bool {
	nowhere := build.Context{
		GOOS: "nowhere", GOARCH: "nowhere", Compiler: "gc",
		OpenFile: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("package p\n")), nil
		},
	}
	match, err := nowhere.MatchFile("", "x"+ending+".go")
	return err == nil && !match
}
