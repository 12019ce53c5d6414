// Package load reads Go packages for the generator: the declarations of the packages that a run is about, type-checked
// from source without function bodies, and their imports from export data.
//
// Only the root packages' own files are parsed. Two invocations of the go command suffice: one lists the roots' files,
// one finds the export data of what the roots import, and for directory patterns the two run at the same time. What has
// no export data, because it does not compile, is type-checked from source in the same way as the roots.
//
// Everything that can be loaded is loaded: files that do not parse, type errors, missing imports and stale or missing
// output of the generator itself stop neither the package that has them nor the others.
package load
