package runtime

import "github.com/go-resgen/resgen/annotations"

// A blueprint turns the settings of an instance into its policy. It holds what
// settings cannot: matchers and functions.
type blueprint interface {
	build(name string, values annotations.Settings, events *Events) (Policy, error)
	// rebuild readies a policy for other settings, which are in force once the
	// returned function was called.
	rebuild(p Policy, values annotations.Settings) (apply func(), err error)
}

// blueprintOf is the blueprint of a policy P that is configured by a C.
type blueprintOf[C any, CP checked[C], P configurable[C]] struct {
	config    func(annotations.Settings) C
	newPolicy func(name string, config C, events *Events) (P, error)
}

type checked[C any] interface {
	*C
	validate() error
}

type configurable[C any] interface {
	Policy
	reconfigure(C) error
}

func blueprintFor[C any, CP checked[C], P configurable[C]](
	config func(annotations.Settings) C,
	newPolicy func(name string, config C, events *Events) (P, error),
) blueprint {
	return blueprintOf[C, CP, P]{config, newPolicy}
}

func (b blueprintOf[C, CP, P]) build(name string, values annotations.Settings, events *Events) (Policy, error) {
	return b.newPolicy(name, b.config(values), events)
}

func (b blueprintOf[C, CP, P]) rebuild(p Policy, values annotations.Settings) (func(), error) {
	config := b.config(values)
	if err := CP(&config).validate(); err != nil {
		return nil, err
	}
	// An invalid configuration is all that reconfigure refuses.
	return func() { _ = p.(P).reconfigure(config) }, nil
}
