// Package quiet has nothing to do with directives. Its comments mention resilience: that is prose.
package quiet

func Quiet() {}
