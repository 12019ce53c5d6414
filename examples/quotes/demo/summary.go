package main

import (
	"encoding/json"
	"slices"

	resilience "github.com/go-resgen/resgen/runtime"
)

// summary prints what the registry says in JSON of the instances that are
// configured from outside, and of their settings only those that came from there.
func (s *stage) summary() error {
	s.narrator.Print("\nSNAPSHOT of what neither directives nor defaults say\n")
	for _, instance := range s.registry.Snapshot().Instances {
		instance.Settings = slices.DeleteFunc(instance.Settings, func(setting resilience.SettingSnapshot) bool {
			return setting.Source == "default" || setting.Source == "directive"
		})
		if len(instance.Settings) == 0 {
			continue
		}
		text, err := json.Marshal(instance)
		if err != nil {
			return err
		}
		s.narrator.Print("   %s\n", text)
	}
	return nil
}
