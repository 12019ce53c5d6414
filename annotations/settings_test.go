package annotations_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/go-resgen/resgen/annotations"
)

func TestParseSettingsReadsBackWhatCanonicalWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(annotations.Directives()).Draw(t, "directive")
		s := make(annotations.Settings)
		for _, k := range d.Keys {
			if rapid.Bool().Draw(t, "states "+k.Name) {
				text := valueText(k).Draw(t, k.Name)
				v, err := k.Parse(text)
				require.NoError(t, err, "%s=%s", k.Name, text)
				s[k.Name] = v
			}
		}
		text := annotations.Canonical(d, s)
		back, err := annotations.ParseSettings(d, text)
		require.NoError(t, err)
		assert.Equal(t, s, back)
		assert.Equal(t, text, annotations.Canonical(d, back))
	})
}

// valueText draws a text that k accepts.
func valueText(k *annotations.Key) *rapid.Generator[string] {
	switch k.Kind {
	case annotations.Duration:
		return rapid.StringMatching(`[1-9][0-9]{0,2}(ns|us|ms|s|m|h)|1h1ns`)
	case annotations.Int:
		return rapid.SampledFrom([]string{"2", "3", "10"})
	case annotations.Float:
		return rapid.SampledFrom([]string{"1", "1.0"})
	case annotations.Percent:
		return rapid.StringMatching(`[1-9][0-9]?(\.[0-9]{1,4})?`)
	case annotations.Bool:
		return rapid.SampledFrom([]string{"true", "false"})
	case annotations.Enum:
		return rapid.SampledFrom(k.Enum)
	case annotations.Name:
		return rapid.StringMatching(`[\p{L}\p{Nd}][\p{L}\p{Nd}._/-]{0,20}`)
	case annotations.Window:
		return rapid.StringMatching(`[1-9][0-9]{0,5}|[1-9]\.[0-9]s|[1-9][0-9]s`)
	case annotations.Errors:
		return rapid.SampledFrom([]string{"ErrA", "*net.OpError,ErrA", "*net/url.Error, pkg.Err[map[string]int, struct{ a string }]"})
	case annotations.Func:
		return rapid.SampledFrom([]string{"f", "pkg.F", "example.com/a-b/c.F[string]"})
	case annotations.Method:
		return rapid.StringMatching(`[A-Z][a-z]{0,5}`)
	case annotations.Methods:
		return rapid.SampledFrom([]string{"Close", "Close,Name"})
	case annotations.Policies:
		return rapid.SampledFrom([]string{"timeout,retry", "retry", "bulkhead , retry"})
	default:
		return rapid.SampledFrom([]string{"nil", `"a b"`, "`a \\ b`", `f("x y")`, "' '", `""`, "1<<3"})
	}
}

func TestCanonicalHasTheOrderOfTheKeys(t *testing.T) {
	d := annotations.Lookup("retry")
	s, err := annotations.ParseSettings(d, `locked=true  retryOn="ErrB,ErrA" delay=60s maxAttempts=03`)
	require.NoError(t, err)
	assert.Equal(t, "maxAttempts=3 delay=1m retryOn=ErrB,ErrA locked=true", annotations.Canonical(d, s))
}

func TestCanonicalQuotesOnlyWhatNeedsIt(t *testing.T) {
	d := annotations.Lookup("retry")
	v, err := d.Key("retryOn").Parse("pkg.Err[struct{ a int }],ErrB")
	require.NoError(t, err)
	assert.Equal(t, `retryOn="pkg.Err[struct{ a int }],ErrB"`, annotations.Canonical(d, annotations.Settings{"retryOn": v}))
}

func TestNoSettingsAreAnEmptyText(t *testing.T) {
	d := annotations.Lookup("retry")
	assert.Empty(t, annotations.Canonical(d, nil))
	s, err := annotations.ParseSettings(d, "")
	require.NoError(t, err)
	assert.Empty(t, s)
}

func TestParseSettingsLooksAtNoReference(t *testing.T) {
	s, err := annotations.ParseSettings(annotations.Lookup("retry"), `retryIf="(*T).m-fm" retryOn=a.b.c.,ErrX`)
	require.NoError(t, err)
	assert.Equal(t, "(*T).m-fm", s.Text("retryIf"))
	assert.Equal(t, []annotations.Item{{Text: "a.b.c."}, {Text: "ErrX"}}, s.List("retryOn"))
}

func TestParseSettingsRefusesWhatCanonicalCannotHaveWritten(t *testing.T) {
	for text, want := range map[string]string{
		"maxAttempts":                 `"maxAttempts" is not key=value`,
		"maxAttempts=":                "retry maxAttempts: the value is missing",
		"retryOn=":                    "retry retryOn: the value is missing",
		"tries=3":                     `retry has no key "tries"`,
		"maxAttempts=0":               `retry maxAttempts: "0" is out of bounds: the value is at least 1`,
		"maxAttempts=1 maxAttempts=2": "retry states maxAttempts twice",
		`name="a`:                     `the quote " is not closed: add another at the end of the value`,
		`name=a"b"`:                   `retry name: a"b" has quotes inside: put the whole value in quotes`,
	} {
		t.Run(text, func(t *testing.T) {
			_, err := annotations.ParseSettings(annotations.Lookup("retry"), text)
			assert.EqualError(t, err, want)
		})
	}
}
