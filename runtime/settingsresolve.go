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
	directive := annotations.Lookup(id.policy)
	decided := stated.decided(directive)
	maps.DeleteFunc(r.settings, func(key string, _ setting) bool { return decided[key] })
	maps.Copy(r.settings, stated)
	var pinned map[string]bool
	if stated[lockedKey].value.Bool() {
		pinned = decided
	}
	r.lay(l.file.all[id.policy], pinned)
	r.lay(l.file.instance(id), pinned)
	r.lay(l.environment.all[id.policy], pinned)
	r.lay(l.environment.instance(id), pinned)
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
func (r *resolution) lay(layer settings, pinned map[string]bool) {
	r.used = layer.appendSources(r.used)
	for _, key := range slices.Sorted(maps.Keys(layer)) {
		if pinned[key] {
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
