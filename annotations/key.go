package annotations

import "time"

// A Key is a named argument of a directive.
type Key struct {
	// Name is what is written before the "=".
	Name string
	// Doc says in one sentence what the key does.
	Doc string
	// Kind says what values it takes.
	Kind Kind
	// Default is the canonical text of the value that holds where the key is
	// not stated, "" if there is none.
	Default string
	// DefaultKey names the key whose value is the default instead.
	DefaultKey string
	// Min and Max are the inclusive bounds in the kind's own text, "" where
	// there is none. Kinds that carry their own bounds leave them open.
	Min, Max string
	// MinExclusive says that Min itself is out of bounds.
	MinExclusive bool
	// Enum lists the values of an Enum and the elements of Policies.
	Enum []string

	// Required says that the directive means nothing without the key.
	Required bool
	// Needs lists keys of which at least one must be stated, with a value other
	// than its default, for this key to have an effect.
	Needs []string
	// Excludes lists keys that cannot be stated beside this one.
	Excludes []string
	// Overrules names the list of errors that this list of errors beats.
	Overrules string

	// Override says that the runtime's configuration may set the key. Only
	// scalars are overridable.
	Override bool
	// OverrideOnly says that only the runtime's configuration may.
	OverrideOnly bool
	// InterfaceOnly and MethodOnly narrow where the key may be written.
	InterfaceOnly, MethodOnly bool
}

// Parse reads a value, without quotes around it. The error says what is wrong
// with the text and what to write instead; it does not repeat the key's name.
func (k *Key) Parse(text string) (Value, error) {
	v, faults := k.parse(text, nowhere)
	if len(faults) > 0 {
		return Value{}, faults[0]
	}
	return v, nil
}

// takes reports whether text is a value of the key's kind.
func (k *Key) takes(text string) bool {
	_, faults := k.parse(text, nowhere)
	return len(faults) == 0 || faults[0].code == CodeOutOfBounds
}

// Longest is the longest duration that a key takes, a year. As a wait it stands
// for one without a limit.
const Longest = 8760 * time.Hour

// The bounds that several keys share.
const (
	// longest is Longest: long enough for any wait, and short enough that no sum
	// of a few hundred overflows.
	longest = "8760h"
	// most is the largest number of attempts, calls, slots and the like.
	most = "1000000"
)

// Keys that several directives have.
var (
	nameKey   = &Key{Name: "name", Kind: Name, Doc: "Names the instance. Directives of one name share it and must say the same; alone, it refers to an instance that is configured elsewhere."}
	configKey = &Key{Name: "config", Kind: Name, Doc: "Names the shared configuration that supplies what the directive does not state."}
	scopeKey  = &Key{
		Name: "scope", Kind: Enum, Enum: []string{"interface", "method"}, Default: "interface",
		Excludes: []string{"name"}, InterfaceOnly: true,
		Doc: "Whether the methods of the interface share one instance or have one each.",
	}
	groupKey   = &Key{Name: "group", Kind: Name, Doc: "Groups instances in events and snapshots."}
	lockedKey  = &Key{Name: "locked", Kind: Bool, Default: "false", Doc: "Pins the stated values: overrides of them are ignored, and listed."}
	enabledKey = &Key{Name: "enabled", Kind: Bool, Default: "true", Override: true, OverrideOnly: true, Doc: "Switches the instance on or off."}
)
