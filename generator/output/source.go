package output

import (
	"fmt"
	"go/format"
)

// Source lays out a generated file: our header, the build constraint of the source file if it has one, and code, which
// starts with its package clause, formatted.
func Source(constraint string, code []byte) ([]byte, error) {
	formatted, err := format.Source(code)
	if err != nil {
		return nil, fmt.Errorf("generated code does not parse: %w", err)
	}
	source := []byte(Header + "\n\n")
	if constraint != "" {
		source = append(source, constraint+"\n\n"...)
	}
	return append(source, formatted...), nil
}
