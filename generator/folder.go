package generator

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/output"
	"github.com/go-resgen/resgen/generator/scan"
)

// A folder is where outputs may lie that nothing accounts for any more.
type folder struct {
	// sources are the files with directives that this build leaves out. Another
	// build accounts for their outputs.
	sources []string
}

// visit notes the package's folder.
func (r *run) visit(pkg *load.Package) {
	f := r.folders[pkg.Dir]
	if f == nil {
		f = &folder{}
		r.folders[pkg.Dir] = f
	}
	for _, file := range pkg.Excluded {
		if !file.Output && (file.Syntax == nil && scan.Select(file.Source) || file.Syntax != nil && scan.SelectSyntax(file.Syntax)) {
			f.sources = append(f.sources, file.Name)
		}
	}
}

// orphans returns the outputs whose source has lost its directives.
func (r *run) orphans() []string {
	var outputs, sources []string
	for dir, f := range r.folders {
		sources = append(sources, f.sources...)
		entries, _ := os.ReadDir(dir) // it was readable a moment ago
		for _, entry := range entries {
			if !strings.Contains(entry.Name(), "_resilient") {
				continue
			}
			name := filepath.Join(dir, entry.Name())
			if content, err := os.ReadFile(name); err == nil && output.Ours(content) {
				outputs = append(outputs, name)
			}
		}
	}
	return output.Orphans(outputs, r.files, sources)
}

// excluded reports the file that asked for the run if the build leaves it out.
func (r *run) excluded(opts Options, skipped []load.Skipped) {
	if opts.File == "" {
		return
	}
	for _, s := range skipped {
		if filepath.Base(s.File) == opts.File {
			r.diagnostics = append(r.diagnostics, diagnostic.Diagnostic{
				Code:    diagnostic.CodeExcludedFile,
				Message: fmt.Sprintf("%s asks for its output and is %s: pass the build's -tags, or its GOOS and GOARCH", opts.File, s.Reason),
			})
		}
	}
}
