package annotations_test

import (
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/annotations"
)

// The positions of the name and of the text in these tests: far apart, so that
// none can be taken for the other.
const (
	namePos = token.Pos(1001)
	textPos = token.Pos(5001)
)

func TestParseReadsEveryKindOfValue(t *testing.T) {
	for name, text := range map[string]string{
		"retry":          `maxAttempts=4 delay=50ms multiplier=1.5 maxDelay=1s jitter=0.2 maxDuration=1m30s retryOn=ErrBusy,*net.OpError abortOn=*net/url.Error retryIf=isTemporary retryOnResult=check.Empty failAfterMaxAttempts=true replayable=true name=carrier/eu config=base locked=true`,
		"circuitbreaker": `window=20 failureRate=0.4 minCalls=10 slowCall=250us initial=metricsOnly callerDeadline=ignore scope=method group=carrier`,
		"timeout":        `duration=200ms total=1s mode=detached outlives=ok`,
		"fallback":       `value="not known" on=ErrBusy`,
		"off":            `methods=Close,Name`,
	} {
		t.Run(name, func(t *testing.T) {
			args, problems := annotations.Parse(name, namePos, text, textPos)
			require.Empty(t, problems)
			assert.Equal(t, name, args.Directive.Name)
			assert.Equal(t, namePos, args.Pos)
			assert.Equal(t, text, annotations.Canonical(args.Directive, args.Settings()))
		})
	}
}

func TestParseReadsValuesAsTheirTypes(t *testing.T) {
	text := "window=9.9s failureRate=33.3333 minCalls=10 openWait=5s openMultiplier=2.5 autoHalfOpen=true initial=open ignoreOn=ErrA,ErrB"
	args, problems := annotations.Parse("circuitbreaker", namePos, text, textPos)
	require.Empty(t, problems)
	s := args.Settings()
	calls, span := s.Window("window")
	assert.Equal(t, 0, calls)
	assert.Equal(t, "9.9s", span.String())
	assert.Equal(t, 33.3333, s.Float("failureRate"))
	assert.Equal(t, 10, s.Int("minCalls"))
	assert.Equal(t, "5s", s.Duration("openWait").String())
	assert.Equal(t, 2.5, s.Float("openMultiplier"))
	assert.True(t, s.Bool("autoHalfOpen"))
	assert.Equal(t, "open", s.Text("initial"))
	assert.Equal(t, []annotations.Item{{Text: "ErrA", Pos: textPos + token.Pos(strings.Index(text, "ErrA"))}, {Text: "ErrB", Pos: textPos + token.Pos(strings.Index(text, "ErrB"))}}, s.List("ignoreOn"))
	assert.False(t, s.Has("slowCall"))
	assert.Zero(t, s.Duration("slowCall"))
}

func TestEveryArgumentKeepsItsPosition(t *testing.T) {
	text := "2s  total=\"5s\"\tmode=detached"
	args, problems := annotations.Parse("timeout", namePos, text, textPos)
	require.Empty(t, problems)
	require.Len(t, args.List, 3)
	assert.Equal(t, annotations.Arg{
		Key: args.Directive.Key("duration"), Value: args.Settings()["duration"],
		Pos: textPos, ValuePos: textPos, Text: "2s",
	}, args.List[0])
	total, ok := args.Arg("total")
	require.True(t, ok)
	assert.Equal(t, textPos+4, total.Pos)
	assert.Equal(t, textPos+10, total.ValuePos)
	assert.Equal(t, `"5s"`, total.Text)
	_, ok = args.Arg("outlives")
	assert.False(t, ok)
}

func TestElementsOfQuotedListsKeepTheirPositions(t *testing.T) {
	tests := map[string]struct{ text, first, second string }{
		"bare":    {`retryOn=ErrÄ,ErrB`, `ErrÄ,ErrB`, `ErrB`},
		"quoted":  {`retryOn="ErrÄ, ErrB"`, `ErrÄ, ErrB"`, `ErrB"`},
		"raw":     {"retryOn=` ErrÄ ,ErrB`", "ErrÄ ,ErrB`", "ErrB`"},
		"escaped": {`retryOn="\u0045rrÄ,\tErrB"`, `\u0045rrÄ,\tErrB"`, `ErrB"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			args, problems := annotations.Parse("retry", namePos, test.text, textPos)
			require.Empty(t, problems)
			items := args.Settings().List("retryOn")
			require.Len(t, items, 2)
			assert.Equal(t, "ErrÄ", items[0].Text)
			assert.Equal(t, test.first, test.text[items[0].Pos-textPos:])
			assert.Equal(t, "ErrB", items[1].Text)
			assert.Equal(t, test.second, test.text[items[1].Pos-textPos:])
		})
	}
}

func TestNamesAloneReferToInstancesConfiguredElsewhere(t *testing.T) {
	for _, text := range []string{"name=carrier", "config=base", "config=base burst=5"} {
		_, problems := annotations.Parse("ratelimit", namePos, text, textPos)
		assert.Empty(t, problems, text)
	}
}

func TestASharedConfigurationMaySupplyWhatAKeyNeeds(t *testing.T) {
	for _, text := range []string{"config=base maxDelay=100ms", "config=base maxDuration=1ms"} {
		_, problems := annotations.Parse("retry", namePos, text, textPos)
		assert.Empty(t, problems, text)
	}
	_, problems := annotations.Parse("circuitbreaker", namePos, "config=base slowRate=40", textPos)
	assert.Empty(t, problems)
}

func TestPositionsCanBeOffsets(t *testing.T) {
	_, problems := annotations.Parse("retry", 0, "delay=5", 0)
	require.Len(t, problems, 1)
	assert.Equal(t, token.Pos(6), problems[0].Pos)
	assert.Equal(t, token.Pos(7), problems[0].End)
}
