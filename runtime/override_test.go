package runtime_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/annotations"
	resilience "github.com/go-resgen/resgen/runtime"
)

func TestWrongOverridesAreRefusedAtOnce(t *testing.T) {
	tests := map[string]struct{ key, value, want string }{
		"empty key":                     {"", "1", `override : unknown scope "": the scopes are defaults, configs, all, instances`},
		"unknown scope":                 {"instanecs.a.retry.delay", "1s", `override instanecs.a.retry.delay: unknown scope "instanecs": did you mean instances?`},
		"scope of other spelling":       {"Instances.a.retry.delay", "1s", `override Instances.a.retry.delay: unknown scope "Instances": did you mean instances?`},
		"no name":                       {"instances.retry.delay", "1s", `override instances.retry.delay: want instances.<name>.<policy>.<key>`},
		"empty name":                    {"instances..retry.delay", "1s", `override instances..retry.delay: want instances.<name>.<policy>.<key>`},
		"defaults take no name":         {"defaults.a.retry.delay", "1s", `override defaults.a.retry.delay: want defaults.<policy>.<key>`},
		"all takes no name":             {"all.a.retry.delay", "1s", `override all.a.retry.delay: want all.<policy>.<key>`},
		"unknown policy":                {"all.retyr.delay", "1s", `override all.retyr.delay: unknown policy "retyr": did you mean retry?`},
		"no policy":                     {"instances.tracking.Client.timeout", "3s", `override instances.tracking.Client.timeout: unknown policy "Client": want instances.<name>.<policy>.<key>`},
		"unknown key":                   {"instances.tracking.Client.Track.retry.maxAtempts", "5", `override instances.tracking.Client.Track.retry.maxAtempts: retry: unknown key "maxAtempts": did you mean maxAttempts?`},
		"key far from any":              {"all.retry.colour", "red", `override all.retry.colour: retry: unknown key "colour"`},
		"bad value":                     {"all.retry.maxAttempts", "many", `override all.retry.maxAttempts: "many" is not a whole number`},
		"value out of bounds":           {"all.retry.maxAttempts", "0", `override all.retry.maxAttempts: "0" is out of bounds: the value is at least 1`},
		"missing value":                 {"all.retry.delay", "", `override all.retry.delay: the value is missing`},
		"a list":                        {"all.retry.retryOn", "io.EOF", `override all.retry.retryOn: retry retryOn cannot be overridden: it is decided when the code is generated`},
		"a function":                    {"all.retry.retryIf", "f", `override all.retry.retryIf: retry retryIf cannot be overridden: it is decided when the code is generated`},
		"a mode":                        {"all.timeout.mode", "detached", `override all.timeout.mode: timeout mode cannot be overridden: it is decided when the code is generated`},
		"an order":                      {"all.order.layers", "timeout,retry", `override all.order.layers: order layers cannot be overridden: it is decided when the code is generated`},
		"a lock":                        {"all.retry.locked", "false", `override all.retry.locked: retry locked cannot be overridden: it is decided when the code is generated`},
		"base without a name":           {"configs..base", "other", `override configs..base: want configs.<name>.base=<name>`},
		"base that is empty":            {"configs.a.base", "", `override configs.a.base: want configs.<name>.base=<name>`},
		"base that nobody configures":   {"configs.hasty.base", "patient", `shared configuration "hasty": unknown shared configuration "patient"`},
		"configuration based on itself": {"configs.a.base", "a", `shared configuration "a": shared configuration "a" is based on itself`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			reg, err := resilience.NewRegistry(resilience.WithOverrides(map[string]string{test.key: test.value}))
			assert.Nil(t, reg)
			require.EqualError(t, err, "resilience registry: "+test.want)
		})
	}
}

func TestWrongVariablesAreRefusedAtOnce(t *testing.T) {
	tests := map[string]struct{ variable, want string }{
		"unrelated":                  {"RESILIENCE_COLOUR=red", `environment variable RESILIENCE_COLOUR: unknown scope "COLOUR": the scopes are DEFAULTS, CONFIGS, ALL, INSTANCES`},
		"misspelt scope":             {"RESILIENCE_INSTANCE_A_RETRY_DELAY=1s", `environment variable RESILIENCE_INSTANCE_A_RETRY_DELAY: unknown scope "INSTANCE": did you mean INSTANCES?`},
		"misspelt key":               {"RESILIENCE_ALL_RETRY_MAXATTEMPS=1", `environment variable RESILIENCE_ALL_RETRY_MAXATTEMPS: retry: unknown key "MAXATTEMPS": did you mean MAXATTEMPTS?`},
		"divided key":                {"RESILIENCE_ALL_RETRY_MAX_ATTEMPTS=1", `environment variable RESILIENCE_ALL_RETRY_MAX_ATTEMPTS: want RESILIENCE_ALL_<POLICY>_<KEY>`},
		"divided key of an instance": {"RESILIENCE_INSTANCES_A_RETRY_MAX_ATTEMPTS=1", `environment variable RESILIENCE_INSTANCES_A_RETRY_MAX_ATTEMPTS: unknown policy "MAX": want RESILIENCE_INSTANCES_<NAME>_<POLICY>_<KEY>`},
		"bad value":                  {"RESILIENCE_DEFAULTS_RETRY_DELAY=soon", `environment variable RESILIENCE_DEFAULTS_RETRY_DELAY: "soon" is not a Go duration`},
		"nothing":                    {"RESILIENCE_=1", `environment variable RESILIENCE_: unknown scope "": the scopes are DEFAULTS, CONFIGS, ALL, INSTANCES`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			reg, err := resilience.NewRegistry(resilience.WithEnv([]string{test.variable}))
			assert.Nil(t, reg)
			require.ErrorContains(t, err, "resilience registry: "+test.want)
		})
	}
}

