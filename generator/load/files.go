package load

import (
	"bytes"
	"cmp"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/go-resgen/resgen/generator/output"
)

// files reads and parses every file once, however many variants of a package have it.
type files struct {
	selects func(source []byte) bool
	open    func(name string) ([]byte, error)

	mu     sync.Mutex
	byName map[string]*fileOnce
}

type fileOnce struct {
	read, parsed sync.Once
	file         *File
	err          error
}

func (f *files) entry(name string) *fileOnce {
	f.mu.Lock()
	defer f.mu.Unlock()
	once := f.byName[name]
	if once == nil {
		once = &fileOnce{}
		f.byName[name] = once
	}
	return once
}

// read returns the file, not necessarily parsed. The file is there with empty Source even if it cannot be read.
func (f *files) read(name string) (*File, error) {
	once := f.entry(name)
	once.read.Do(func() {
		once.file = &File{Name: name}
		once.file.Source, once.err = f.open(name)
		once.file.Output = output.Ours(once.file.Source)
		once.file.selected = once.err == nil && f.selects(once.file.Source)
	})
	return once.file, once.err
}

// readAll returns the files with these names, read.
func (f *files) readAll(names []string) []*File {
	all := make([]*File, len(names))
	for i, name := range names {
		all[i], _ = f.read(name) // whoever needs the content asks again
	}
	return all
}

// parse returns the files with these names, read and parsed.
func (f *files) parse(fset *token.FileSet, names []string) []*File {
	parsed := make([]*File, len(names))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i, name := range names {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			parsed[i], _ = f.read(name) // admit reports what cannot be read
			f.entry(name).parsed.Do(func() { parsed[i].parse(fset) })
		})
	}
	wg.Wait()
	return parsed
}

// take makes syntax that of the file with this name. Nil leaves the file to be parsed.
func (f *files) take(name string, syntax *ast.File) {
	file, _ := f.read(name)
	if syntax == nil {
		return
	}
	f.entry(name).parsed.Do(func() {
		file.Syntax = syntax
		file.constrain()
	})
}

// parse fills in Syntax, Constraint and syntaxError.
func (f *File) parse(fset *token.FileSet) {
	if f.empty() {
		return
	}
	const mode = parser.ParseComments | parser.SkipObjectResolution
	if f.Output {
		f.Syntax, f.syntaxError = parser.ParseFile(fset, f.Name, f.Source, mode|parser.PackageClauseOnly)
	} else {
		f.Syntax, f.syntaxError = parser.ParseFile(fset, f.Name, stripBodies(f.Source), mode)
	}
	if f.Syntax != nil && !f.Syntax.Package.IsValid() {
		f.Syntax = nil
	}
	f.constrain()
}

func (f *File) constrain() {
	if f.Syntax != nil {
		f.Constraint = constraintOf(f.Syntax)
	}
}

// empty reports whether the file has nothing in it, as an editor or a crash leaves it behind.
func (f *File) empty() bool {
	return len(bytes.TrimSpace(f.Source)) == 0
}

// firstSyntaxError is the first error of the file, the others tend to follow from it. Its position is that in the file,
// whatever line comments say.
func (f *File) firstSyntaxError() (token.Position, string) {
	var list scanner.ErrorList
	if !errors.As(f.syntaxError, &list) || len(list) == 0 {
		return token.Position{Filename: f.Name}, f.syntaxError.Error()
	}
	first := slices.MinFunc(list, func(a, b *scanner.Error) int { return cmp.Compare(a.Pos.Offset, b.Pos.Offset) })
	before := f.Source[:min(first.Pos.Offset, len(f.Source))]
	return token.Position{
		Filename: f.Name,
		Offset:   len(before),
		Line:     bytes.Count(before, []byte("\n")) + 1,
		Column:   len(before) - bytes.LastIndexByte(before, '\n'),
	}, first.Msg
}

// goFiles lists the Go files in a folder, ordered by name, but for those that the go command never looks at.
func goFiles(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, entry := range entries {
		name := entry.Name()
		if filepath.Ext(name) == ".go" && name[0] != '_' && name[0] != '.' && !entry.IsDir() {
			names = append(names, filepath.Join(dir, name))
		}
	}
	return names
}
