package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/annotations"
)

// layering is everything outside of the code that settings are resolved from.
type layering struct {
	file        *overrides // given to WithOverrides or Apply
	environment *overrides
}

// A resolution is what settings an instance ends up with, and how.
type resolution struct {
	settings settings
	// ignored are the overrides of values that the code has locked.
	ignored []string
	// used are the overrides that had a say, even where another had the last.
	used []string
}

// resolve lays the settings of an instance over one another. Each of these wins
// over those before it: the vocabulary's defaults, defaults.*, the shared
// configuration, what the code states, all.* and then instances.* of the file,
// all.* and then instances.* of the environment. Below the code's own, the
// environment wins over the file within each step.
func (l layering) resolve(id instanceID, stated settings) (resolution, error) {
	r := resolution{settings: make(settings)}
	r.lay(l.file.defaults[id.policy], nil)
	r.lay(l.environment.defaults[id.policy], nil)
	if config, ok := stated[configKey]; ok {
		if err := l.layConfig(&r, id.policy, config.value.Text()); err != nil {
			return r, err
		}
	}
	maps.Copy(r.settings, stated)
	var pinned settings
	if stated[lockedKey].value.Bool() {
		pinned = stated
	}
	r.lay(l.file.all[id.policy], pinned)
	r.lay(l.file.instance(id), pinned)
	r.lay(l.environment.all[id.policy], pinned)
	r.lay(l.environment.instance(id), pinned)
	directive := annotations.Lookup(id.policy)
	r.complete(directive)
	return r, r.check(directive)
}

// Keys that say something to the registry, not to the policy.
const (
	nameKey    = "name"
	scopeKey   = "scope"
	configKey  = "config"
	groupKey   = "group"
	lockedKey  = "locked"
	enabledKey = "enabled"
)

// lay puts a layer over the settings, except for the keys of pinned.
func (r *resolution) lay(layer, pinned settings) {
	r.used = layer.appendSources(r.used)
	for _, key := range slices.Sorted(maps.Keys(layer)) {
		if _, ok := pinned[key]; ok {
			r.ignored = append(r.ignored, layer[key].source)
		} else {
			r.settings[key] = layer[key]
		}
	}
}

// complete gives the keys that nothing set their defaults, except for the scope,
// which says what an instance is, not how it is configured.
func (r *resolution) complete(d *annotations.Directive) {
	for key, value := range d.Complete(r.settings.values()) {
		if _, ok := r.settings[key]; !ok && key != scopeKey {
			r.settings[key] = setting{value: value, source: sourceDefault}
		}
	}
}

// enabled is false for an instance that was switched off.
func (r *resolution) enabled() bool {
	enabled, ok := r.settings[enabledKey]
	return !ok || enabled.value.Bool()
}

// check looks for what no single value can get wrong: a value that is missing,
// and values that contradict each other.
func (r *resolution) check(d *annotations.Directive) error {
	var errs []error
	for _, key := range d.Keys {
		if _, ok := r.settings[key.Name]; key.Required && !ok {
			errs = append(errs, fmt.Errorf("%s is required", key.Name))
		}
	}
	for _, conflict := range d.Check(r.settings.values()) {
		errs = append(errs, errors.New(conflict.Message+r.origins(conflict.Key, conflict.Other)))
	}
	return errors.Join(errs...)
}

// origins says, in brackets, where the values of the keys come from.
func (r *resolution) origins(keys ...string) string {
	var origins []string
	for _, key := range keys {
		if s, ok := r.settings[key]; ok {
			origins = append(origins, key+" from "+s.source)
		}
	}
	if origins == nil {
		return ""
	}
	return " (" + strings.Join(origins, ", ") + ")"
}

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

// An IgnoredOverride is an override of a value that a directive has locked.
type IgnoredOverride struct {
	Policy   string `json:"policy"` // the directive's name
	Instance string `json:"instance"`
	Override string `json:"override"` // the key, or the name of the environment variable
}

// ignored returns the overrides that entries ignore.
func ignored(entries []*Entry) []IgnoredOverride {
	all := []IgnoredOverride{}
	for _, e := range entries {
		for _, source := range e.resolution.Load().ignored {
			all = append(all, IgnoredOverride{Policy: e.id.policy, Instance: e.id.name, Override: source})
		}
	}
	return all
}

// unused returns the overrides that none of the entries has asked for.
func (l layering) unused(entries []*Entry) []string {
	used := make(map[string]bool)
	for _, e := range entries {
		for _, source := range e.resolution.Load().used {
			used[source] = true
		}
	}
	unused := []string{}
	for _, source := range slices.Concat(l.file.sources(), l.environment.sources()) {
		if !used[source] {
			unused = append(unused, source)
		}
	}
	return unused
}

// snapshot returns the settings of a policy, in the order of its reference.
func (r *resolution) snapshot(policy string) []SettingSnapshot {
	all := []SettingSnapshot{}
	for _, key := range annotations.Lookup(policy).Keys {
		if s, ok := r.settings[key.Name]; ok {
			all = append(all, SettingSnapshot{Key: key.Name, Value: s.value.String(), Source: s.source})
		}
	}
	return all
}
