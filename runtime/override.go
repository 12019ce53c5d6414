package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/annotations"
)

// overrides are the values that one source sets from outside of the code, by
// what they apply to.
type overrides struct {
	notation  notation
	defaults  map[string]settings // by policy
	configs   map[string]*sharedConfig
	all       map[string]settings // by policy
	instances map[instanceID]settings
}

// A sharedConfig is a named configuration that instances can start from.
type sharedConfig struct {
	base       string // the name of the one that it starts from itself; "" for none
	baseSource string // the key that says so
	policies   map[string]settings
}

// The scopes are the first words of the keys of overrides.
const (
	scopeDefaults  = "defaults"
	scopeConfigs   = "configs"
	scopeAll       = "all"
	scopeInstances = "instances"
	baseKey        = "base"
)

// parseOverrides reads keys and their values. The error joins what is wrong
// with each of them, in the order of the keys.
func parseOverrides(n notation, values map[string]string) (*overrides, error) {
	o := &overrides{
		notation:  n,
		defaults:  make(map[string]settings),
		configs:   make(map[string]*sharedConfig),
		all:       make(map[string]settings),
		instances: make(map[instanceID]settings),
	}
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if err := o.set(key, values[key]); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", n.describe(key), err))
		}
	}
	return o, errors.Join(errs...)
}

// parseEnvironment reads the variables that start with RESILIENCE_ out of what
// os.Environ returns.
func parseEnvironment(variables []string) (*overrides, error) {
	values := make(map[string]string)
	for _, variable := range variables {
		if name, value, ok := strings.Cut(variable, "="); ok && strings.HasPrefix(name, environmentPrefix) {
			values[name] = value
		}
	}
	return parseOverrides(environment, values)
}

// set reads one key and its value.
func (o *overrides) set(source, text string) error {
	words := o.notation.split(source)
	scopes := []string{scopeDefaults, scopeConfigs, scopeAll, scopeInstances}
	scope, suggestion := o.notation.find(words[0], scopes)
	var form string
	switch scope {
	case scopeDefaults, scopeAll:
		form = o.notation.form(scope, "<policy>", "<key>")
		if len(words) != 3 {
			return fmt.Errorf("want %s", form)
		}
	case scopeConfigs:
		if last := len(words) - 1; last >= 2 && words[last] == o.notation.fold(baseKey) {
			return o.setBase(o.notation.join(words[1:last]...), source, text)
		}
		fallthrough
	case scopeInstances:
		form = o.notation.form(scope, "<name>", "<policy>", "<key>")
		if len(words) < 4 || words[1] == "" {
			return fmt.Errorf("want %s", form)
		}
	default:
		if suggestion == "" {
			return fmt.Errorf("unknown scope %q: the scopes are %s", words[0], o.notation.list(scopes))
		}
		return unknown("scope", words[0], suggestion)
	}
	tail := words[len(words)-2:]
	policy, key, err := o.notation.findKey(tail[0], tail[1], form)
	if err != nil {
		return err
	}
	value, err := key.Parse(text)
	if err != nil {
		return err
	}
	o.target(scope, o.notation.join(words[1:len(words)-2]...), policy)[key.Name] = setting{value: value, source: source}
	return nil
}

// setBase reads configs.<name>.base.
func (o *overrides) setBase(name, source, text string) error {
	if name == "" || text == "" {
		return fmt.Errorf("want %s=<name>", o.notation.form(scopeConfigs, "<name>", baseKey))
	}
	config := o.config(name)
	config.base, config.baseSource = text, source
	return nil
}

// config returns the shared configuration of that name, new if need be.
func (o *overrides) config(name string) *sharedConfig {
	if o.configs[name] == nil {
		o.configs[name] = &sharedConfig{policies: make(map[string]settings)}
	}
	return o.configs[name]
}

// target returns the settings that a key of the given scope sets, new if need
// be.
func (o *overrides) target(scope, name, policy string) settings {
	switch scope {
	case scopeDefaults:
		return entry(o.defaults, policy)
	case scopeConfigs:
		return entry(o.config(name).policies, policy)
	case scopeAll:
		return entry(o.all, policy)
	default:
		return entry(o.instances, instanceID{policy, name})
	}
}

func entry[K comparable](m map[K]settings, key K) settings {
	if m[key] == nil {
		m[key] = make(settings)
	}
	return m[key]
}

// instance returns what is set for one instance.
func (o *overrides) instance(id instanceID) settings {
	return o.instances[instanceID{id.policy, o.notation.fold(id.name)}]
}

// sources returns every key, sorted.
func (o *overrides) sources() []string {
	var sources []string
	for _, s := range o.defaults {
		sources = s.appendSources(sources)
	}
	for _, s := range o.all {
		sources = s.appendSources(sources)
	}
	for _, s := range o.instances {
		sources = s.appendSources(sources)
	}
	for _, c := range o.configs {
		if c.baseSource != "" {
			sources = append(sources, c.baseSource)
		}
		for _, s := range c.policies {
			sources = s.appendSources(sources)
		}
	}
	slices.Sort(sources)
	return sources
}

// findKey looks up a policy and its key, which must be one that can be
// overridden. The form is that of the whole key, for errors: what is no policy may
// be a part of a name or of a key that was divided.
func (n notation) findKey(policyWord, keyWord, form string) (policy string, key *annotations.Key, err error) {
	var policies []string
	for _, d := range annotations.Directives() {
		policies = append(policies, d.Name)
	}
	policy, suggestion := n.find(policyWord, policies)
	switch {
	case policy == "" && suggestion == "":
		return "", nil, fmt.Errorf("unknown policy %q: want %s", policyWord, form)
	case policy == "":
		return "", nil, unknown("policy", policyWord, suggestion)
	}
	directive := annotations.Lookup(policy)
	var keys []string
	for _, k := range directive.Keys {
		keys = append(keys, k.Name)
	}
	name, suggestion := n.find(keyWord, keys)
	if name == "" {
		return "", nil, fmt.Errorf("%s: %w", policy, unknown("key", keyWord, suggestion))
	}
	key = directive.Key(name)
	if !key.Override {
		return "", nil, fmt.Errorf("%s %s cannot be overridden: it is decided when the code is generated", policy, name)
	}
	return policy, key, nil
}

// unknown is the error for a word that is not in the vocabulary.
func unknown(what, word, suggestion string) error {
	if suggestion == "" {
		return fmt.Errorf("unknown %s %q", what, word)
	}
	return fmt.Errorf("unknown %s %q: did you mean %s?", what, word, suggestion)
}
