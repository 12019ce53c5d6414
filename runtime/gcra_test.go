package runtime_test

import (
	"math/big"
	"testing"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// requireSteps asserts that from an instant, of either sign, the steps of a burst
// add up to the exact time within 2 ns, and fit into the burst's tolerance.
func requireSteps(t require.TestingT, limit int, period int64, burst int, from int64) {
	cfg := resilience.RateLimiterConfig{Limit: limit, Period: time.Duration(period), Burst: burst}
	steps, tolerance := resilience.Steps(cfg, time.Duration(from), burst)
	if steps > tolerance {
		t.Errorf("%d permits of %d in %d ns from %d take %d ns, and %d are tolerated", burst, limit, period, from, steps, tolerance)
		t.FailNow()
	}
	// The difference to the exact sum, in units of 1/limit ns.
	diff := new(big.Int).Mul(big.NewInt(int64(steps)), big.NewInt(int64(limit)))
	diff.Sub(diff, new(big.Int).Mul(big.NewInt(period), big.NewInt(int64(burst))))
	if diff.Cmp(big.NewInt(-int64(limit))) <= 0 || diff.Cmp(big.NewInt(2*int64(limit))) >= 0 {
		t.Errorf("%d permits of %d in %d ns from %d take %d ns: off by %v/%d ns", burst, limit, period, from, steps, diff, limit)
		t.FailNow()
	}
}

func TestStepsOfSmallIntervalsAddUpFromEveryInstant(t *testing.T) {
	for limit := 1; limit <= 6; limit++ {
		for period := int64(limit); period <= 16; period++ {
			for from := int64(-20); from <= 20; from++ {
				for burst := 1; burst <= 14; burst++ {
					requireSteps(t, limit, period, burst, from)
				}
			}
		}
	}
}

func TestStepsOfAFractionalIntervalAddUp(t *testing.T) {
	const year = 8760 * time.Hour
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.OneOf(rapid.IntRange(1, 50), rapid.IntRange(1, 1_000_000_000)).Draw(t, "limit")
		period := rapid.OneOf(
			rapid.Int64Range(int64(limit), int64(limit)+400),
			rapid.Int64Range(int64(limit), int64(year)),
		).Draw(t, "period")
		inAYear := float64(year) / float64(period) * float64(limit)
		burst := rapid.IntRange(1, int(min(500, inAYear))).Draw(t, "burst") // no more: see RateLimiterConfig
		from := rapid.OneOf(rapid.Int64Range(-100, 100), rapid.Int64Range(-1<<60, 1<<60)).Draw(t, "from")
		requireSteps(t, limit, period, burst, from)
	})
}
