package resolve

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"slices"

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
	var info types.Info
	got, err := r.evaluateExpr(expr, &info)
	if err != nil {
		return value{}, err
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
	const no = "the constant is no value of type "
	if !types.AssignableTo(v.Type, t) {
		return no + r.string(t)
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		t = types.Default(v.Type) // what an interface holds then
		basic, ok = t.Underlying().(*types.Basic)
	}
	switch {
	case !ok:
		return ""
	case !fits(v.TypeAndValue.Value, basic, size64):
		return no + r.string(t)
	case !fits(v.TypeAndValue.Value, basic, size32) && !v.followsSize():
		return no + r.string(t) + " on 32-bit systems, where the output would not compile: write one of 32 bits, return a type of 64, or use func="
	default:
		return ""
	}
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

// fits reports whether a number is in the range of a type.
func fits(v constant.Value, t *types.Basic, sizes types.Sizes) bool {
	switch {
	case t.Info()&types.IsInteger != 0:
		v = constant.ToInt(v)
		if v.Kind() != constant.Int {
			return false
		}
		bits := int(sizes.Sizeof(t)) * 8
		if t.Info()&types.IsUnsigned != 0 {
			return constant.Sign(v) >= 0 && constant.BitLen(v) <= bits
		}
		if constant.Sign(v) < 0 {
			v = constant.BinaryOp(constant.UnaryOp(token.SUB, v, 0), token.SUB, constant.MakeInt64(1))
		}
		return constant.BitLen(v) < bits
	case t.Info()&types.IsFloat != 0:
		v = constant.ToFloat(v)
		if v.Kind() != constant.Float {
			return false
		}
		if t.Kind() == types.Float32 {
			f, _ := constant.Float32Val(v)
			return !math.IsInf(float64(f), 0)
		}
		f, _ := constant.Float64Val(v)
		return !math.IsInf(f, 0)
	default:
		return true
	}
}
