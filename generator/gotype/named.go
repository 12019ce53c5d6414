package gotype

import (
	"cmp"
	"fmt"
	"go/types"
	"strings"

	"github.com/dave/jennifer/jen"
)

// An UnnameableError says why a type cannot be written in the generated file.
type UnnameableError struct {
	Type   types.Type
	Reason string // a clause whose subject is the type: "it is not exported"
}

func (e *UnnameableError) Error() string {
	return fmt.Sprintf("%s cannot be named here: %s", e.Type, e.Reason)
}

// basic spells a predeclared type. One that the package declares anew is spelled by its other name, where it has one.
func (w *Writer) basic(t *types.Basic) (*jen.Statement, error) {
	switch t.Kind() {
	case types.Invalid:
		return nil, &UnnameableError{Type: t, Reason: "it is invalid"}
	case types.UnsafePointer:
		return w.names.Qual("unsafe", "unsafe", "Pointer"), nil
	}
	name := t.Name()
	if !w.names.Shadows(name) {
		return jen.Id(name), nil
	}
	if other, ok := otherName(name); ok && !w.names.Shadows(other) {
		return jen.Id(other), nil
	}
	return nil, w.shadowed(t, name)
}

func otherName(name string) (string, bool) {
	switch name {
	case "byte":
		return "uint8", true
	case "uint8":
		return "byte", true
	case "rune":
		return "int32", true
	case "int32":
		return "rune", true
	default:
		return "", false
	}
}

func (w *Writer) shadowed(t types.Type, name string) error {
	return &UnnameableError{Type: t, Reason: fmt.Sprintf("package %s declares its own %s", w.names.pkg.Name(), name)}
}

// alias spells an alias by its own name, and only if that cannot be had by what it stands for.
func (w *Writer) alias(t *types.Alias) (*jen.Statement, error) {
	code, err := w.named(t, t.Obj(), t.TypeArgs())
	if err == nil {
		return code, nil
	}
	if code, rhsErr := w.Type(t.Rhs()); rhsErr == nil {
		return code, nil
	}
	return nil, err
}

// named spells a named type or an alias.
func (w *Writer) named(t types.Type, name *types.TypeName, args *types.TypeList) (*jen.Statement, error) {
	if reason := w.unnameable(name); reason != "" {
		return nil, &UnnameableError{Type: t, Reason: reason}
	}
	codes := make([]jen.Code, args.Len())
	for i := range codes {
		code, err := w.Type(args.At(i))
		if err != nil {
			return nil, err
		}
		codes[i] = code
	}
	code := jen.Id(name.Name())
	if name.Pkg() != nil {
		code = w.names.Qual(name.Pkg().Path(), name.Pkg().Name(), name.Name())
	}
	if len(codes) > 0 {
		code.Types(codes...)
	}
	return code, nil
}

// unnameable says why the file cannot refer to a type, "" if it can.
func (w *Writer) unnameable(name *types.TypeName) string {
	pkg := name.Pkg()
	switch {
	case pkg == nil:
		if w.names.Shadows(name.Name()) {
			return fmt.Sprintf("package %s declares its own %s", w.names.pkg.Name(), name.Name())
		}
		return ""
	case name.Parent() != nil && name.Parent() != pkg.Scope():
		return "it is declared inside a function"
	case pkg.Path() == w.names.pkg.Path():
		return ""
	case !name.Exported():
		return "it is not exported"
	default:
		return Unimportable(w.names.pkg.Path(), pkg)
	}
}

// Unimportable says why a package cannot be imported from the one at path from, "" if it can.
func Unimportable(from string, pkg *types.Package) string {
	if pkg.Name() == "main" {
		return "package main cannot be imported"
	}
	if strings.HasPrefix(pkg.Path(), "vendor/") {
		return "its package is vendored by the standard library"
	}
	root, ok := internalRoot(pkg.Path())
	from = strings.TrimSuffix(from, "_test")
	if ok && from != root && !strings.HasPrefix(from, root+"/") {
		return fmt.Sprintf("its package is internal to %s", cmp.Or(root, "the standard library"))
	}
	return ""
}

// internalRoot returns the path below which a package may be imported, if its path has an element internal.
func internalRoot(path string) (string, bool) {
	elements := strings.Split(path, "/")
	for i := len(elements) - 1; i >= 0; i-- {
		if elements[i] == "internal" {
			return strings.Join(elements[:i], "/"), true
		}
	}
	return "", false
}
