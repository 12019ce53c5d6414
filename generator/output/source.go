package output

import (
	"fmt"
	"go/format"
)

// Source lays out a generated file: our header, the build constraint of the source file if it has one, and code, which
// starts with its package clause, formatted.
func Source(constraint string, code []byte) ([]byte, error) {
	source := []byte(Header + "\n\n")
	if constraint != "" {
		source = append(source, constraint+"\n\n"...)
	}
	formatted, err := format.Source(append(source, code...))
	if err != nil {
		return nil, fmt.Errorf("generated code does not parse: %w", err)
	}
	return formatted, nil
}
