package annotations_test

import (
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/annotations"
)

func FuzzParse(f *testing.F) {
	for _, d := range annotations.Directives() {
		_, text, _ := strings.Cut(d.Example, " ")
		f.Add(d.Name, text)
	}
	for _, text := range []string{
		"maxAttempts = 3", `name="a b" config='x'`, "retryOn=ErrA, ,ErrB delay=5", `retryOn="\u00e9,x"`, "name=`a", `"=`, "a=//b // c",
		"retryIf=func(x) y=z", ",=,", "delay:=5ms delay", "\xff=\xff", "retryOn=ErrA,\u00a0\u2003ErrB,", "replayable, locked", "3 s", "{a: b}", "a,b=c;maxAttempts=3", "value=a + b", "up to 3 times", "timeout 1s", `"delay=5"`, `a \`, `value="\"" name="\x"`,
	} {
		f.Add("retry", text)
		f.Add("order", text)
		f.Add("fallback", text)
	}
	f.Add("ratelimit", "limit=10 per second")
	f.Add("ratelimit", "limit=10/s")
	f.Add("retry(maxAttempts=3,", "delay=5ms)")
	f.Add("retry:", ")")
	f.Fuzz(func(t *testing.T, name, text string) {
		args, problems := annotations.Parse(name, namePos, text, textPos)
		for _, p := range problems {
			inside(t, name, text, p.Pos, p.End)
			assert.NotEmpty(t, p.Message)
			assert.Regexp(t, `^RG1\d\d$`, p.Code)
		}
		if args == nil {
			assert.Len(t, problems, 1)
			return
		}
		for _, arg := range args.List {
			inside(t, name, text, arg.Pos, arg.ValuePos+token.Pos(len(arg.Text)))
			for _, item := range arg.Value.List() {
				inside(t, name, text, item.Pos, item.Pos)
			}
		}
		if strings.TrimSpace(text) != "" {
			assert.True(t, len(args.List) > 0 || len(problems) > 0, "the text is ignored")
		}
		if len(problems) == 0 {
			back, err := annotations.ParseSettings(args.Directive, annotations.Canonical(args.Directive, args.Settings()))
			require.NoError(t, err)
			assert.Equal(t, annotations.Canonical(args.Directive, args.Settings()), annotations.Canonical(args.Directive, back))
		}
	})
}

// inside fails the test unless pos and end enclose a part of the name, of the
// text, or of the whole directive.
func inside(t *testing.T, name, text string, pos, end token.Pos) {
	t.Helper()
	nameEnd, textEnd := namePos+token.Pos(len(name)), textPos+token.Pos(len(text))
	inName := namePos <= pos && pos <= end && end <= nameEnd
	inText := textPos <= pos && pos <= end && end <= textEnd
	whole := pos == namePos && end == textEnd
	if !inName && !inText && !whole {
		t.Errorf("%d to %d lies outside of the directive", pos, end)
	}
}

func FuzzParseSettings(f *testing.F) {
	for _, d := range annotations.Directives() {
		f.Add(d.Name, "name=a config=b scope=method")
		_, text, _ := strings.Cut(d.Example, " ")
		f.Add(d.Name, text)
	}
	f.Add("retry", `retryOn="a, b,[c,d" delay=5`)
	f.Fuzz(func(t *testing.T, name, text string) {
		d := annotations.Lookup(name)
		if d == nil {
			return
		}
		s, err := annotations.ParseSettings(d, text)
		if err != nil {
			return
		}
		canonical := annotations.Canonical(d, s)
		back, err := annotations.ParseSettings(d, canonical)
		require.NoError(t, err)
		assert.Equal(t, canonical, annotations.Canonical(d, back))
	})
}

func FuzzSuggest(f *testing.F) {
	f.Add("atempts")
	f.Add("")
	f.Fuzz(func(t *testing.T, word string) {
		known := []string{"maxAttempts", "delay", "failAfterMaxAttempts"}
		if near := annotations.Suggest(word, known); near != "" {
			assert.Contains(t, known, near)
		}
	})
}
