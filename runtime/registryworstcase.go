package runtime

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/annotations/worstcase"
)

// worstCases returns an error for each pipeline whose calls could take longer, or
// try more often, than their worstcase directive allows.
func (c *change) worstCases() []error {
	var errs []error
	checked := make(map[string]bool)
	for rec := range c.concerned() {
		if rec.worstCase == "" || checked[rec.name] {
			continue
		}
		checked[rec.name] = true
		limits, err := annotations.ParseSettings(annotations.Lookup("worstcase"), rec.worstCase)
		if err != nil {
			errs = append(errs, fmt.Errorf("pipeline %s: %w", rec.name, err))
			continue
		}
		layers, overridden := c.layersOf(rec)
		// Whether its calls are detached is known to the generated code alone, and
		// makes no difference to the numbers.
		for _, excess := range worstcase.Of(layers, false).Exceeds(limits) {
			errs = append(errs, fmt.Errorf("pipeline %s %s%s", rec.name, excess.Message, overridden))
		}
	}
	return errs
}

// concerned yields the pipelines that the change adds or has an effect on.
func (c *change) concerned() iter.Seq[*record] {
	return func(yield func(*record) bool) {
		for _, rec := range c.records {
			if !yield(rec) {
				return
			}
		}
		for _, name := range slices.Sorted(maps.Keys(c.registry.pipelines)) {
			rec := c.registry.pipelines[name]
			drafted := func(m member) bool { return m.entry != nil && c.drafts[m.entry.id] != nil }
			if slices.ContainsFunc(rec.members, drafted) && !yield(rec) {
				return
			}
		}
	}
}

// layersOf returns what is to be around a pipeline's calls, outermost first, and
// which overrides have a say in it.
func (c *change) layersOf(rec *record) (all []worstcase.Layer, overridden string) {
	var order []string
	policies := make(map[string]annotations.Settings)
	var sources []string
	for _, m := range rec.members {
		if m.entry == nil {
			order, _ = m.fixed.(Order)
			continue
		}
		resolution := m.entry.resolution.Load()
		if d := c.drafts[m.entry.id]; d != nil {
			resolution = &d.resolution
		}
		sources = resolution.appendOverrides(sources)
		if resolution.enabled() {
			policies[m.entry.id.policy] = resolution.settings.values()
		}
	}
	for _, name := range annotations.Reorder(order) {
		key, policy := "", name
		switch name {
		case totalTimeout:
			key, policy = "total", "timeout"
		case "timeout":
			key = "duration"
		}
		if values, ok := policies[policy]; ok && (key == "" || values.Has(key)) {
			all = append(all, worstcase.Layer{Name: name, Settings: values})
		}
	}
	if len(sources) > 0 {
		overridden = "\noverridden: " + strings.Join(sources, ", ")
	}
	return all, overridden
}

// appendOverrides appends the settings that come from outside of the code.
func (r *resolution) appendOverrides(sources []string) []string {
	for _, key := range slices.Sorted(maps.Keys(r.settings)) {
		switch s := r.settings[key]; s.source {
		case sourceDefault, sourceDirective, sourceCode:
		default:
			sources = append(sources, s.source+"="+s.value.String())
		}
	}
	return sources
}
