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
		burst := rapid.IntRange(1, 500).Draw(t, "burst")
		from := rapid.Int64Range(-1<<60, 1<<60).Draw(t, "from")
		cfg := resilience.RateLimiterConfig{Limit: limit, Period: time.Duration(period), Burst: burst}

		steps, tolerance := resilience.Steps(cfg, time.Duration(from), burst)
		if steps > tolerance {
			t.Fatalf("a burst takes %d ns, and %d are tolerated", steps, tolerance)
		}
		exact, _ := big.NewRat(0, 1).Mul(big.NewRat(period, int64(limit)), big.NewRat(int64(burst), 1)).Float64()
		if diff := float64(steps) - exact; diff <= -1.001 || diff >= 2.001 {
			t.Fatalf("%d permits take %d ns, exactly %f", burst, steps, exact)
		}
	})
}
