package load

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStripBodiesLeavesDeclarationsInPlace(t *testing.T) {
	for name, test := range map[string]struct{ source, want string }{
		"a function":                 {"package p\nfunc f() { return }\n", "package p\nfunc f() {        }\n"},
		"a method":                   {"package p\nfunc (t *T) m(x int) (n int) {\n\tx++\n}\n", "package p\nfunc (t *T) m(x int) (n int) {\n\t   \n}\n"},
		"a result with braces":       {"package p\nfunc f() struct{ x int } { g() }\n", "package p\nfunc f() struct{ x int } {     }\n"},
		"an interface result":        {"package p\nfunc f() interface{ M() } { g() }\n", "package p\nfunc f() interface{ M() } {     }\n"},
		"a function result":          {"package p\nfunc f() func() chan struct{} { g() }\n", "package p\nfunc f() func() chan struct{} {     }\n"},
		"type parameters":            {"package p\nfunc f[T interface{ ~int }](x T) { g() }\n", "package p\nfunc f[T interface{ ~int }](x T) {     }\n"},
		"braces in strings":          {"package p\nfunc f() { _ = \"}\" + `}\n` + string('}') + \"\\\"}\" }\n", "package p\nfunc f() {             \n                        }\n"},
		"nested braces":              {"package p\nfunc f() { { { } } }\nvar x = T{1}\n", "package p\nfunc f() {         }\nvar x = T{1}\n"},
		"comments stay":              {"package p\nfunc f() { g() // }\n/* } */ }\n", "package p\nfunc f() {     // }\n/* } */ }\n"},
		"two on a line":              {"package p; func f() { g() }; func h() { g() }\n", "package p; func f() {     }; func h() {     }\n"},
		"indented":                   {"package p\n\tfunc f() { g() }\n", "package p\n\tfunc f() {     }\n"},
		"no line break at the end":   {"package p\nfunc f() { g() }", "package p\nfunc f() {     }"},
		"no body":                    {"package p\nfunc f()\nvar x = T{1}\n", "package p\nfunc f()\nvar x = T{1}\n"},
		"no body at the end":         {"package p\nfunc f()", "package p\nfunc f()"},
		"no body but a comment":      {"package p\nfunc f() /*\n*/ var x = T{1}\n", "package p\nfunc f() /*\n*/ var x = T{1}\n"},
		"a function literal":         {"package p\nvar f = func() { g() }\n", "package p\nvar f = func() { g() }\n"},
		"a literal behind a break":   {"package p\nvar f =\nfunc() { g() }\n", "package p\nvar f =\nfunc() { g() }\n"},
		"a function type":            {"package p\ntype F func()\nfunc f() { g() }\n", "package p\ntype F func()\nfunc f() {     }\n"},
		"letters outside ASCII":      {"package p\nfunc ƒ() { ġ() }\n", "package p\nfunc ƒ() {      }\n"},
		"Windows line breaks":        {"package p\r\nfunc f() {\r\n\tg()\r\n}\r\n", "package p\r\nfunc f() {\r\n\t   \r\n}\r\n"},
		"a composite array":          {"package p\nvar a = [...]int{1, 2}\n", "package p\nvar a = [...]int{1, 2}\n"},
		"a brace too many":           {"package p\nfunc f() { g() } }\n", "package p\nfunc f() { g() } }\n"},
		"a brace too few":            {"package p\nfunc f() { g()\n", "package p\nfunc f() { g()\n"},
		"the wrong bracket":          {"package p\nfunc f() { g( }\n", "package p\nfunc f() { g( }\n"},
		"an unterminated string":     {"package p\nfunc f() { g(\" }\n", "package p\nfunc f() { g(\" }\n"},
		"an unterminated raw string": {"package p\nfunc f() { g(` }\n", "package p\nfunc f() { g(` }\n"},
		"an unterminated comment":    {"package p\nfunc f() { g() /* }\n", "package p\nfunc f() { g() /* }\n"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.want, string(stripBodies([]byte(test.source))))
		})
	}
}

func FuzzStripBodies(f *testing.F) {
	f.Add("package p\nfunc f() struct{} { return struct{}{} }\nvar x = func() {}\n")
	f.Add("package p\nfunc (t T[K]) m(f func(int) (x struct{ a int })) (y interface{}) { '\\'' }")
	f.Add("package p\nfunc f()\nfunc g() /*\n*/ { `}` }")
	f.Fuzz(sameDeclarations)
}

func TestStripBodiesAgreesWithTheParserOnTheStandardLibrary(t *testing.T) {
	for _, pkg := range []string{"go/parser", "net/http", "reflect", "text/template"} {
		files, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", pkg, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, name := range files {
			source, err := os.ReadFile(name)
			require.NoError(t, err)
			sameDeclarations(t, string(source))
		}
	}
}

// sameDeclarations checks that what parses has the same declarations and comments in the same places without bodies.
func sameDeclarations(t *testing.T, source string) {
	stripped := stripBodies([]byte(source))
	require.Len(t, stripped, len(source))
	assert.Equal(t, strings.Count(source, "\n"), strings.Count(string(stripped), "\n"))

	const mode = parser.ParseComments | parser.SkipObjectResolution
	fset := token.NewFileSet()
	before, err := parser.ParseFile(fset, "", source, mode)
	if err != nil {
		return
	}
	after, err := parser.ParseFile(fset, "", stripped, mode)
	require.NoError(t, err)
	require.Equal(t, comments(before), comments(after))
	require.Equal(t, len(before.Decls), len(after.Decls))
	for i, decl := range before.Decls {
		assert.Equal(t, decl.Pos()-before.FileStart, after.Decls[i].Pos()-after.FileStart)
		assert.Equal(t, decl.End()-before.FileStart, after.Decls[i].End()-after.FileStart)
		if function, ok := after.Decls[i].(*ast.FuncDecl); ok && function.Body != nil {
			assert.Empty(t, function.Body.List)
		}
	}
}

// comments lists the comments of a file. Their groups may differ: code between them is gone.
func comments(file *ast.File) []string {
	var all []string
	for _, group := range file.Comments {
		for _, comment := range group.List {
			all = append(all, comment.Text)
		}
	}
	return all
}
