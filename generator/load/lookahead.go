package load

import (
	"go/build"
	"path/filepath"
	"slices"
	"strings"
)

// lookAhead guesses the roots' imports before the go command has said what the roots are, so that both questions are asked
// at once. A wrong guess costs time, nothing else.
func (l *loader) lookAhead() {
	var dirs []string
	for _, pattern := range l.patterns {
		dir, ok := l.folder(pattern)
		if !ok {
			return
		}
		dirs = append(dirs, dir)
	}
	var paths []string
	for _, dir := range dirs {
		paths = append(paths, l.guessImports(dir)...)
	}
	_ = l.fetch(paths) // asked again, and reported, when it is needed
}

// folder returns the folder that a pattern names, if it names one.
func (l *loader) folder(pattern string) (string, bool) {
	local := pattern == "." || pattern == ".." || strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../")
	if strings.Contains(pattern, "...") || !local && !filepath.IsAbs(pattern) {
		return "", false
	}
	if filepath.IsAbs(pattern) {
		return pattern, true
	}
	return filepath.Join(l.dir, pattern), true
}

// guessImports are the imports of those files in a folder that the build probably takes.
func (l *loader) guessImports(dir string) []string {
	names := goFiles(dir)
	if !slices.ContainsFunc(names, l.isSelected) {
		return nil
	}
	tests := slices.ContainsFunc(names, l.isSelectedTest)
	context := l.buildContext()
	names = slices.DeleteFunc(names, func(name string) bool {
		if strings.HasSuffix(name, "_test.go") && !tests {
			return true
		}
		match, err := context.MatchFile(dir, filepath.Base(name))
		return err != nil || !match
	})
	return importsOf(l.files.parse(l.fset, names))
}

func (l *loader) buildContext() build.Context {
	context := build.Default
	for _, flag := range l.flags {
		context.BuildTags = strings.Split(strings.TrimPrefix(flag, "-tags="), ",")
	}
	context.GOOS = l.getenv("GOOS", context.GOOS)
	context.GOARCH = l.getenv("GOARCH", context.GOARCH)
	return context
}
