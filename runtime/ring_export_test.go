package runtime

// Ring makes the ring of recent events testable without breakers that race.
type Ring struct{ r *ring }

func NewRing(size int) Ring  { return Ring{newRing(size)} }
func (r Ring) Add(ev Event)  { r.r.add(ev) }
func (r Ring) List() []Event { return r.r.list() }
