package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/output"
)

// A trial is what has become of the interfaces of one target.
type trial struct {
	target
	folders  []*folder
	inside   int      // outputs in the sources of the module itself
	failures []string // what resgen, the compiler, vet or the calls complain about
}

// try generates code for all interfaces, compiles, vets and calls it.
func try(ctx context.Context, s *scratch, t target) (*trial, error) {
	folders, err := s.load(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(folders) == 0 {
		return nil, errors.New("no package exports an interface")
	}
	tr := &trial{target: t, folders: folders}
	changes, err := tr.generate(ctx, s)
	if err != nil || len(tr.failures) > 0 {
		return tr, err
	}
	if err := output.Apply(changes); err != nil {
		return nil, err
	}
	for _, f := range folders {
		if err := f.writeStubs(); err != nil {
			return nil, err
		}
	}
	if err := tr.writeMain(s); err != nil {
		return nil, err
	}
	for _, command := range [][]string{{"go", "vet", "./..."}, {"go", "run", "."}} {
		if out, err := s.run(ctx, command[0], command[1:]...); err != nil {
			tr.failures = append(tr.failures, strings.TrimSpace(out))
			return tr, ctx.Err()
		}
	}
	return tr, nil
}

// rounds bounds how often diagnostics may ask for a change: once each for what a method is refused for, what its policies
// need, and what is left of its interface.
const rounds = 4

// generate does as the diagnostics say until there are none.
func (tr *trial) generate(ctx context.Context, s *scratch) ([]output.Change, error) {
	for range rounds {
		for _, f := range tr.folders {
			if err := f.declare(); err != nil {
				return nil, err
			}
		}
		result, err := generator.Generate(ctx, generator.Options{Dir: s.dir, Patterns: []string{"./..."}})
		if err != nil {
			return nil, err
		}
		if len(result.Diagnostics) == 0 {
			return result.Changes, nil
		}
		for _, d := range result.Diagnostics {
			if !tr.heed(d) {
				tr.failures = append(tr.failures, d.Text(s.dir))
			}
		}
		if len(tr.failures) > 0 {
			return nil, nil
		}
	}
	tr.failures = append(tr.failures, "the diagnostics do not end")
	return nil, nil
}

var methodName = regexp.MustCompile(`^(?:fallback \S+ (?:on|does not fit) )?method ([\pL_][\pL_\pN]*) `)

// heed does what a diagnostic says, and reports whether that was possible.
func (tr *trial) heed(d diagnostic.Diagnostic) bool {
	s := tr.subjectAt(d)
	if s == nil {
		return false
	}
	match := methodName.FindStringSubmatch(d.Message)
	if match == nil {
		s.refused = d.Code
		return true
	}
	m := s.method(match[1])
	return m != nil && m.heed(d.Code)
}

func (tr *trial) subjectAt(d diagnostic.Diagnostic) *subject {
	for _, f := range tr.folders {
		if filepath.Dir(d.Pos.Filename) == f.dir {
			return f.subjectAt(d.Pos.Line)
		}
	}
	return nil
}

// writeMain writes a program that calls every wrapper.
func (tr *trial) writeMain(s *scratch) error {
	var imports, checks strings.Builder
	for _, f := range tr.folders {
		if len(f.live()) > 0 {
			name := filepath.Base(f.dir)
			fmt.Fprintf(&imports, "\t%q\n", f.path)
			fmt.Fprintf(&checks, "%s.CheckCorpus, ", name)
		}
	}
	source := fmt.Sprintf("package main\n\nimport (\n\t%q\n%s)\n\nfunc main() { calls.Main(%s) }\n", callsPath, imports.String(), checks.String())
	return os.WriteFile(filepath.Join(s.dir, "main.go"), []byte(source), 0o600)
}
