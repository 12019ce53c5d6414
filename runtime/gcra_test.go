package runtime_test

import (
	"math/big"
	"testing"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
	"pgregory.net/rapid"
)

// From any instant, of either sign, the steps add up to the exact time within
// 2 ns, and a whole burst of them fits.
func TestStepsOfAFractionalIntervalAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.OneOf(rapid.IntRange(1, 50), rapid.IntRange(1, 1_000_000_000)).Draw(t, "limit")
		period := rapid.OneOf(
			rapid.Int64Range(int64(limit), int64(limit)+400),
			rapid.Int64Range(int64(limit), int64(8760*time.Hour)),
		).Draw(t, "period")
		perYear := float64(limit) / float64(period) * float64(8760*time.Hour)
		burst := rapid.IntRange(1, max(1, int(min(500, perYear)))).Draw(t, "burst") // no more: see RateLimiterConfig
		from := rapid.Int64Range(-1<<60, 1<<60).Draw(t, "from")
		cfg := resilience.RateLimiterConfig{Limit: limit, Period: time.Duration(period), Burst: burst}

		steps, tolerance := resilience.Steps(cfg, time.Duration(from), burst)
		if steps > tolerance {
			t.Fatalf("a burst takes %d ns, and %d are tolerated", steps, tolerance)
		}
		exact := new(big.Rat).Mul(big.NewRat(period, int64(limit)), big.NewRat(int64(burst), 1))
		diff := new(big.Rat).Sub(big.NewRat(int64(steps), 1), exact)
		if diff.Cmp(big.NewRat(-1, 1)) < 0 || diff.Cmp(big.NewRat(2, 1)) > 0 {
			t.Fatalf("%d permits take %d ns, exactly %s", burst, steps, exact.FloatString(3))
		}
	})
}
