package model

import "github.com/go-resgen/resgen/generator/load"

// A File is a source file whose annotated interfaces get one output file.
type File struct {
	Source     *load.File
	Interfaces []*Interface
}
