package gotype_test

import (
	"errors"
	"go/types"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/generator/gotype"
)

func TestTypesThatCannotBeNamed(t *testing.T) {
	const archive = `
-- example.com/p/p.go --
package p

import (
	"example.org/q"
	tool "example.org/tool"
)

var (
	Unexported    = q.Unexported
	Deep          = q.Deep
	Argument      = q.Argument
	Internal      = q.Internal
	InternalArg   = q.InternalArg
	Method        q.Sealed
	MethodLiteral = q.MethodLiteral
	Field         = q.Field
	Embedded      = q.Embedded
	Main          tool.T
)
-- example.org/q/q.go --
package q

import "example.org/q/internal/secret"

type hidden int

type alias = secret.T

type Box[T any] struct{ X T }

type Sealed interface { sealed() }

var (
	Unexported    hidden
	Deep          func(map[string][]*hidden)
	Argument      Box[hidden]
	Internal      secret.T
	InternalArg   Box[secret.T]
	MethodLiteral interface{ sealed() }
	Field         struct{ x int }
	Embedded      struct{ alias }
)
-- example.org/q/internal/secret/secret.go --
package secret

type T int
-- example.org/tool/tool.go --
package main

type T int
`
	m := newModule(t, archive)
	pkg, err := m.check("example.com/p")
	require.NoError(t, err)
	for name, want := range map[string]string{
		"Unexported":    "example.org/q.hidden cannot be named here: it is not exported",
		"Deep":          "example.org/q.hidden cannot be named here: it is not exported",
		"Argument":      "example.org/q.hidden cannot be named here: it is not exported",
		"Internal":      "example.org/q/internal/secret.T cannot be named here: its package is internal to example.org/q",
		"InternalArg":   "example.org/q/internal/secret.T cannot be named here: its package is internal to example.org/q",
		"Method":        "",
		"MethodLiteral": "interface{sealed()} cannot be named here: its method sealed belongs to package example.org/q",
		"Field":         "struct{x int} cannot be named here: its field x belongs to package example.org/q",
		"Embedded":      "struct{example.org/q.alias} cannot be named here: its field alias belongs to package example.org/q",
		"Main":          "example.org/tool.T cannot be named here: package main cannot be imported",
	} {
		code, err := gotype.NewWriter(gotype.NewNames(pkg)).Type(pkg.Scope().Lookup(name).Type())
		if want == "" {
			assert.NoError(t, err, name)
			continue
		}
		assert.Nil(t, code, name)
		assert.EqualError(t, err, want, name)
		var unnameable *gotype.UnnameableError
		assert.True(t, errors.As(err, &unnameable), name)
	}
}

func TestAnAliasThatCannotBeNamedIsSpelledByWhatItStandsFor(t *testing.T) {
	pkg, err := newModule(t, `
-- example.com/p/p.go --
package p

import "example.org/q"

var X = q.X
-- example.org/q/q.go --
package q

type inner = map[string]Public

type alias = inner

type Public int

var X alias
`).check("example.com/p")
	require.NoError(t, err)
	code, err := gotype.NewWriter(gotype.NewNames(pkg)).Type(pkg.Scope().Lookup("X").Type())
	require.NoError(t, err)
	assert.Equal(t, "map[string]q.Public", code.GoString())
}

func TestInternalPackagesOfTheModuleCanBeNamed(t *testing.T) {
	const archive = `
-- example.org/q/cmd/p/p.go --
package p

import "example.org/q/internal/secret"

var X secret.T
-- example.org/q/internal/secret/secret.go --
package secret

type T int
`
	pkg, err := newModule(t, archive).check("example.org/q/cmd/p")
	require.NoError(t, err)
	code, err := gotype.NewWriter(gotype.NewNames(pkg)).Type(pkg.Scope().Lookup("X").Type())
	require.NoError(t, err)
	assert.Equal(t, "secret.T", code.GoString())
}

func TestPredeclaredTypesThatThePackageDeclaresAnew(t *testing.T) {
	pkg, err := newModule(t, `
-- example.com/p/p.go --
package p

import "example.org/q"

type (
	byte       int
	int32      float64
	string     bool
	error      interface{}
	any        int
	comparable int
)

var (
	Byte, Rune, String, Error, Any, Empty = q.Byte, q.Rune, q.String, q.Error, q.Any, q.Empty
	Own    error
)
-- example.org/q/q.go --
package q

var (
	Byte   byte
	Rune   rune
	String string
	Error  error
	Any    any
	Empty  interface{}
)
`).check("example.com/p")
	require.NoError(t, err)
	for name, want := range map[string]string{
		"Byte":   "uint8",
		"Rune":   "rune",
		"String": "string cannot be named here: package p declares its own string",
		"Error":  "error cannot be named here: package p declares its own error",
		"Any":    "interface{}",
		"Empty":  "interface{}",
		"Own":    "error",
	} {
		code, err := gotype.NewWriter(gotype.NewNames(pkg)).Type(pkg.Scope().Lookup(name).Type())
		if err != nil {
			assert.EqualError(t, err, want, name)
			continue
		}
		assert.Equal(t, want, code.GoString(), name)
	}
}

func TestInvalidTypes(t *testing.T) {
	w := gotype.NewWriter(gotype.NewNames(types.NewPackage("example.com/p", "p")))
	for name, invalid := range map[string]types.Type{
		"invalid":  types.Typ[types.Invalid],
		"an array": types.NewArray(types.Typ[types.Int], -1),
		"a tuple":  types.NewTuple(),
	} {
		_, err := w.Type(invalid)
		assert.Error(t, err, name)
	}
}

func TestTypeParametersAreRenamedWhereTheyWouldHideSomething(t *testing.T) {
	pkg, err := newModule(t, `
-- example.com/p/p.go --
package p

import "time"

type Key string

type Generic[time any, string ~[]time, Key comparable, _ any, V interface{ M(V) }] interface { Get(time, string, Key) V }

var Time time.Time
`).check("example.com/p")
	require.NoError(t, err)
	names := gotype.NewNames(pkg)
	w := gotype.NewWriter(names)
	for _, name := range []string{"Key", "Time"} {
		_, err := w.Type(pkg.Scope().Lookup(name).Type())
		require.NoError(t, err)
	}
	list := pkg.Scope().Lookup("Generic").Type().(*types.Named).TypeParams()
	assert.Equal(t, []string{"time2", "string2", "Key2", "T", "V"}, w.NameTypeParams(list))
	params, err := w.TypeParams(list)
	require.NoError(t, err)
	assert.Equal(t, `package p

import (
	"time"
)

type X[time2 any, string2 ~[]time2, Key2 comparable, T any, V interface {
	M(V)
}] struct{}

var x X[time2, string2, Key2, T, V]
`, string(render(t, names, generic(params), instance(w.TypeArgs(list)))))
}

func generic(params []jen.Code) jen.Code { return jen.Type().Id("X").Types(params...).Struct() }

func instance(args []jen.Code) jen.Code { return jen.Var().Id("x").Id("X").Types(args...) }
