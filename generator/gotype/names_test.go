package gotype_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/imports"

	"github.com/go-resgen/resgen/generator/gotype"
)

func parse(t *testing.T, source string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	require.NoError(t, err)
	return file
}

// namesOf returns the names of a file to be generated in package p of an archive.
func namesOf(t *testing.T, archive string, excluded ...*ast.File) *gotype.Names {
	t.Helper()
	pkg, err := newModule(t, archive).check("example.com/p")
	require.NoError(t, err)
	return gotype.NewNames(pkg, excluded...)
}

func TestImportNames(t *testing.T) {
	names := namesOf(t, `
-- example.com/p/p.go --
package p

func url() {}

type errors int
`)
	for _, test := range []struct {
		path, name, want string
	}{
		{"context", "context", "context"},
		{"net/url", "url", "url2"},                                          // declared by the package
		{"errors", "errors", "errors2"},                                     // declared by the package
		{"text/template", "template", "template"},                           // the first of two
		{"html/template", "template", "template2"},                          // the second
		{"html/template", "template", "template2"},                          // the same again
		{"gopkg.in/yaml.v3", "yaml", "yaml"},                                // the version is behind a dot
		{"example.org/go-foo", "foo", "foo"},                                // go- is a prefix that nobody says
		{"example.org/foo-go", "foogo", "foogo"},                            // which is no rule for a suffix
		{"example.org/mod/v2", "mod", "mod"},                                // the version is an element
		{"example.org/odd/v3", "strange", "strange"},                        // the name has nothing to do with the path
		{"example.org/len", "len", "len2"},                                  // predeclared
		{"example.org/main", "init", "init2"},                               // no import may be called so
		{"github.com/go-resgen/resgen/runtime", "resilience", "resilience"}, // not its own name
	} {
		assert.Equal(t, test.want, names.Import(test.path, test.name), test.path)
	}
	source := string(render(t, names))
	assert.Equal(t, `package p

import (
	"context"
	errors2 "errors"
	template2 "html/template"
	url2 "net/url"
	"text/template"

	foogo "example.org/foo-go"
	"example.org/go-foo"
	len2 "example.org/len"
	init2 "example.org/main"
	"example.org/mod/v2"
	strange "example.org/odd/v3"
	resilience "github.com/go-resgen/resgen/runtime"
	"gopkg.in/yaml.v3"
)
`, source)
}

func TestImportsOfAModuleWithoutADotStandApart(t *testing.T) {
	pkg, err := newModule(t, "-- app/p/p.go --\npackage p\n").check("app/p")
	require.NoError(t, err)
	names := gotype.NewNames(pkg)
	names.Import("context", "context")
	names.Import("app/q", "q")
	names.Import("example.org/r", "r")
	assert.Equal(t, `package p

import (
	"context"

	"app/q"

	"example.org/r"
)
`, string(render(t, names)))
	formatted, err := imports.Process("p.go", render(t, names), &imports.Options{FormatOnly: true, Comments: true, TabIndent: true, TabWidth: 8})
	require.NoError(t, err)
	assert.Equal(t, string(render(t, names)), string(formatted))
}

func TestImportsAreCalledWhatTheSourceFileCallsThem(t *testing.T) {
	names := namesOf(t, "-- example.com/p/p.go --\npackage p\n")
	source := parse(t, `package p

import (
	corev1 "k8s.io/api/core/v1"
	v1 "k8s.io/api/apps/v1"
	_ "embed"
	. "fmt"
)
`)
	names.Follow(source)
	assert.Equal(t, "corev1", names.Import("k8s.io/api/core/v1", "v1"))
	assert.Equal(t, "v1", names.Import("k8s.io/api/apps/v1", "v1"))
	assert.Equal(t, "v12", names.Import("k8s.io/api/batch/v1", "v1"))
	assert.Equal(t, "embed", names.Import("embed", "embed"))
	assert.Equal(t, "fmt", names.Import("fmt", "fmt"))
}

func TestNamesOfExcludedFilesAndOfTheOutputAreTaken(t *testing.T) {
	names := namesOf(t, "-- example.com/p/p.go --\npackage p\n", parse(t, `package p

import errors "fmt"

var context, _ = 1, 2

type time = int

func url() {}

func (time) json() {}
`))
	names.Declare("http")
	for name, want := range map[string]string{
		"context": "context2",
		"time":    "time2",
		"url":     "url2",
		"http":    "http2",
		"json":    "json", // a method
		"errors":  "errors",
	} {
		assert.Equal(t, want, names.Import("example.org/"+name, name))
	}
}

func TestFreshNames(t *testing.T) {
	names := namesOf(t, "-- example.com/p/p.go --\npackage p\n\nvar next int\n")
	names.Import("errors", "errors")
	local := names.Local("K")
	local.Reserve("w")
	assert.Equal(t, "err", local.Fresh("err"))
	assert.Equal(t, "err2", local.Fresh("err"))
	assert.Equal(t, "next2", local.Fresh("next")) // the package's
	assert.Equal(t, "w2", local.Fresh("w"))
	assert.Equal(t, "errors2", local.Fresh("errors"))
	assert.Equal(t, "K2", local.Fresh("K"))
	assert.Equal(t, "nil2", local.Fresh("nil"))
	assert.Equal(t, "func2", local.Fresh("func"))

	inner := local.Clone()
	assert.Equal(t, "err3", inner.Fresh("err"))
	assert.Equal(t, "err3", local.Fresh("err"))
	assert.Equal(t, "err", names.Local().Fresh("err"))
}

func TestShadows(t *testing.T) {
	names := namesOf(t, "-- example.com/p/p.go --\npackage p\n\ntype error interface{}\n\nfunc len() {}\n")
	assert.True(t, names.Shadows("error"))
	assert.True(t, names.Shadows("len"))
	assert.False(t, names.Shadows("nil"))
}

func TestParametersKeepTheirNamesUnlessTheyHideSomething(t *testing.T) {
	names := namesOf(t, `
-- example.com/p/p.go --
package p

type Parcel struct{}

func parcel() {}
`)
	names.Import("net/url", "url")
	names.Use("Parcel")
	local := names.Local("T")
	for _, test := range []struct{ name, base, want string }{
		{"ctx", "arg", "ctx"},
		{"", "arg", "arg"},
		{"_", "arg", "arg2"},
		{"url", "arg", "url2"},       // imported
		{"Parcel", "arg", "Parcel2"}, // the file refers to it
		{"parcel", "arg", "parcel"},  // the file does not
		{"T", "arg", "T2"},           // a type parameter
		{"len", "arg", "len2"},       // predeclared
		{"error", "arg", "error2"},   // predeclared
		{"größe", "arg", "größe"},
	} {
		assert.Equal(t, test.want, local.Param(test.name, test.base), test.name)
	}
}
