package gotype_test

import (
	"bytes"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/go-resgen/resgen/generator/gotype"
)

// Every type that a variable v* of the package has is spelled, and the spelling type-checked beside the package: both must
// be the same type.
const everyType = `
-- example.com/mod/p/p.go --
package p

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"text/template"
	htmltemplate "html/template"
	"unsafe"

	"example.com/mod/go-odd"
	"example.com/mod/alias"
	"example.com/mod/numbers"
	"example.com/mod/time"
	stdtime "time"
)

type (
	Local      struct{ unexported int }
	hidden     int
	Pair[K comparable, V any] struct { Key K; Value V }
	List[T any] = []T
	Own        interface { Next(Own) *Own }
	Error      = error
)

var (
	vBool       bool
	vByte       byte
	vRune       rune
	vUint8      uint8
	vComplex    complex128
	vUintptr    uintptr
	vUnsafe     unsafe.Pointer
	vError      error
	vAlias      Error
	vAny        any
	vEmpty      interface{}
	vLocal      Local
	vHidden     *hidden
	vPair       Pair[string, Pair[int, *http.Request]]
	vList       List[List[int]]
	vOwn        Own
	vContext    context.Context
	vTwoNames   map[*template.Template]htmltemplate.HTML
	vOdd        odd.Odd
	vTime       time.Time
	vStdTime    stdtime.Time
	vInternal   alias.Secret
	vDeep       alias.Deep[int]
	vArray      [numbers.N][2]string
	vMap        map[[2]string]map[string][]**Local
	vSend       chan<- int
	vReceive    <-chan int
	vBoth       chan int
	vBothRecv   chan (<-chan int)
	vRecvBoth   <-chan (chan int)
	vSendRecv   chan<- (<-chan int)
	vSendBoth   chan<- chan int
	vDeepChan   chan (<-chan (chan (<-chan struct{})))
	vFunc       func()
	vFuncs      func(int, ...func(...string) error) (func() <-chan int, func(url.Values) (n int, err error))
	vFuncPtr    *func(context.Context) context.Context
	vParens     (func((int)) (*(string)))
	vChanFunc   chan func() chan<- func()
	vStruct     struct {
		A, B  int ` + "`json:\"a\" xml:\"b\"`" + `
		C     struct{} "a ` + "` \\\" \\n" + ` b"
		_     [0]func()
		local string
		io.Reader
		*Local
		Pair[int, hidden]
		List[string]
		Error
		byte
	}
	vInterface interface {
		io.Reader
		interface{ Close() error }
		Do(ctx context.Context, names ...string) (interface{ Deep() }, error)
		unexported(hidden)
	}
)
-- example.com/mod/go-odd/odd.go --
package odd

type Odd int
-- example.com/mod/time/time.go --
package time

type Time int
-- example.com/mod/numbers/numbers.go --
package numbers

const N = 1 << 3
-- example.com/mod/alias/alias.go --
package alias

import "other.org/mod/internal/secret"

type Secret = secret.T

type Deep[T any] = map[string]secret.G[T]
-- other.org/mod/internal/secret/secret.go --
package secret

type T struct{ X int }

type G[E any] struct{ X E }
`

func TestEveryTypeIsSpelledAsItself(t *testing.T) {
	const path = "example.com/mod/p"
	m := newModule(t, everyType)
	before, err := m.check(path)
	require.NoError(t, err)

	names := gotype.NewNames(before)
	w := gotype.NewWriter(names)
	var decls []jen.Code
	for _, name := range before.Scope().Names() {
		if strings.HasPrefix(name, "v") {
			code, err := w.Type(before.Scope().Lookup(name).Type())
			require.NoError(t, err, name)
			decls = append(decls, jen.Var().Id("g"+name).Add(code))
		}
	}
	m.add(path, path+"/generated.go", render(t, names, decls...))
	requireIdentical(t, m, path, "v")
}

const everyConstraint = `
-- example.com/mod/p/p.go --
package p

import (
	"cmp"
	"fmt"
	"iter"
)

type Number interface { ~int | ~float64 }

type Node[T any] interface { Next() T }

type Struct struct{}

func fAny[T any]()                                       {}
func fComparable[K comparable, V any]()                  {}
func fNamed[T Number]()                                  {}
func fForeign[T cmp.Ordered]()                           {}
func fUnion[T ~int | ~[]byte | string]()                 {}
func fSingle[T ~func(int) <-chan int]()                  {}
func fExact[T int]()                                     {}
func fPointer[P *Struct]()                               {}
func fPointers[P *Struct | *int]()                       {}
func fPointerTo[T any, P interface { *T; fmt.Stringer }]() {}
func fSelf[T Node[T]]()                                  {}
func fMutual[A Node[B], B interface { Node[A]; ~int }]() {}
func fMethods[T interface { comparable; fmt.Stringer; Do(T) (T, error) }]() {}
func fSlice[S ~[]E, E any]()                             {}
func fChannel[C ~chan E | ~<-chan E, E any]()            {}
func fSeq[S ~func(func(K, V) bool), K, V any](iter.Seq2[K, V]) {}
`

