// Command update rewrites the generated sections of the documentation of the
// module whose directory is its argument.
package main

import (
	"fmt"
	"os"

	"github.com/go-resgen/resgen/internal/reference"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: update <module directory>")
		os.Exit(2)
	}
	if err := reference.Update(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "update:", err)
		os.Exit(1)
	}
}
