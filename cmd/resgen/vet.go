package main

import "strings"

// isVet reports whether go vet runs the program, as its -vettool: it asks for the version and the flags, and then hands
// over one package after the other, each described by a .cfg file.
func isVet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(last, ".cfg")
}
