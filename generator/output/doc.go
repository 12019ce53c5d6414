// Package output names, lays out, compares and writes the generated files. A run's files are written all or none.
package output