func TestMoreRecentEventsThanMemoryIsRefused(t *testing.T) {
	_, err := resilience.NewRegistry(resilience.WithRecentEvents(1_000_001))
	require.EqualError(t, err, "resilience registry: recent events: 1000001 is not between 0 and 1000000")
}

func TestAllThatIsWrongIsReportedInTheOrderOfKeys(t *testing.T) {
	_, err := resilience.NewRegistry(
		resilience.WithOverrides(map[string]string{"b": "1", "a": "1", "all.retry.delay": "1s"}),
		resilience.WithEnv([]string{"RESILIENCE_X=1", "HOME=/", "=C:=odd", "odd"}),
		resilience.WithRecentEvents(-1),
		resilience.WithStore(nil),
		nil,
	)
	require.EqualError(t, err, strings.Join([]string{
		`resilience registry: an option is nil`,
		`override a: unknown scope "a": the scopes are defaults, configs, all, instances`,
		`override b: unknown scope "b": the scopes are defaults, configs, all, instances`,
		`environment variable RESILIENCE_X: unknown scope "X": the scopes are DEFAULTS, CONFIGS, ALL, INSTANCES`,
		`store is nil`,
		`recent events: -1 is not between 0 and 1000000`,
	}, "\n"))
}

func TestAVariableForTwoSharedConfigurationsIsRefused(t *testing.T) {
	_, err := resilience.NewRegistry(
		resilience.WithOverrides(map[string]string{"configs.my.base.retry.delay": "1s", "configs.my_base.retry.delay": "2s"}),
		resilience.WithEnv([]string{"RESILIENCE_CONFIGS_MY_BASE_RETRY_DELAY=3s"}),
	)
	require.EqualError(t, err, `resilience registry: environment variables RESILIENCE_CONFIGS_MY_BASE_…: could mean the shared configuration "my.base" or "my_base"`)
}

func TestVariablesOfOthersAreNotRead(t *testing.T) {
	_, err := resilience.NewRegistry(resilience.WithEnv([]string{"RESILIENT_ALL=1", "resilience_x=1", "PATH=/bin"}))
	require.NoError(t, err)
}

// FuzzEnvironment checks that any instance's variable finds it, and that no
// variable makes anything panic.
func FuzzEnvironment(f *testing.F) {
	f.Add("tracking.Client.Track", "5")
	f.Add("tracking.Client@ups.Track", "0")
	f.Add("a_b.retry", "x")
	f.Add("größe.Ключ", "1")
	f.Fuzz(func(t *testing.T, name, value string) {
		variable := "RESILIENCE_INSTANCES_" + variableName(name) + "_RETRY_MAXATTEMPTS"
		reg, err := resilience.NewRegistry(resilience.WithEnv([]string{variable + "=" + value}))
		_, valueErr := annotations.Lookup("retry").Key("maxAttempts").Parse(value)
		if name == "" || variableName(name)[0] == '_' || valueErr != nil {
			return
		}
		require.NoError(t, err)
		retry, err := reg.Retry(name, resilience.DefaultRetryConfig())
		require.NoError(t, err)
		want, _ := annotations.Lookup("retry").Key("maxAttempts").Parse(value)
		assert.Equal(t, want.Int(), retry.Config().MaxAttempts)
		assert.Empty(t, reg.Unused())
	})
}

func FuzzOverrides(f *testing.F) {
	for _, key := range []string{"instances.a.retry.delay", "configs.a.base", "all.timeout.total", "...", "configs.base"} {
		f.Add(key, "1s")
	}
	f.Fuzz(func(t *testing.T, key, value string) {
		reg, err := resilience.NewRegistry(
			resilience.WithOverrides(map[string]string{key: value}),
			resilience.WithEnv([]string{"RESILIENCE_" + key + "=" + value}),
		)
		if err == nil {
			assert.True(t, slices.Contains(reg.Unused(), key))
		}
	})
}

// variableName is the documented rule: letters and digits in capitals, anything
// else an underscore.
func variableName(name string) string {
	var b strings.Builder
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			r = '_'
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}
