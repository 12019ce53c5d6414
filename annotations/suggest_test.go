package annotations_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/go-resgen/resgen/annotations"
)

func TestSuggest(t *testing.T) {
	var directives []string
	for _, d := range annotations.Directives() {
		directives = append(directives, d.Name)
	}
	for word, want := range map[string]string{
		"retry":           "retry",
		"Retry":           "retry",
		"retyr":           "retry",
		"rety":            "retry",
		"retrys":          "retry",
		"retries":         "retry",
		"Retrying":        "retry",
		"hedging":         "hedge",
		"timeouts":        "timeout",
		"ordered":         "order",
		"seeds":           "",
		"circuit-breaker": "circuitbreaker",
		"circuit_breaker": "circuitbreaker",
		"CircuitBraker":   "circuitbreaker",
		"breaker":         "circuitbreaker",
		"circuit":         "circuitbreaker",
		"ratelimiter":     "ratelimit",
		"adaptive":        "adaptivelimit",
		"limit":           "",
		"time":            "timeout",
		"of":              "off",
		"on":              "",
		"we":              "",
		"cache":           "",
		"":                "",
		"-":               "",
	} {
		t.Run(word, func(t *testing.T) {
			assert.Equal(t, want, annotations.Suggest(word, directives))
		})
	}
}

func TestSuggestPrefersTheWordThatTheOthersContain(t *testing.T) {
	assert.Equal(t, "maxAttempts", annotations.Suggest("attempts", []string{"failAfterMaxAttempts", "maxAttempts"}))
	assert.Empty(t, annotations.Suggest("wait", []string{"openWait", "maxWait"}))
	assert.Empty(t, annotations.Suggest("attempts", nil))
}