func TestEveryConstraintIsSpelledAsItself(t *testing.T) {
	const path = "example.com/mod/p"
	m := newModule(t, everyConstraint)
	before, err := m.check(path)
	require.NoError(t, err)

	names := gotype.NewNames(before)
	w := gotype.NewWriter(names)
	var decls []jen.Code
	for _, name := range before.Scope().Names() {
		if !strings.HasPrefix(name, "f") {
			continue
		}
		signature := before.Scope().Lookup(name).Type().(*types.Signature)
		params, err := w.TypeParams(signature.TypeParams())
		require.NoError(t, err, name)
		code, err := w.Signature(jen.Func().Id("g"+name).Types(params...), signature)
		require.NoError(t, err, name)
		decls = append(decls, code.Block(), typeDecl(t, w, name, signature.TypeParams()))
	}
	m.add(path, path+"/generated.go", render(t, names, decls...))
	requireIdentical(t, m, path, "f")
}

// typeDecl declares a generic type, whose parameter list the parser may take for the length of an array.
func typeDecl(t *testing.T, w *gotype.Writer, name string, list *types.TypeParamList) jen.Code {
	params, err := w.TypeParams(list)
	require.NoError(t, err)
	return jen.Type().Id("T" + name).Types(params...).Struct()
}

func TestRandomTypesAreSpelledAsThemselves(t *testing.T) {
	const path = "example.com/mod/p"
	m := newModule(t, everyType)
	before, err := m.check(path)
	require.NoError(t, err)
	var leaves []types.Type
	for _, name := range before.Scope().Names() {
		if strings.HasPrefix(name, "v") && name != "vInterface" && name != "vFuncs" { // names of parameters are not kept
			leaves = append(leaves, before.Scope().Lookup(name).Type())
		}
	}
	source := m.files[path]
	rapid.Check(t, func(t *rapid.T) {
		typ := randomType(before, leaves, 4).Draw(t, "type")
		names := gotype.NewNames(before)
		code, err := gotype.NewWriter(names).Type(typ)
		require.NoError(t, err)
		m.files[path] = source[:len(source):len(source)]
		m.add(path, path+"/generated.go", render(t, names, jen.Var().Id("generated").Add(code)))
		after, err := m.check(path)
		require.NoError(t, err)
		// The types of the first check are not those of the second: compare what they print.
		assert.Equal(t, types.TypeString(types.Unalias(typ), nil),
			types.TypeString(types.Unalias(after.Scope().Lookup("generated").Type()), nil))
	})
}

// randomType draws types of at most the given depth.
func randomType(pkg *types.Package, leaves []types.Type, depth int) *rapid.Generator[types.Type] {
	leaf := rapid.SampledFrom(leaves)
	if depth == 0 {
		return leaf
	}
	inner := rapid.Deferred(func() *rapid.Generator[types.Type] { return randomType(pkg, leaves, depth-1) })
	variables := func(t *rapid.T) []*types.Var {
		var all []*types.Var
		for _, typ := range rapid.SliceOfN(inner, 0, 3).Draw(t, "variables") {
			all = append(all, types.NewParam(token.NoPos, pkg, "", typ))
		}
		return all
	}
	signature := func(t *rapid.T) *types.Signature {
		params := variables(t)
		variadic := len(params) > 0 && rapid.Bool().Draw(t, "variadic")
		if variadic {
			last := params[len(params)-1]
			params[len(params)-1] = types.NewParam(token.NoPos, pkg, "", types.NewSlice(last.Type()))
		}
		return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(variables(t)...), variadic)
	}
	return rapid.OneOf(
		leaf,
		rapid.Custom(func(t *rapid.T) types.Type { return types.NewPointer(inner.Draw(t, "elem")) }),
		rapid.Custom(func(t *rapid.T) types.Type { return types.NewSlice(inner.Draw(t, "elem")) }),
		rapid.Custom(func(t *rapid.T) types.Type { return types.NewMap(types.Typ[types.String], inner.Draw(t, "elem")) }),
		rapid.Custom(func(t *rapid.T) types.Type {
			dir := rapid.SampledFrom([]types.ChanDir{types.SendRecv, types.SendOnly, types.RecvOnly}).Draw(t, "direction")
			return types.NewChan(dir, inner.Draw(t, "elem"))
		}),
		rapid.Custom(func(t *rapid.T) types.Type { return signature(t) }),
		rapid.Custom(func(t *rapid.T) types.Type {
			var fields []*types.Var
			var tags []string
			for i, typ := range rapid.SliceOfN(inner, 0, 3).Draw(t, "fields") {
				fields = append(fields, types.NewField(token.NoPos, pkg, string(rune('a'+i)), typ, false))
				tags = append(tags, rapid.String().Draw(t, "tag"))
			}
			return types.NewStruct(fields, tags)
		}),
		rapid.Custom(func(t *rapid.T) types.Type {
			method := types.NewFunc(token.NoPos, pkg, "m", signature(t))
			return types.NewInterfaceType([]*types.Func{method}, nil).Complete()
		}),
	)
}

// render makes a file of package p.
func render(t require.TestingT, names *gotype.Names, decls ...jen.Code) []byte {
	file := jen.NewFile("p")
	file.Add(names.ImportDecl())
	for _, decl := range decls {
		file.Add(decl)
	}
	var out bytes.Buffer
	require.NoError(t, file.Render(&out))
	return out.Bytes()
}

// requireIdentical checks that every object whose name has the prefix and the one called g and its name have one type.
func requireIdentical(t *testing.T, m *module, path, prefix string) {
	t.Helper()
	pkg, err := m.check(path)
	require.NoError(t, err)
	for _, name := range pkg.Scope().Names() {
		if strings.HasPrefix(name, prefix) {
			want, got := pkg.Scope().Lookup(name).Type(), pkg.Scope().Lookup("g"+name).Type()
			assert.Truef(t, types.Identical(want, got), "%s is %s, spelled %s", name, want, got)
		}
	}
}
