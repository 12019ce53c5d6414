package annotations

import (
	"strings"
	"time"
)

var rateLimit = &Directive{
	Name:        "ratelimit",
	Doc:         "Bounds how many calls begin in a period, evenly spread but for bursts.",
	Example:     "//resilience:ratelimit limit=100 period=1s burst=10 maxWait=20ms",
	Policy:      true,
	Stateful:    true,
	OnInterface: true,
	OnMethod:    true,
	Keys: []*Key{
		{Name: "limit", Kind: Int, Required: true, Min: "1", Max: mostPermits, Override: true, Doc: "How many calls may begin in a period."},
		{Name: "period", Kind: Duration, Required: true, Min: "0s", MinExclusive: true, Max: longest, Override: true, Doc: "The period that limit is counted in."},
		{Name: "burst", Kind: Int, DefaultKey: "limit", Min: "1", Max: mostPermits, Override: true, Doc: "How many calls may begin at once after a pause."},
		{Name: "maxWait", Kind: Duration, Default: "0s", Min: "0s", Max: longest, Override: true, Doc: "How long a call waits for its turn before it is refused."},
		nameKey, scopeKey, configKey, groupKey, lockedKey, enabledKey,
	},
	guess: guessRate,
	check: checkRate,
}

// mostPermits is as many as fit into an int of 32 bits, rounded.
const mostPermits = "1000000000"

// guessRate understands rates as people write them: 100/s, 100/10s, 100 per
// minute, and, behind a limit, per second.
func guessRate(text string) string {
	limit, period, found := strings.Cut(strings.Replace(text, "per", "/", 1), "/")
	if _, _, counted := splitDecimal(period[:min(1, len(period))]); !counted {
		period = "1" + period
	}
	d, err := time.ParseDuration(betterDuration(period))
	switch {
	case !found || err != nil || d <= 0:
		return ""
	case limit == "":
		return "period=" + FormatDuration(d)
	case !digits(limit):
		return ""
	}
	return "limit=" + limit + " period=" + FormatDuration(d)
}

// checkRate makes sure that the time between two calls, and that of a whole
// burst, can be counted in nanoseconds.
func checkRate(s Settings) []Conflict {
	limit, period, burst := s.Int("limit"), s.Duration("period"), s.Int("burst")
	if limit == 0 || period == 0 {
		return nil
	}
	if period < time.Duration(limit) {
		return []Conflict{{Key: "limit", Other: "period", Message: stated(s, "limit") + " is more than one call a nanosecond: lower limit or raise period"}}
	}
	if between := period / time.Duration(limit); burst > 0 && between > Longest/time.Duration(burst) {
		return []Conflict{{Key: "burst", Other: "limit", Message: stated(s, "burst") + " is what is allowed in more than a year: lower burst"}}
	}
	return nil
}
