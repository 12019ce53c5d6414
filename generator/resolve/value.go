package resolve

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math"

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

// representable reports whether a constant can be returned as a value of type t.
func representable(v value, t types.Type) bool {
	if !types.AssignableTo(v.Type, t) {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		basic, ok = types.Default(v.Type).Underlying().(*types.Basic) // what an interface holds then
	}
	return !ok || fits(v.TypeAndValue.Value, basic)
}

// fits reports whether a number is in the range of a type.
func fits(v constant.Value, t *types.Basic) bool {
	switch {
	case t.Info()&types.IsInteger != 0:
		v = constant.ToInt(v)
		if v.Kind() != constant.Int {
			return false
		}
		bits := int(types.SizesFor("gc", "amd64").Sizeof(t)) * 8
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
