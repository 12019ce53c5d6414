package annotations_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/annotations"
)

func TestValuesHaveOneCanonicalText(t *testing.T) {
	tests := []struct{ directive, key, text, canonical string }{
		{"retry", "delay", "0", "0s"},
		{"retry", "delay", "+90s", "1m30s"},
		{"retry", "delay", "60s", "1m"},
		{"retry", "delay", "120m", "2h"},
		{"retry", "delay", "1h0m5s", "1h0m5s"},
		{"retry", "delay", "1.5µs", "1.5us"},
		{"retry", "delay", "8760h", "8760h"},
		{"retry", "maxAttempts", "+007", "7"},
		{"retry", "jitter", "0.50", "0.5"},
		{"retry", "jitter", "-0", "0"},
		{"retry", "multiplier", "1.", ""},
		{"retry", "multiplier", "1000", "1000"},
		{"circuitbreaker", "failureRate", "050.4000", "50.4"},
		{"circuitbreaker", "failureRate", "0.0001", "0.0001"},
		{"circuitbreaker", "failureRate", "100", "100"},
		{"circuitbreaker", "failureRate", "100.0001", ""},
		{"circuitbreaker", "failureRate", "1e1", ""},
		{"circuitbreaker", "failureRate", ".5", ""},
		{"circuitbreaker", "window", "1000000", "1000000"},
		{"circuitbreaker", "window", "1000001", ""},
		{"circuitbreaker", "window", "0.1s", "100ms"},
		{"circuitbreaker", "window", "99ms", ""},
		{"circuitbreaker", "window", "60s", "1m"},
		{"circuitbreaker", "window", "1h", "1h"},
		{"circuitbreaker", "window", "3601s", ""},
		{"circuitbreaker", "window", "-5", ""},
		{"retry", "replayable", "true", "true"},
		{"retry", "replayable", "TRUE", ""},
		{"retry", "name", "приём.v2-a/b_c", "приём.v2-a/b_c"},
		{"retry", "name", "-a", ""},
		{"retry", "name", "a@b", ""},
		{"retry", "retryOn", "*net/url.Error, pkg.Err[int,string] ,gopkg.in/yaml.v3.TypeError", "*net/url.Error,pkg.Err[int,string],gopkg.in/yaml.v3.TypeError"},
		{"retry", "retryOn", "**net.OpError", ""},
		{"retry", "retryOn", "/url.Error", ""},
		{"retry", "retryOn", "net/url", ""},
		{"retry", "retryOn", "_", ""},
		{"retry", "retryIf", "*isTemporary", ""},
		{"fallback", "value", `"not known"`, `"not known"`},
		{"fallback", "value", `Status("not known")`, `Status("not known")`},
		{"fallback", "value", "' '", "' '"},
		{"fallback", "value", "1 + 2", ""},
		{"fallback", "value", `"open`, ""},
	}
	for _, test := range tests {
		t.Run(test.key+"="+test.text, func(t *testing.T) {
			v, err := annotations.Lookup(test.directive).Key(test.key).Parse(test.text)
			if test.canonical == "" {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, test.canonical, v.String())
		})
	}
}

func TestDurationsInOtherUnitsSayWhatToWrite(t *testing.T) {
	for text, better := range map[string]string{
		"5millis": "5ms", "5Milliseconds": "5ms", "1.5sec": "1.5s", "1second": "1s",
		"2min": "2m", "2Minutes": "2m", "3hrs": "3h", "3hours": "3h", "1day": "24h", "7days": "168h", "5S": "5s",
	} {
		_, err := annotations.Lookup("retry").Key("delay").Parse(text)
		assert.EqualError(t, err, strconv.Quote(text)+" has an unknown unit: write "+better)
	}
}

func TestAnEmptyTextIsNoValueOfAnyKind(t *testing.T) {
	for _, d := range annotations.Directives() {
		for _, k := range d.Keys {
			_, err := k.Parse("")
			assert.EqualError(t, err, "the value is missing", "%s %s", d.Name, k.Name)
		}
	}
}

func TestErrorsOfParseSayWhatToWrite(t *testing.T) {
	_, err := annotations.Lookup("retry").Key("delay").Parse("50")
	assert.EqualError(t, err, `"50" has no unit: write 50ms, 50s or another Go duration`)
}

func TestValuesAreZeroToThoseWhoAskForAnotherKind(t *testing.T) {
	d := annotations.Lookup("retry")
	s, err := annotations.ParseSettings(d, "maxAttempts=3 delay=5s jitter=0.5 failAfterMaxAttempts=true retryOn=ErrA")
	require.NoError(t, err)
	for _, key := range []string{"maxAttempts", "delay", "jitter", "failAfterMaxAttempts", "retryOn", "absent"} {
		if key != "delay" {
			assert.Zero(t, s.Duration(key), key)
		}
		if key != "maxAttempts" {
			assert.Zero(t, s.Int(key), key)
		}
		if key != "jitter" {
			assert.Zero(t, s.Float(key), key)
		}
		if key != "failAfterMaxAttempts" {
			assert.False(t, s.Bool(key), key)
		}
		if key != "retryOn" {
			assert.Empty(t, s.List(key), key)
		}
		calls, span := s.Window(key)
		assert.Zero(t, calls, key)
		assert.Zero(t, span, key)
		assert.Empty(t, s.Text(key), key)
	}
}

func TestAWindowIsCallsOrTime(t *testing.T) {
	window := annotations.Lookup("circuitbreaker").Key("window")
	v, err := window.Parse("20")
	require.NoError(t, err)
	calls, span := v.Window()
	assert.Equal(t, 20, calls)
	assert.Zero(t, span)
	v, err = window.Parse("10s")
	require.NoError(t, err)
	calls, span = v.Window()
	assert.Zero(t, calls)
	assert.Equal(t, 10*time.Second, span)
}

func TestReferencesCanBeReplacedByQualifiedNames(t *testing.T) {
	d := annotations.Lookup("retry")
	s, err := annotations.ParseSettings(d, "maxAttempts=3 retryOn=ErrA,ErrB retryIf=temporary")
	require.NoError(t, err)
	s["retryOn"] = s["retryOn"].Qualified("example.com/a.ErrA", "example.com/a.ErrB")
	s["retryIf"] = s["retryIf"].Qualified("example.com/a.temporary")
	s["maxAttempts"] = s["maxAttempts"].Qualified("ignored")
	assert.Equal(t, "maxAttempts=3 retryOn=example.com/a.ErrA,example.com/a.ErrB retryIf=example.com/a.temporary", annotations.Canonical(d, s))
}

func TestListsCanBeChangedWithoutChangingTheValue(t *testing.T) {
	v, err := annotations.Lookup("off").Key("methods").Parse("Close,Name")
	require.NoError(t, err)
	v.List()[0].Text = "Other"
	assert.Equal(t, "Close,Name", v.String())
}
