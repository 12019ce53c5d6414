package annotations_test

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/annotations"
)

func TestEveryDirectiveIsFoundByItsName(t *testing.T) {
	for _, d := range annotations.Directives() {
		assert.Same(t, d, annotations.Lookup(d.Name))
	}
	assert.Nil(t, annotations.Lookup("Retry"))
}

func TestEveryDirectiveIsCompletelyDescribed(t *testing.T) {
	for _, d := range annotations.Directives() {
		t.Run(d.Name, func(t *testing.T) {
			assert.True(t, isSentence(d.Doc), "doc %q", d.Doc)
			assert.True(t, d.OnInterface || d.OnMethod, "stands nowhere")
			if d.Positional != "" {
				require.NotNil(t, d.Key(d.Positional))
			}
			for _, k := range d.Keys {
				describesKey(t, d, k)
			}
		})
	}
}

func describesKey(t *testing.T, d *annotations.Directive, k *annotations.Key) {
	assert.Same(t, k, d.Key(k.Name), "two keys are called %s", k.Name)
	assert.True(t, isSentence(k.Doc), "%s: doc %q", k.Name, k.Doc)
	assert.NotEqual(t, "unknown", k.Kind.String(), k.Name)
	scalar := !k.Kind.List() && !k.Kind.Reference() && k.Kind != annotations.Expr
	if k.Override {
		assert.True(t, scalar, "%s is overridable and no scalar", k.Name)
	}
	if k.OverrideOnly {
		assert.True(t, k.Override, k.Name)
	}
	switch k.Kind {
	case annotations.Duration, annotations.Int, annotations.Float, annotations.Percent:
		assert.NotEmpty(t, k.Min, "%s has no lower bound", k.Name)
		assert.NotEmpty(t, k.Max, "%s has no upper bound", k.Name)
	case annotations.Enum, annotations.Policies:
		assert.NotEmpty(t, k.Enum, k.Name)
	}
	if k.Default != "" {
		v, err := k.Parse(k.Default)
		require.NoError(t, err, k.Name)
		assert.Equal(t, k.Default, v.String(), "the default of %s is not canonical", k.Name)
	}
	for _, name := range slices.Concat(k.Needs, k.Excludes, nonEmpty(k.DefaultKey), nonEmpty(k.Overrules)) {
		assert.NotNil(t, d.Key(name), "%s refers to %s, which %s has not", k.Name, name, d.Name)
	}
}

func nonEmpty(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}

func isSentence(text string) bool {
	return text != "" && strings.ToUpper(text[:1]) == text[:1] && strings.HasSuffix(text, ".") && !strings.Contains(text, "\n")
}

func TestEveryExampleIsAValidDirective(t *testing.T) {
	for _, d := range annotations.Directives() {
		t.Run(d.Name, func(t *testing.T) {
			parsed, ok := ast.ParseDirective(token.Pos(1), d.Example)
			require.True(t, ok)
			assert.Equal(t, "resilience", parsed.Tool)
			assert.Equal(t, d.Name, parsed.Name)
			_, problems := annotations.Parse(parsed.Name, parsed.Slash, parsed.Args, parsed.ArgsPos)
			assert.Empty(t, problems)
		})
	}
}

func TestTheDefaultsDoNotContradictEachOther(t *testing.T) {
	for _, d := range annotations.Directives() {
		for _, c := range d.Check(d.Defaults()) {
			// What has no default and is needed is missing; nothing else is wrong.
			assert.False(t, d.Defaults().Has(c.Key), "%s: %s", d.Name, c.Message)
		}
	}
}

func TestTheListsOfPoliciesNameThePolicies(t *testing.T) {
	var policies []string
	for _, d := range annotations.Directives() {
		if d.Policy {
			policies = append(policies, d.Name)
		}
	}
	assert.ElementsMatch(t, policies, annotations.Lookup("off").Key("policies").Enum)
	assert.ElementsMatch(t, append(policies, "totaltimeout"), annotations.Order())
	assert.Equal(t, annotations.Order(), append([]string{"fallback"}, annotations.Lookup("order").Key("layers").Enum...))
}

func TestWhatIsReturnedCanBeChangedWithoutChangingTheVocabulary(t *testing.T) {
	annotations.Directives()[0] = nil
	annotations.Order()[0] = ""
	assert.NotNil(t, annotations.Directives()[0])
	assert.Equal(t, "fallback", annotations.Order()[0])
}

func TestADefaultCanFollowAnotherKey(t *testing.T) {
	rate := annotations.Lookup("ratelimit")
	stated, err := annotations.ParseSettings(rate, "limit=7 period=1s")
	require.NoError(t, err)
	complete := rate.Complete(stated)
	assert.Equal(t, 7, complete.Int("burst"))
	assert.True(t, complete.Bool("enabled"))
	assert.False(t, stated.Has("burst"))
}

func TestNamesOfOtherLibrariesLeadToTheVocabulary(t *testing.T) {
	for other, name := range annotations.OtherNames {
		assert.NotNil(t, annotations.Lookup(name), other)
		assert.Nil(t, annotations.Lookup(other), other)
	}
	for directive, keys := range annotations.OtherKeys {
		d := annotations.Lookup(directive)
		require.NotNil(t, d, directive)
		for other, key := range keys {
			assert.NotNil(t, d.Key(key), other)
			assert.Nil(t, d.Key(other), other)
		}
	}
}
