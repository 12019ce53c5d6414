package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDemoTellsWhatHappens(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, 0))
	// In this order, with anything between them.
	rest := out.String()
	for _, line := range []string{
		"1. HEALTHY", `=> "in transit"`,
		"2. FLAKY", "attempt 1 failed: carrier answered 503", "tries again in 50ms", "attempt 2 succeeded", `=> "in transit"`,
		"3. UNKNOWN PARCEL", "attempt 1 does not count: unknown parcel", "=> error", "unknown parcel",
		"4. CROWDED", "refused, no free slot", `=> "label of p-1"`,
		"5. SLOW", "attempt 1 cut off", "attempt 3 cut off", "=> error",
		"6. IMPATIENT CALLER", "does not count", "context canceled",
		"7. FAILING", "gives up after 3 attempts", `=> "unknown"`, "CLOSED -> OPEN", `=> "not available at the moment"`,
		"8. RECOVERED", "OPEN -> HALFOPEN", "HALFOPEN -> CLOSED", `=> "in transit"`,
		"9. FUTURES", "ETA p-", "tries again in 1s", `=> "`,
		"10. THOUSANDS", "2000 calls have returned", "goroutines: ", "memory: ", "2000 results",
		"SUMMARY",
	} {
		_, after, found := strings.Cut(rest, line)
		require.True(t, found, "%q is missing or out of order in\n%s", line, out.String())
		rest = after
	}
}

func TestDemoEndsWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	assert.ErrorIs(t, run(ctx, &out, 0), context.Canceled)
}
