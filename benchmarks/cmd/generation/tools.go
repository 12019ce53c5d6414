package main

import (
	"context"
	"os"
	"path/filepath"
	"time"
)

// A tool generates code for every interface of a workload.
type tool struct {
	name string
	// output is the file that the tool writes, which each run begins without.
	output string
	// each is set if the tool runs once for each interface.
	each     bool
	generate func(ctx context.Context, root string, w workload) error
}

// build compiles the tools into dir. The first is the one that the others are
// compared with.
func build(ctx context.Context, dir string) ([]tool, error) {
	binary := func(name string) string { return filepath.Join(dir, "bin-"+name) }
	for name, source := range map[string]string{
		"resgen":  "github.com/go-resgen/resgen/cmd/resgen",
		"moq":     "github.com/matryer/moq",
		"mockery": "github.com/vektra/mockery/v3",
	} {
		if err := command(ctx, ".", "go", "build", "-o", binary(name), source); err != nil {
			return nil, err
		}
	}
	return []tool{
		{"resgen", "clients_resilient.go", false, func(ctx context.Context, root string, _ workload) error {
			return command(ctx, root, binary("resgen"))
		}},
		{"moq", "moq.go", false, func(ctx context.Context, root string, w workload) error {
			args := append([]string{"-out", "moq.go", "."}, w.interfaces()...)
			return command(ctx, root, binary("moq"), args...)
		}},
		// One process for each interface is how go:generate lines run moq.
		{"moq, a process each", "moq.go", true, func(ctx context.Context, root string, w workload) error {
			for _, name := range w.interfaces() {
				if err := command(ctx, root, binary("moq"), "-out", "moq.go", ".", name); err != nil {
					return err
				}
			}
			return nil
		}},
		{"mockery", "mocks.go", false, func(ctx context.Context, root string, _ workload) error {
			return command(ctx, root, binary("mockery"))
		}},
	}, nil
}

// fits reports whether the tool would do something of its own with w.
func (t tool) fits(w workload) bool { return !t.each || w.count > 1 }

// measure edits the package and runs the tool.
func (t tool) measure(ctx context.Context, root string, w workload) (time.Duration, error) {
	if err := w.edit(root); err != nil {
		return 0, err
	}
	began := time.Now()
	if err := t.generate(ctx, root, w); err != nil {
		return 0, err
	}
	took := time.Since(began)
	return took, os.Remove(filepath.Join(root, t.output))
}
