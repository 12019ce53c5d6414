package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/model"
)

// warnings returns what the method's policies allow and nobody is likely to want.
func warnings(m *model.Method) []string {
	w := &warner{method: m}
	for _, p := range m.Policies {
		w.elsewhere(p)
		w.percent(p)
	}
	w.breaker()
	w.slowCall()
	w.total()
	w.release()
	return w.warnings
}

type warner struct {
	method   *model.Method
	warnings []string
}

func (w *warner) warn(format string, args ...any) {
	w.warnings = append(w.warnings, fmt.Sprintf(format, args...))
}

// settings returns what holds for a policy of the method, nil if there is none of
// that name.
func (w *warner) settings(policy string) annotations.Settings {
	p := w.method.Policy(policy)
	if p == nil {
		return nil
	}
	return p.Directive.Complete(p.Stated())
}

// elsewhere says so if the numbers are not to be found in the package.
func (w *warner) elsewhere(p *model.Policy) {
	if config := p.Stated().Text("config"); config != "" {
		w.warn("%s starts from the shared configuration %s: what it leaves open is shown with its default", p.Directive.Name, config)
	} else if p.Named && len(p.Stated()) == 1 {
		w.warn("%s %s is configured elsewhere: its defaults are shown", p.Directive.Name, p.Instance)
	}
}

// percent says so if a share looks like a fraction.
func (w *warner) percent(p *model.Policy) {
	stated := p.Stated()
	for _, key := range p.Directive.Keys {
		share := stated.Float(key.Name)
		if key.Kind == annotations.Percent && 0 < share && share < 1 {
			w.warn("%s %[2]s=%[3]s is less than one percent: if %.6[4]g percent is meant, write %[2]s=%.6[4]g", p.Directive.Name, key.Name, stated[key.Name], 100*share)
		}
	}
}

func (w *warner) breaker() {
	s := w.settings("circuitbreaker")
	if s == nil {
		return
	}
	if s.Duration("maxHalfOpenWait") == 0 {
		w.warn("circuitbreaker maxHalfOpenWait=0: a probe that never ends keeps the breaker half-open for ever")
	}
	switch s.Text("initial") {
	case "forcedOpen":
		w.warn("circuitbreaker initial=forcedOpen: every call is refused until the program changes the state")
	case "disabled", "metricsOnly":
		w.warn("circuitbreaker initial=%s: no call is refused until the program changes the state", s.Text("initial"))
	}
}

// slowCall says so if no call can be slow, because it has been ended before.
func (w *warner) slowCall() {
	s, timeout := w.settings("circuitbreaker"), w.settings("timeout")
	limit := timeout.Duration("duration")
	if limit > 0 && s.Duration("slowCall") >= limit && w.inside("timeout", "circuitbreaker") {
		w.warn("circuitbreaker slowCall=%s: no attempt is that slow, since its timeout is %s", s["slowCall"], timeout["duration"])
	}
}

// total says so if one slow attempt leaves no time for another.
func (w *warner) total() {
	retry, timeout := w.settings("retry"), w.settings("timeout")
	total := timeout.Duration("total")
	if retry.Int("maxAttempts") <= 1 || total == 0 || !w.inside("retry", "totaltimeout") {
		return
	}
	switch attempt := timeout.Duration("duration"); {
	case attempt == 0 || !w.inside("timeout", "retry"):
		w.warn("timeout total=%s: an attempt that hangs uses it up and is never tried again: give attempts a timeout of their own", timeout["total"])
	case attempt+retry.Duration("delay") >= total:
		w.warn("timeout total=%s: after an attempt that took its timeout of %s there is no time for another", timeout["total"], timeout["duration"])
	}
}

// release says so if a call that gives something back may never reach the
// implementation, as the Close of an embedded io.Closer under the interface's breaker.
func (w *warner) release() {
	if !slices.Contains([]string{"Close", "Release", "Rollback", "Unlock"}, w.method.Name()) {
		return
	}
	var refusing []string
	for _, name := range []string{"circuitbreaker", "ratelimit", "adaptivelimit", "bulkhead"} {
		if w.method.Policy(name) != nil {
			refusing = append(refusing, name)
		}
	}
	if len(refusing) > 0 {
		w.warn("%s can refuse %s, and what it gives back stays taken: pass it through with //resilience:off methods=%[2]s on the interface", strings.Join(refusing, ", "), w.method.Name())
	}
}

// inside reports whether the method has both layers, one inside the other.
func (w *warner) inside(inner, outer string) bool {
	place := func(name string) int {
		return slices.IndexFunc(w.method.Layers(), func(l model.Layer) bool { return l.Name == name })
	}
	return place(outer) >= 0 && place(inner) > place(outer)
}
