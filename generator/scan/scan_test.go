package scan_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/scan"
)

// scanned scans one file as a package.
func scanned(t *testing.T, source string) (*token.FileSet, []*scan.File, []annotations.Problem) {
	t.Helper()
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "client.go", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Skip("not Go:", err)
	}
	files, problems := scan.Package(&load.Package{
		Fset:  fset,
		Files: []*load.File{{Name: "client.go", Source: []byte(source), Syntax: syntax}},
	})
	return fset, files, problems
}

func TestDirectivesGoToWhatTheyStandOn(t *testing.T) {
	fset, files, problems := scanned(t, `package client

// Client talks.
//
//resilience:timeout 2s
type Client interface {
	// Track asks.
	//resilience:retry maxAttempts=3
	//resilience:fallback value=nil
	Track() error
	Plain() error
}

type Plain interface{ M() error }
`)
	require.Empty(t, problems)
	require.Len(t, files, 1)
	require.Len(t, files[0].Interfaces, 1)
	client := files[0].Interfaces[0]
	assert.Equal(t, "Client", client.Spec.Name.Name)
	assert.Equal(t, []string{"timeout duration=2s"}, texts(client.Directives))
	assert.Equal(t, []string{"retry maxAttempts=3", "fallback value=nil"}, texts(client.Method("Track").Directives))
	assert.Empty(t, client.Method("Plain").Directives)
	assert.Nil(t, client.Method("Missing"))

	attempts, ok := client.Method("Track").Directives[0].Arg("maxAttempts")
	require.True(t, ok)
	assert.Equal(t, "client.go:8:21", fset.Position(attempts.Pos).String())
}

func texts(directives []*scan.Directive) []string {
	var all []string
	for _, d := range directives {
		all = append(all, d.Args.Directive.Name+" "+annotations.Canonical(d.Args.Directive, d.Settings()))
	}
	return all
}

func TestNearMissesAndProse(t *testing.T) {
	for _, test := range []struct {
		comment  string
		attached string // the suggestion where it stands on a method, "" if it is prose there
		detached string // and where it stands on a variable
	}{
		{"// resilience:retry", "//resilience:retry", "//resilience:retry"},
		{"//Resilience:retry", "//resilience:retry", "//resilience:retry"},
		{"//RESILIENCE:RETRY", "//resilience:retry", "//resilience:retry"},
		{"//resilience :retry", "//resilience:retry", "//resilience:retry"},
		{"//resilience: retry maxAttempts=3", "//resilience:retry", "//resilience:retry"},
		{"// resilience: timeuot 2s", "", ""},
		{"// resilience:timeuot 2s", "//resilience:timeout", "//resilience:timeout"},
		{"//resilence:retry", "//resilience:retry", "//resilience:retry"},
		{"// resilience: we retry here", "", ""},
		{"// resilience matters", "", ""},
		{"///resilience:retry", "//resilience:retry", "//resilience:retry"},
		{"//! resilience:retry", "//resilience:retry", "//resilience:retry"},
		{"//resilience：retry", "//resilience:retry", "//resilience:retry"},
		{"//\u00a0resilience:retry", "//resilience:retry", "//resilience:retry"},
		{"//\u200bresilience:retry", "//resilience:retry", "//resilience:retry"},
		{"//resilience\u200b:\u200bretry", "//resilience:retry", "//resilience:retry"},
		{"//résilience:retry", "//resilience:retry", "//resilience:retry"},
		{"//resilience=retry", "//resilience:retry", "//resilience:retry"},
		{"//resilience_timeout 1s", "//resilience:timeout", ""},
		{"//resilience/timeout 1s", "//resilience:timeout", ""},
		{"//resilience;timeout 1s", "//resilience:timeout", ""},
		{"// resilience_timeout is a flag", "", ""},
		{"//nolint:retry", "", ""},
		{"////resilience:retry", "", ""},
		{"// //resilience:retry", "", ""},
		{"// Resilience: none of the names", "", ""},
		{"// see resilience:retry", "", ""},
		{"//	//resilience:retry in an example", "", ""},
	} {
		t.Run(test.comment, func(t *testing.T) {
			_, _, problems := scanned(t, "package p\n\ntype I interface {\n\t"+test.comment+"\n\tM() error\n}\n")
			assert.Equal(t, test.attached, suggestion(t, problems))
			_, _, problems = scanned(t, "package p\n\n"+test.comment+"\nvar x int\n")
			assert.Equal(t, test.detached, suggestion(t, problems))
		})
	}
}

func suggestion(t *testing.T, problems []annotations.Problem) string {
	t.Helper()
	if len(problems) == 0 {
		return ""
	}
	require.Len(t, problems, 1)
	assert.Equal(t, scan.CodeNearMiss, problems[0].Code)
	return problems[0].Replacement
}

func TestSelectMissesNoDirective(t *testing.T) {
	for source, want := range map[string]bool{
		"//resilience:retry":       true,
		"\t// Resilience : Retry":  true,
		"/* resilience:retry */":   true,
		"//resiliency:retry":       true,
		"///resilience:retry":      true,
		"//résilience：retry":       true,
		"/*\n\tresilience:retry":   true,
		"//\u00a0resilience=retry": true,
		"// results: see below":    true, // cheap to look at
		"// resilience":            false,
		"//go:generate resgen":     false,
		"":                         false,
	} {
		assert.Equal(t, want, scan.Select([]byte(source)), source)
	}
}

// FuzzComments puts any comment in every place. None may make the scanner panic,
// and what Go takes for one of our directives is either used or reported.
func FuzzComments(f *testing.F) {
	for _, seed := range []string{
		"//resilience:retry", "//resilience:retry maxAttempts=3 retryOn=a,b", "// resilience: retry", "//Resilience:x",
		"/*resilience:off*/", "//resilience:", "//resilience:fallback value=\"x y\"", "//resilience:off methods=M,N", "//\xff:a",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, comment string) {
		if strings.ContainsAny(comment, "\r\n") {
			return // another comment, and carriage returns are not part of one
		}
		source := strings.ReplaceAll(`package p
COMMENT
import "context"
COMMENT

COMMENT
type I interface {
	COMMENT
	M(ctx context.Context) error
	COMMENT
	N() COMMENT
	COMMENT
}
type (
	COMMENT
	A = I
)
COMMENT
func f() {
	COMMENT
}
`, "COMMENT", comment)
		fset, files, problems := scanned(t, source)
		used := 0
		for _, file := range files {
			for _, i := range file.Interfaces {
				used += len(i.Directives)
				for _, m := range i.Methods {
					used += len(m.Directives)
				}
			}
		}
		for _, p := range problems {
			require.Positive(t, fset.Position(p.Pos).Line, "%+v", p)
			require.NotEmpty(t, p.Code)
			require.NotEmpty(t, p.Message)
		}
		if d, ok := ast.ParseDirective(1, comment); ok && d.Tool == "resilience" {
			require.Positive(t, used+len(problems))
			require.NotEmpty(t, problems, "some of the places are wrong for any directive")
		}
	})
}
