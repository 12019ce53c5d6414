package gotype_test

import (
	"bytes"
	"go/types"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	file := jen.NewFile("p")
	var body []jen.Code
	for _, name := range before.Scope().Names() {
		if strings.HasPrefix(name, "v") {
			code, err := w.Type(before.Scope().Lookup(name).Type())
			require.NoError(t, err, name)
			body = append(body, jen.Var().Id("g"+name).Add(code))
		}
	}
	file.Add(names.ImportDecl())
	for _, decl := range body {
		file.Add(decl)
	}
	var out bytes.Buffer
	require.NoError(t, file.Render(&out))

	m.add(path, path+"/generated.go", out.Bytes())
	after, err := m.check(path)
	require.NoError(t, err)
	for _, name := range after.Scope().Names() {
		if strings.HasPrefix(name, "v") {
			want, got := after.Scope().Lookup(name).Type(), after.Scope().Lookup("g"+name).Type()
			assert.Truef(t, types.Identical(want, got), "%s is %s, spelled %s", name, want, got)
		}
	}
}
