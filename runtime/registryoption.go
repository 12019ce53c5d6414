package runtime

import "maps"

// A RegistryOption is an option of NewRegistry.
type RegistryOption func(*registrySettings)

type registrySettings struct {
	environment []string
	overrides   map[string]string
	store       Store
	recent      int
	recentKinds []Kind
}

// WithEnv reads overrides from the variables that start with RESILIENCE_ in
// what os.Environ returns. They win over all other overrides.
func WithEnv(environ []string) RegistryOption {
	return func(s *registrySettings) { s.environment = environ }
}

// WithOverrides sets overrides by key, as in
// "instances.tracking.Client.Track.retry.maxAttempts": "5". Later calls of Apply
// replace them all. Given twice, both hold, and the later one's keys win.
func WithOverrides(overrides map[string]string) RegistryOption {
	return func(s *registrySettings) { maps.Copy(s.overrides, overrides) }
}

// WithRecentEvents keeps the last size events of the given kinds, of all kinds
// if none is given, for RecentEvents. The size is at most 1,000,000; 0 keeps
// none. It counts as a subscriber, so each call then pays for the events it causes.
func WithRecentEvents(size int, kinds ...Kind) RegistryOption {
	return func(s *registrySettings) { s.recent, s.recentKinds = size, kinds }
}

// WithStore keeps the instances in store.
func WithStore(store Store) RegistryOption {
	return func(s *registrySettings) { s.store = store }
}
