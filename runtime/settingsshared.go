package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-resgen/resgen/annotations"
)

// layConfig lays the shared configuration of that name, its bases first.
func (l layering) layConfig(r *resolution, policy, name string) error {
	chain, err := l.chain(name)
	if err != nil {
		return err
	}
	says := false
	for _, config := range slices.Backward(chain) {
		if config.baseSource != "" {
			r.used = append(r.used, config.baseSource)
		}
		says = says || len(config.policies[policy]) > 0
		r.lay(config.policies[policy], nil)
	}
	if !says {
		return fmt.Errorf("shared configuration %q says nothing about %s", name, policy)
	}
	return nil
}

// chain returns the shared configuration of that name, then what it is based
// on, and so on. What the environment says of a configuration comes before what
// the file says of it.
func (l layering) chain(name string) ([]*sharedConfig, error) {
	var chain []*sharedConfig
	seen := make(map[string]bool)
	for name != "" {
		if seen[name] {
			return nil, fmt.Errorf("shared configuration %q is based on itself", name)
		}
		seen[name] = true
		next := ""
		known := false
		for _, source := range []*overrides{l.environment, l.file} {
			config := source.configs[source.notation.fold(name)]
			if config == nil {
				continue
			}
			known = true
			chain = append(chain, config)
			if next == "" {
				next = config.base
			}
		}
		if !known {
			return nil, unknown("shared configuration", name, annotations.Suggest(name, l.configNames()))
		}
		name = next
	}
	return chain, nil
}

// configNames returns the names of the shared configurations as their sources
// write them.
func (l layering) configNames() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for _, source := range []*overrides{l.file, l.environment} {
			for name := range source.configs {
				if !yield(name) {
					return
				}
			}
		}
	})
}

// check looks at the shared configurations: each must lead to a base that is
// there, and each variable must mean one of them.
func (l layering) check() error {
	var errs []error
	for _, name := range l.configNames() {
		if _, err := l.chain(name); err != nil {
			errs = append(errs, fmt.Errorf("shared configuration %q: %w", name, err))
		}
	}
	folded := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(l.file.configs)) {
		fold := l.environment.notation.fold(name)
		other, taken := folded[fold]
		if taken && l.environment.configs[fold] != nil {
			errs = append(errs, fmt.Errorf("environment variables %s_…: could mean the shared configuration %q or %q",
				l.environment.notation.form(scopeConfigs, fold), other, name))
		}
		folded[fold] = name
	}
	return errors.Join(errs...)
}
