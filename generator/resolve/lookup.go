package resolve

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/gotype"
	"github.com/go-resgen/resgen/generator/load"
)

// lookup returns the object that a name in a directive refers to, nil after
// reporting why there is none. A bare name is looked up in the package, its dot
// imports, and among the predeclared names; a qualifier among the imports of the
// interface's file, then of the package's other files, then as an import path.
// What is suggested for a name that is not there is one of those that could be meant.
func (r *resolver) lookup(text string, pos token.Pos, meant func(types.Object) bool) types.Object {
	end := pos + token.Pos(len(text))
	dot := strings.LastIndexByte(text, '.')
	if dot < 0 {
		if object := r.unqualified(text); object != nil {
			return r.visible(object, pos, end)
		}
		near := annotations.Suggest(text, names(r.pkg.Types.Scope(), meant))
		if own := r.inRuntime(text); own != nil { // before what only looks like it
			near = runtimePath + "." + text
		}
		p := annotations.Problem{Pos: pos, End: end, Code: CodeUnknownName, Message: fmt.Sprintf("package %s declares no %s", r.pkg.Name, text), Replacement: near}
		if near != "" {
			p.Message += ": did you mean " + near + "?"
		}
		r.report(p)
		return nil
	}
	qualifier, name := text[:dot], text[dot+1:]
	pkg := r.qualifier(qualifier, pos, end)
	if pkg == nil {
		return nil
	}
	object := pkg.Scope().Lookup(name)
	switch {
	case pkg == r.pkg.Types && object != nil:
		return r.visible(object, pos, end)
	case gotype.Unimportable(r.pkg.Types.Path(), pkg) != "":
		r.problem(pos, end, CodeNoPackage, fmt.Sprintf("package %s cannot be imported here: %s", pkg.Path(), gotype.Unimportable(r.pkg.Types.Path(), pkg)))
		return nil
	case !token.IsExported(name):
		p := annotations.Problem{Pos: pos, End: end, Code: CodeNotExported, Message: fmt.Sprintf("%s is not exported by package %s%s", name, pkg.Path(), didYouMean(name, exportedNames(pkg)))}
		if near := annotations.Suggest(name, exportedNames(pkg)); near != "" {
			p.Replacement = qualifier + "." + near
		}
		r.report(p)
		return nil
	case object == nil:
		exported := exportedNames(pkg)
		p := annotations.Problem{Pos: pos, End: end, Code: CodeUnknownName, Message: fmt.Sprintf("package %s has no %s%s", pkg.Path(), name, didYouMean(name, exported))}
		if near := annotations.Suggest(name, exported); near != "" {
			p.Replacement = qualifier + "." + near
		}
		r.report(p)
		return nil
	}
	return object
}

// names returns the names of a scope's objects that could be meant.
func names(scope *types.Scope, meant func(types.Object) bool) []string {
	return slices.DeleteFunc(scope.Names(), func(name string) bool { return !meant(scope.Lookup(name)) })
}

// visible reports an object of a test file that a file which is not one refers
// to: without the tests, it would not be there.
func (r *resolver) visible(object types.Object, pos, end token.Pos) types.Object {
	if reason := r.onlyInTests(object); reason != "" {
		r.problem(pos, end, CodeUnknownName, reason)
		return nil
	}
	return object
}

// onlyInTests says where an object is declared that the interface's file sees only
// when the package is tested, "" if it always does.
func (r *resolver) onlyInTests(object types.Object) string {
	declared := r.pkg.Fset.PositionFor(object.Pos(), false).Filename
	if object.Pkg() != r.pkg.Types || !strings.HasSuffix(declared, tests) || strings.HasSuffix(r.file.Name, tests) {
		return ""
	}
	return fmt.Sprintf("%s is declared in a test file, %s: declare it in another", object.Name(), r.where(object.Pos()))
}

func (r *resolver) unqualified(name string) types.Object {
	if object := r.pkg.Types.Scope().Lookup(name); object != nil {
		return object
	}
	for _, file := range r.files() {
		for _, imported := range r.imports(file) {
			if imported.Name() == "." && token.IsExported(name) {
				if object := imported.Imported().Scope().Lookup(name); object != nil {
					return object
				}
			}
		}
	}
	return types.Universe.Lookup(name)
}

