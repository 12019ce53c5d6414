package emit

import (
	"go/token"
	"go/types"
	"strconv"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/go-resgen/resgen/generator/model"
)

// A wrapper is an interface's wrapper while it is written.
type wrapper struct {
	*file
	*model.Interface
	typeParams []string
	receiver   string
	// next is the field that holds the implementation.
	next string
	// pipelines are the fields of the protected methods, by method Id.
	pipelines map[string]string
}

func (f *file) wrapper(i *model.Interface) *wrapper {
	w := &wrapper{file: f, Interface: i, pipelines: map[string]string{}}
	if i.TypeParams != nil {
		w.typeParams = f.types.NameTypeParams(i.TypeParams)
	}
	w.fields()
	w.receiver = w.chooseReceiver()
	return w
}

// chooseReceiver finds a name that none of the methods uses for anything else.
func (w *wrapper) chooseReceiver() string {
	local := w.names.Local(w.typeParams...)
	for _, m := range w.Methods {
		for _, tuple := range []*types.Tuple{m.Signature().Params(), m.Signature().Results()} {
			for v := range tuple.Variables() {
				local.Reserve(v.Name())
			}
		}
	}
	return local.Fresh("w")
}

// fields names the wrapper's fields so that they never meet its methods.
func (w *wrapper) fields() {
	taken := map[string]bool{"Unwrap": true}
	for _, m := range w.Methods {
		taken[m.Name()] = true
	}
	field := func(base string) string {
		name := base
		for n := 2; taken[name] || token.IsKeyword(name); n++ {
			name = base + strconv.Itoa(n)
		}
		taken[name] = true
		return name
	}
	if w.Embed {
		w.next = w.Object.Name()
		taken[w.next] = true
	} else {
		w.next = field("next")
	}
	for _, m := range w.Methods {
		if m.Protected() {
			w.pipelines[m.Func.Id()] = field(lowered(m.Name()))
		}
	}
}

// lowered makes the first letter lower case, or all letters of an initialism:
// Track is track, ETA is eta, URLFor is urlFor.
func lowered(name string) string {
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	return string(runes)
}

// declare writes the wrapper's declarations.
func (w *wrapper) declare(out *declarations) {
	out.documented(w.doc(), jen.Type().Add(w.declared()).StructFunc(func(g *jen.Group) {
		if w.Embed {
			g.Add(w.interfaceType())
		} else {
			g.Id(w.next).Add(w.interfaceType())
		}
		for _, m := range w.Methods {
			if field, ok := w.pipelines[m.Func.Id()]; ok {
				g.Id(field).Op("*").Add(w.runtime("Pipeline"))
			}
		}
	}))
	out.add(w.assertion())
	out.documented(w.constructorDoc(), w.constructor())
	for _, m := range w.Methods {
		if !m.Promoted {
			out.documented(w.methodDoc(m), w.method(m))
		}
	}
	if !w.hasMethod("Unwrap") {
		out.documented("// Unwrap returns the implementation that the wrapper protects.", w.unwrap())
	}
}

func (w *wrapper) hasMethod(name string) bool {
	for _, m := range w.Methods {
		if m.Name() == name {
			return true
		}
	}
	return false
}

// declared is the wrapper's name with its type parameters: ResilientStore[K comparable, V any].
func (w *wrapper) declared() *jen.Statement { return jen.Id(w.Wrapper).Add(w.params()) }

func (w *wrapper) params() *jen.Statement {
	if w.TypeParams == nil {
		return jen.Null()
	}
	codes, err := w.types.TypeParams(w.TypeParams)
	if err != nil && w.err == nil {
		w.err = err
	}
	return jen.Types(codes...)
}

// wrapperType is the wrapper as a type: ResilientStore[K, V].
func (w *wrapper) wrapperType() *jen.Statement { return w.instantiated(jen.Id(w.Wrapper)) }

// interfaceType is the interface as a type: Store[K, V].
func (w *wrapper) interfaceType() *jen.Statement { return w.instantiated(jen.Id(w.Object.Name())) }

func (w *wrapper) instantiated(code *jen.Statement) *jen.Statement {
	if w.TypeParams == nil {
		return code
	}
	return code.Types(w.types.TypeArgs(w.TypeParams)...)
}

// assertion makes the compiler check that the wrapper is the interface.
func (w *wrapper) assertion() jen.Code {
	assert := jen.Var().Id("_").Add(w.interfaceType()).Op("=").Parens(jen.Op("*").Add(w.wrapperType())).Parens(jen.Nil())
	if w.TypeParams == nil {
		return assert
	}
	return jen.Func().Id("_").Add(w.params()).Params().Block(assert)
}

func (w *wrapper) unwrap() jen.Code {
	return jen.Func().Params(jen.Id(w.receiver).Op("*").Add(w.wrapperType())).Id("Unwrap").Params().Add(w.interfaceType()).Block(
		jen.Return(jen.Id(w.receiver).Dot(w.next)),
	)
}
