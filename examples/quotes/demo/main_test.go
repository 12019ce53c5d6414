package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	resilience "github.com/go-resgen/resgen/runtime"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDemoTellsWhatHappens(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, environment, 0))
	// In this order, with anything between them.
	rest := out.String()
	for _, line := range []string{
		"1. RATE LIMIT", "answered, after these milliseconds: ",
		"2. LIVE CHANGE", "requests in 250ms: ", "instance replaced", "requests in 250ms: ",
		"3. ADAPTIVE LIMIT", "no limit", "16 brokers", " 8 brokers",
		"4. RETRY BUDGET", "without a budget:", "60 calls, 180 requests", "with budget=10:", "60 calls, ",
		"5. ORDER CIRCUITBREAKER,RETRY", "in the default order:        1 of 10", "order circuitbreaker,retry: 10 of 10",
		"from=closed to=open", "call not permitted",
		"6. ORDER TIMEOUT,RETRY", "of 10 attempts",
		"7. WORKERS", "refused at once", "workers busy", "requests reached the desk",
		"8. HEDGE", "hedge.enabled=false", "100 requests for 100 calls", "hedge.enabled=true", "requests for 100 calls",
		"SNAPSHOT",
	} {
		_, after, found := strings.Cut(rest, line)
		require.True(t, found, "%q is missing or out of order in\n%s", line, out.String())
		rest = after
	}
	sources := make(map[string]bool)
	_, rest, _ = strings.Cut(rest, "\n")
	for line := range strings.Lines(rest) {
		var instance resilience.InstanceSnapshot
		require.NoError(t, json.Unmarshal([]byte(line), &instance))
		for _, setting := range instance.Settings {
			sources[setting.Source] = true
		}
	}
	assert.Subset(t, sources, map[string]bool{
		"configs.polite.retry.budget":                             true,
		"instances.quotes.Client.History.ratelimit.limit":         true,
		"RESILIENCE_INSTANCES_QUOTES_CLIENT_CHART_BULKHEAD_QUEUE": true,
		"instances.quotes.Client.Price.adaptivelimit.enabled":     true,
	})
}

func TestDemoEndsWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	assert.ErrorIs(t, run(ctx, &out, nil, 0), context.Canceled)
}