// qualifier returns the package that stands before the dot of a name.
func (r *resolver) qualifier(text string, pos, end token.Pos) *types.Package {
	var found *types.Package
	for i, file := range r.files() {
		for _, imported := range r.imports(file) {
			switch {
			case imported.Name() != text:
			case r.failedImport(imported):
				return nil
			case found == nil:
				found = imported.Imported()
			case found != imported.Imported():
				r.problem(pos, end, CodeAmbiguousName, fmt.Sprintf("%s is package %s in one file and %s in another: write the full import path", text, found.Path(), imported.Imported().Path()))
				return nil
			}
		}
		if i == 0 && found != nil {
			return found // the interface's own file decides
		}
	}
	if found != nil {
		return found
	}
	if text == r.pkg.Types.Path() {
		return r.pkg.Types
	}
	pkg, err := r.pkg.Import(text)
	switch {
	case err == nil:
		return pkg
	case text == r.pkg.Name:
		r.problem(pos, end, CodeNoPackage, fmt.Sprintf("%s is this package: write the name without it", text))
	case r.renamed(text) != "":
		r.report(annotations.Problem{
			Pos: pos, End: end, Code: CodeNoPackage,
			Message:     fmt.Sprintf("no file of the package imports %s under that name: write %s, as the import does", text, r.renamed(text)),
			Replacement: r.renamed(text),
		})
	case text == "resilience":
		r.report(annotations.Problem{
			Pos: pos, End: pos + token.Pos(len(text)), Code: CodeNoPackage,
			Message:     fmt.Sprintf("no file of the package imports %s: write %s in its place, or import it", text, runtimePath),
			Replacement: runtimePath,
		})
	case strings.Contains(text, "/"):
		r.problem(pos, end, CodeNoPackage, fmt.Sprintf("package %s cannot be imported: %v", text, err))
	case nested[text] != "":
		r.report(annotations.Problem{
			Pos: pos, End: end, Code: CodeNoPackage,
			Message:     fmt.Sprintf("no file of the package imports %s by that name: write %s in its place, or import it", text, nested[text]),
			Replacement: nested[text],
		})
	default:
		r.problem(pos, end, CodeNoPackage, fmt.Sprintf("no file of the package imports %s, and the standard library has no package of that path: write the full import path", text))
	}
	return nil
}

// renamed returns the name under which a file imports a package of another name.
func (r *resolver) renamed(name string) string {
	for _, file := range r.files() {
		for _, imported := range r.imports(file) {
			if imported.Imported().Name() == name && imported.Name() != "." && imported.Name() != "_" {
				return imported.Name()
			}
		}
	}
	return ""
}

// nested has the packages of the standard library that declare errors and whose
// path is more than their name.
var nested = map[string]string{
	"asn1": "encoding/asn1", "base64": "encoding/base64", "csv": "encoding/csv", "driver": "database/sql/driver", "exec": "os/exec",
	"fs": "io/fs", "gzip": "compress/gzip", "hex": "encoding/hex", "http": "net/http", "json": "encoding/json", "multipart": "mime/multipart",
	"rpc": "net/rpc", "sql": "database/sql", "tar": "archive/tar", "textproto": "net/textproto", "tls": "crypto/tls", "url": "net/url",
	"user": "os/user", "x509": "crypto/x509", "xml": "encoding/xml", "zip": "archive/zip", "zlib": "compress/zlib",
}

// inRuntime returns what the runtime library exports by that name, nil if nothing.
func (r *resolver) inRuntime(name string) types.Object {
	if !token.IsExported(name) {
		return nil
	}
	pkg, err := r.pkg.Import(runtimePath)
	if err != nil {
		return nil
	}
	return pkg.Scope().Lookup(name)
}

// files returns the package's files, the one of the interface first.
func (r *resolver) files() []*load.File {
	files := []*load.File{r.file}
	for _, file := range r.pkg.Files {
		if file != r.file {
			files = append(files, file)
		}
	}
	return files
}

// imports returns the names that a file's imports declare.
func (r *resolver) imports(file *load.File) []*types.PkgName {
	if file.Syntax == nil {
		return nil
	}
	var names []*types.PkgName
	for _, spec := range file.Syntax.Imports {
		if name := r.pkg.Info.PkgNameOf(spec); name != nil {
			names = append(names, name)
		}
	}
	return names
}

func exportedNames(pkg *types.Package) []string {
	var names []string
	for _, name := range pkg.Scope().Names() {
		if token.IsExported(name) {
			names = append(names, name)
		}
	}
	return names
}

// qualifiedName writes an object so that the text means the same in every file.
func qualifiedName(object types.Object) string {
	if object.Pkg() == nil {
		return object.Name()
	}
	return object.Pkg().Path() + "." + object.Name()
}
