package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/go-resgen/resgen/generator"
	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/output"
)

// An inside trial writes directives into the sources of a copy of the module, so that outputs meet everything that its
// packages declare, unexported interfaces and types too. Nothing is called: there are no stubs.
type inside struct {
	dir   string
	files []*annotated
}

// An annotated file is a source file and the interfaces that it declares.
type annotated struct {
	name       string
	source     []byte
	interfaces []*annotatedInterface
}

type annotatedInterface struct {
	name        string
	line        int            // of its name in the source
	methods     map[string]int // lines of those declared on lines of their own
	refused     bool
	asked       map[string]*remedies // by method
	first, last int                  // lines in the file as it was written last
}

// insideModule tries the sources of a target's module.
func (tr *trial) insideModule(ctx context.Context, s *scratch, root string) error {
	in := &inside{dir: filepath.Join(s.dir, "inside")}
	source, err := s.run(ctx, "go", "list", "-m", "-f", "{{.Dir}}", tr.module)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, source)
	}
	source = strings.TrimSpace(source)
	if !exists(filepath.Join(source, "go.mod")) {
		return nil // it does not say what it requires
	}
	if err := in.copy(source, root); err != nil {
		return err
	}
	if err := in.find(); err != nil {
		return err
	}
	for range rounds {
		for _, f := range in.files {
			if err := f.write(); err != nil {
				return err
			}
		}
		result, err := generator.Generate(ctx, generator.Options{Dir: in.dir, Patterns: []string{"./..."}})
		if err != nil {
			return err
		}
		if len(result.Diagnostics) == 0 {
			tr.inside = len(result.Changes)
			failure, err := in.compile(ctx, result.Changes)
			if failure != "" {
				tr.failures = append(tr.failures, failure)
			}
			return err
		}
		before := len(tr.failures)
		for _, d := range result.Diagnostics {
			if !in.heed(d) {
				tr.failures = append(tr.failures, d.Text(in.dir))
			}
		}
		if len(tr.failures) > before {
			return nil
		}
	}
	tr.failures = append(tr.failures, "inside: the diagnostics do not end")
	return nil
}

// copy copies the module and makes it require this one.
func (in *inside) copy(source, root string) error {
	if err := os.CopyFS(in.dir, os.DirFS(source)); err != nil {
		return err
	}
	err := filepath.WalkDir(in.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		return os.Chmod(path, 0o600)
	})
	if err != nil {
		return err
	}
	return in.require(root)
}

// require makes the module require this one. Replacements by folders beside the module hold only where it is developed.
func (in *inside) require(root string) error {
	name := filepath.Join(in.dir, "go.mod")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	mod, err := modfile.Parse(name, text, nil)
	if err != nil {
		return err
	}
	for _, replace := range slices.Clone(mod.Replace) {
		if modfile.IsDirectoryPath(replace.New.Path) {
			err = errors.Join(err, mod.DropReplace(replace.Old.Path, replace.Old.Version))
		}
	}
	err = errors.Join(err,
		mod.AddGoStmt("1.26.0"),
		mod.AddRequire(resgenModule, "v0.0.0"),
		mod.AddReplace(resgenModule, "", root, ""))
	if err != nil {
		return err
	}
	mod.Cleanup()
	text, err = mod.Format()
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o600)
}

// find finds the interfaces of all files that are not tests.
func (in *inside) find() error {
	return filepath.WalkDir(in.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != in.dir && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") || exists(filepath.Join(path, "go.mod"))) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f := &annotated{name: path, source: source}
		if f.find(); len(f.interfaces) > 0 {
			in.files = append(in.files, f)
		}
		return nil
	})
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func (f *annotated) find() {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.name, f.source, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	line := func(pos token.Pos) int { return fset.PositionFor(pos, false).Line }
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.TYPE {
			continue
		}
		for _, spec := range d.Specs {
			spec := spec.(*ast.TypeSpec)
			t, ok := spec.Type.(*ast.InterfaceType)
			if !ok || d.Lparen.IsValid() && line(d.Pos()) == line(spec.Pos()) {
				continue
			}
			i := &annotatedInterface{name: spec.Name.Name, line: line(spec.Pos()), methods: map[string]int{}, asked: map[string]*remedies{}}
			above := line(t.Methods.Opening)
			for _, field := range t.Methods.List {
				if at := line(field.Pos()); len(field.Names) == 1 && at > above {
					i.methods[field.Names[0].Name] = at
				}
				above = line(field.End())
			}
			f.interfaces = append(f.interfaces, i)
		}
	}
}

// write writes the file with its directives.
func (f *annotated) write() error {
	insert := map[int][]string{} // directives by the line that they stand above
	for _, i := range f.interfaces {
		if i.refused {
			continue
		}
		insert[i.line] = inherited()
		var off []string
		for _, name := range slices.Sorted(maps.Keys(i.asked)) {
			switch line := i.methods[name]; {
			case line == 0:
				off = append(off, name)
			case i.asked[name].refused != "":
				insert[line] = []string{"off"}
			default:
				insert[line] = i.asked[name].directives()
			}
		}
		if len(off) > 0 {
			insert[i.line] = append(insert[i.line], "off methods="+strings.Join(off, ","))
		}
	}
	var out bytes.Buffer
	written := 0
	at := map[int]int{} // lines of the source in the output
	number := 0
	for line := range bytes.Lines(f.source) {
		number++
		for _, d := range insert[number] {
			fmt.Fprintf(&out, "//resilience:%s\n", d)
			written++
		}
		written++
		at[number] = written
		out.Write(line)
	}
	for n, i := range f.interfaces {
		i.first, i.last = at[i.line]-len(insert[i.line]), written
		if n+1 < len(f.interfaces) {
			next := f.interfaces[n+1]
			i.last = at[next.line] - len(insert[next.line]) - 1
		}
	}
	return os.WriteFile(f.name, out.Bytes(), 0o600)
}

// heed does what a diagnostic says, and reports whether that was possible.
func (in *inside) heed(d diagnostic.Diagnostic) bool {
	i := in.interfaceAt(d)
	if i == nil {
		return false
	}
	match := methodName.FindStringSubmatch(d.Message)
	if match == nil {
		before := i.refused
		i.refused = true
		return !before
	}
	name := match[1]
	if i.asked[name] == nil {
		i.asked[name] = &remedies{}
	}
	return i.asked[name].heed(d.Code)
}

func (in *inside) interfaceAt(d diagnostic.Diagnostic) *annotatedInterface {
	for _, f := range in.files {
		if f.name != d.Pos.Filename {
			continue
		}
		for _, i := range f.interfaces {
			if i.first <= d.Pos.Line && d.Pos.Line <= i.last {
				return i
			}
		}
	}
	return nil
}

// compile writes the outputs and returns what the compiler says, unless it says the same without them.
func (in *inside) compile(ctx context.Context, changes []output.Change) (string, error) {
	module := &scratch{dir: in.dir}
	before, _ := module.run(ctx, "go", "build", "./...")
	if err := output.Apply(changes); err != nil {
		return "", err
	}
	after, err := module.run(ctx, "go", "build", "./...")
	if err == nil || after == before {
		return "", ctx.Err()
	}
	return after, ctx.Err()
}
