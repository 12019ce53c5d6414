package resolve

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"slices"

	"github.com/go-resgen/resgen/generator/load"
	"github.com/go-resgen/resgen/generator/model"
)

type value struct {
	*model.Value
	types.TypeAndValue
	isNil bool
}

// value evaluates a constant expression or nil.
func (r *resolver) value(text string) (value, error) {
	expr, err := parser.ParseExpr(text)
	if err != nil {
		return value{}, errors.New("not a Go expression")
	}
	if int(expr.End()-expr.Pos()) != len(text) {
		return value{}, errors.New("a comment stands beside the expression: remove it")
	}
	var info types.Info
	got, err := r.evaluateExpr(expr, &info)
	if err != nil {
		return value{}, withPath(text, err)
	}
	if !got.IsNil() && got.Value == nil {
		return value{}, errors.New("neither a constant nor nil: use func=")
	}
	qualified := map[*ast.Ident]bool{}
	ast.Inspect(expr, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			qualified[selector.Sel] = true
		}
		return true
	})
	return value{
		Value:        &model.Value{Text: text, Uses: info.Uses, Qualified: qualified},
		TypeAndValue: got,
		isNil:        got.IsNil(),
	}, nil
}

// representable says why a constant cannot be returned as a value of type t
// everywhere, "" if it can.
func (r *resolver) representable(v value, t types.Type) string {
	held := t
	if types.IsInterface(t) && !isTypeParam(t) {
		held = types.Default(v.Type) // what an interface holds then
	}
	no := "the constant is no value of type " + r.string(held)
	switch {
	case !types.AssignableTo(v.Type, t):
		return "the constant is no value of type " + r.string(t)
	case !v.returnable(t, size64):
		return no
	case !v.returnable(t, size32) && !v.followsSize():
		return no + " on 32-bit systems, where the output would not compile: write one of 32 bits, return a type of 64, or use func="
	default:
		return ""
	}
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// followsSize reports whether the expression has a constant that is another one on
// systems of 32 bits, such as math.MaxInt, or is declared with a type that has
// fewer bits there: then its declaration sees to it.
func (v value) followsSize() bool {
	for _, object := range v.Uses {
		c, ok := object.(*types.Const)
		if !ok {
			continue
		}
		inMath := c.Pkg() != nil && c.Pkg().Path() == "math" && slices.Contains([]string{"MaxInt", "MinInt", "MaxUint"}, c.Name())
		basic, _ := c.Type().Underlying().(*types.Basic)
		if inMath || basic != nil && slices.Contains([]types.BasicKind{types.Int, types.Uint, types.Uintptr}, basic.Kind()) {
			return true
		}
	}
	return false
}

// The sizes of types on systems of 64 and 32 bits.
var size64, size32 = types.SizesFor("gc", "amd64"), types.SizesFor("gc", "386")

// returnable asks the type checker whether a function whose result is of type t
// can return the constant. Assignability alone does not look at values.
func (v value) returnable(t types.Type, sizes types.Sizes) bool {
	named := types.NewPackage("named", "named")
	returned := "Type(Value)"
	if isUntyped(v.Type) {
		returned = "Value"
	}
	named.Scope().Insert(types.NewTypeName(token.NoPos, named, "Result", t))
	named.Scope().Insert(types.NewTypeName(token.NoPos, named, "Type", v.Type))
	named.Scope().Insert(types.NewConst(token.NoPos, named, "Value", v.untyped(), v.TypeAndValue.Value))
	named.MarkComplete()

	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", "package p; import . \"named\"; func _() Result { return "+returned+" }", 0)
	if err != nil {
		return false
	}
	config := types.Config{
		Importer:                 load.ImporterFunc(func(string) (*types.Package, error) { return named, nil }),
		Sizes:                    sizes,
		DisableUnusedImportCheck: true,
	}
	_, err = config.Check("p", fset, []*ast.File{file}, nil)
	return err == nil
}

// untyped is the type that the constant has, or would have without a declared one.
func (v value) untyped() types.Type {
	if isUntyped(v.Type) {
		return v.Type
	}
	switch v.TypeAndValue.Value.Kind() {
	case constant.Bool:
		return types.Typ[types.UntypedBool]
	case constant.String:
		return types.Typ[types.UntypedString]
	case constant.Int:
		return types.Typ[types.UntypedInt]
	case constant.Float:
		return types.Typ[types.UntypedFloat]
	default:
		return types.Typ[types.UntypedComplex]
	}
}

func isUntyped(t types.Type) bool {
	basic, ok := t.(*types.Basic)
	return ok && basic.Info()&types.IsUntyped != 0
}
