package load

import (
	"errors"
	"go/ast"
	"go/types"
	"runtime"
	"sync"
)

// check type-checks the selected packages. Their imports come first, one after the other, so that what is found does not
// depend on the schedule.
func (l *loader) check(roots []*Package) error {
	var paths []string
	for _, p := range roots {
		if p.selected {
			paths = append(paths, importsOf(p.Files)...)
		}
	}
	if err := l.fetch(paths); err != nil {
		return err
	}
	for _, path := range paths {
		_, _ = l.importPath(path) // the checker reports it where the import stands
	}
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, p := range roots {
		if !p.selected || p.base != nil {
			continue
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			p.check()
		})
	}
	wg.Wait()
	for _, p := range roots {
		if p.selected && p.base != nil {
			p.check()
		}
	}
	return l.ctx.Err()
}

func (p *Package) check() {
	p.Info = &types.Info{
		Types:     map[ast.Expr]types.TypeAndValue{},
		Defs:      map[*ast.Ident]types.Object{},
		Uses:      map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{},
	}
	p.Types, p.TypeErrors = p.loader.typeCheck(p.Path, p.Files, ImporterFunc(p.importPath), p.Info)
	p.TypeErrors = append(p.TypeErrors, p.cgoErrors()...)
}

// typeCheck checks files without function bodies. The package is there, if incomplete, whatever errors there are.
func (l *loader) typeCheck(path string, files []*File, imports types.Importer, info *types.Info) (*types.Package, []types.Error) {
	var found []types.Error
	config := types.Config{
		Importer:                 imports,
		Sizes:                    types.SizesFor("gc", l.buildContext().GOARCH),
		IgnoreFuncBodies:         true,
		FakeImportC:              true,
		DisableUnusedImportCheck: true,
		Error: func(err error) {
			if typeError, ok := errors.AsType[types.Error](err); ok {
				found = append(found, typeError)
			}
		},
	}
	checked, _ := config.Check(path, l.fset, syntaxOf(files), info) // its error is the first of found
	return checked, found
}

// syntaxOf is what there is to check: outputs have nothing left.
func syntaxOf(files []*File) []*ast.File {
	var syntax []*ast.File
	for _, file := range files {
		if file.Syntax != nil && !file.Output {
			syntax = append(syntax, file.Syntax)
		}
	}
	return syntax
}
