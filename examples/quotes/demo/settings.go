package main

import (
	"fmt"
	"maps"
)

// startSettings are what the program configures beside the directives: the
// shared configuration that one of them starts from. A program would read them
// from a file.
func startSettings() map[string]string {
	return map[string]string{"configs.polite.retry.delay": "5ms"}
}

// environment is what whoever runs the program says. It wins over everything
// else, so here it leaves one place in the workers' queue.
var environment = []string{"RESILIENCE_INSTANCES_QUOTES_CLIENT_CHART_BULKHEAD_QUEUE=1"}

// set changes settings while the program runs: all of them, or none if one is
// wrong.
func (s *stage) set(changes map[string]string) error {
	settings := maps.Clone(s.settings)
	maps.Copy(settings, changes)
	if err := s.registry.Apply(settings); err != nil {
		return fmt.Errorf("change settings: %w", err)
	}
	s.settings = settings
	return nil
}
