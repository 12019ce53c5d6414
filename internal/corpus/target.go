package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed modules.txt
var modulesText string

// A target is the standard library, or a module at a version.
type target struct {
	module, version string
	patterns        []string
}

func (t target) String() string {
	if t.version == "" {
		return t.module
	}
	return t.module + "@" + t.version
}

// targets parses a list of modules, one a line.
func targets(text string) ([]target, error) {
	var all []target
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		t, err := parseTarget(line)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// parseTarget reads "std", or "module@version" and patterns.
func parseTarget(text string) (target, error) {
	words := strings.Fields(text)
	if len(words) == 1 && words[0] == "std" {
		return target{module: "std", patterns: words}, nil
	}
	module, version, ok := strings.Cut(words[0], "@")
	if !ok {
		return target{}, fmt.Errorf("%q is neither std nor module@version", words[0])
	}
	t := target{module: module, version: version, patterns: words[1:]}
	if len(t.patterns) == 0 {
		t.patterns = []string{module + "/..."}
	}
	return t, nil
}
