package gotype_test

import (
	"errors"
	"fmt"
	"go/types"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/generator/gotype"
)

// Every type in the exported declarations of some packages is either spelled as itself from outside or refused.
func TestTheStandardLibraryIsSpelledAsItself(t *testing.T) {
	const path = "example.com/p"
	m := newModule(t, "-- example.com/p/p.go --\npackage p\n")
	p, err := m.check(path)
	require.NoError(t, err)
	names := gotype.NewNames(p)
	w := gotype.NewWriter(names)

	var decls []jen.Code
	var spelled []types.Type
	refused := 0
	for _, imported := range []string{
		"cmp", "context", "crypto/tls", "database/sql", "encoding/json", "go/ast", "go/types", "html/template", "io/fs", "iter", "log/slog",
		"maps", "net", "net/http", "reflect", "slices", "sync", "sync/atomic", "syscall", "testing", "text/template/parse", "unique",
	} {
		pkg, err := m.Import(imported)
		require.NoError(t, err)
		for _, typ := range typesOf(pkg) {
			code, err := w.Type(typ)
			if err != nil {
				var unnameable *gotype.UnnameableError
				require.True(t, errors.As(err, &unnameable), err)
				refused++
				continue
			}
			decls = append(decls, jen.Var().Id(fmt.Sprintf("v%d", len(spelled))).Add(code))
			spelled = append(spelled, typ)
		}
	}
	assert.Greater(t, len(spelled), 2000)
	assert.Less(t, refused, len(spelled)/10)

	m.add(path, path+"/generated.go", render(t, names, decls...))
	p, err = m.check(path)
	require.NoError(t, err)
	for i, want := range spelled {
		got := p.Scope().Lookup(fmt.Sprintf("v%d", i)).Type()
		assert.Truef(t, types.Identical(want, got), "%s, spelled %s", want, got)
	}
}

// typesOf collects the types of exported objects, of what they are defined as, and of their methods, but for generic ones.
func typesOf(pkg *types.Package) []types.Type {
	var all []types.Type
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		if !object.Exported() || isGeneric(object.Type()) {
			continue
		}
		if object, ok := object.(*types.TypeName); ok && !isConstraint(object.Type()) {
			all = append(all, object.Type(), object.Type().Underlying())
			for method := range types.NewMethodSet(types.NewPointer(object.Type())).Methods() {
				if method.Obj().Exported() {
					all = append(all, method.Type())
				}
			}
		}
		if object, ok := object.(*types.Func); ok {
			all = append(all, object.Type())
		}
	}
	return all
}

func isGeneric(t types.Type) bool {
	switch t := t.(type) {
	case *types.Named:
		return t.TypeParams().Len() > 0
	case *types.Alias:
		return t.TypeParams().Len() > 0
	case *types.Signature:
		return t.TypeParams().Len() > 0
	default:
		return false
	}
}

func isConstraint(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && !i.IsMethodSet()
}
