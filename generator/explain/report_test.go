package explain_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/generator/explain"
)

func TestMethodsHaveTheirPoliciesAndBounds(t *testing.T) {
	tests := []struct {
		name, directives string
		layers           []string // outermost first
		attempts         int
		longest          time.Duration
		endless          string
	}{
		{
			"a retry of attempts that end", "timeout 2s\nretry maxAttempts=2 delay=100ms",
			[]string{"retry maxAttempts=2 delay=100ms (m.Client.M0)", "timeout duration=2s (m.Client.M0)"},
			2, 4100 * time.Millisecond, "",
		},
		{
			"an attempt without an end", "retry maxAttempts=2",
			[]string{"retry maxAttempts=2 delay=500ms (m.Client.M1)"},
			2, 0, "nothing ends an attempt: give it a timeout",
		},
		{
			"a timeout in two places", "timeout 1s total=5s",
			[]string{"timeout total=5s (m.Client.M2)", "timeout duration=1s (m.Client.M2)"},
			1, time.Second, "",
		},
		{
			"an order", "timeout 1s\nretry maxAttempts=3 delay=500ms\norder timeout,retry",
			[]string{"timeout duration=1s (m.Client.M3)", "retry maxAttempts=3 delay=500ms (m.Client.M3)"},
			2, time.Second, "",
		},
		{
			"fallbacks in their order", "fallback func=answer on=context.Canceled\nfallback value=1\ntimeout 1s",
			[]string{"fallback func=answer on=context.Canceled", "fallback value=1", "timeout duration=1s (m.Client.M4)"},
			1, time.Second, "",
		},
		{
			"an instance with a name of its own", "ratelimit name=shared limit=10 period=1s\ntimeout 1s",
			[]string{"ratelimit limit=10 period=1s burst=10 name=shared", "timeout duration=1s (m.Client.M5)"},
			1, time.Second, "",
		},
	}
	var directives []string
	for _, test := range tests {
		directives = append(directives, test.directives)
	}
	said := methods(t, directives)
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var layers []string
			for _, l := range said[i].Layers {
				layers = append(layers, l.String())
			}
			assert.Equal(t, test.layers, layers)
			assert.Equal(t, test.attempts, said[i].Bound.Attempts)
			assert.Equal(t, test.longest, said[i].Bound.Time)
			assert.Equal(t, test.endless, said[i].Bound.Endless)
		})
	}
}

// report is about interfaces of two packages, in an order that is not that of their
// names.
func report(t *testing.T) (explain.Report, string) {
	t.Helper()
	return explained(t, map[string]string{
		"z/z.go": `package z

import "context"

type B interface {
	//resilience:timeout 1s
	Do(ctx context.Context) error
}

type A interface {
	//resilience:timeout 1s
	Do(ctx context.Context) error
}
`,
		"a/a.go": `package a

import (
	"context"
	"io"
)

//resilience:timeout 1s
//resilience:off methods=Close
type Closer interface {
	io.Closer
	Do(ctx context.Context) error
	//resilience:off
	Name() string
}

//resilience:timeout 1s mode=detached
type Embedding interface {
	io.Closer
}
`,
	})
}

func TestTextIsOrderedByPackageAndPlace(t *testing.T) {
	r, dir := report(t)
	var text strings.Builder
	require.NoError(t, r.WriteText(&text, dir))
	assert.Equal(t, `a/a.go:10: a.Closer

METHOD   ATTEMPTS   LONGEST   POLICIES, OUTERMOST FIRST
Do       1          1s        timeout duration=1s (a.Closer)
                              = 1s timeout
                              if the implementation returns when its context ends

Not protected: Name, Close

a/a.go:18: a.Embedding

METHOD   ATTEMPTS   LONGEST   POLICIES, OUTERMOST FIRST
Close    1          1s        timeout duration=1s mode=detached (a.Embedding)
                              = 1s timeout

z/z.go:5: z.B

METHOD   ATTEMPTS   LONGEST   POLICIES, OUTERMOST FIRST
Do       1          1s        timeout duration=1s (z.B.Do)
                              = 1s timeout
                              if the implementation returns when its context ends

z/z.go:10: z.A

METHOD   ATTEMPTS   LONGEST   POLICIES, OUTERMOST FIRST
Do       1          1s        timeout duration=1s (z.A.Do)
                              = 1s timeout
                              if the implementation returns when its context ends
`, text.String())
}

func TestAMethodOfAnotherPackageStandsWhereItsInterfaceDoes(t *testing.T) {
	r, _ := report(t)
	for _, i := range r.Interfaces {
		if i.Name == "a.Embedding" {
			require.Len(t, i.Methods, 1)
			assert.Equal(t, i.Pos, i.Methods[0].Pos)
			return
		}
	}
	t.Fatal("the interface is missing")
}

func TestNothingIsExplainedWhereThereIsNothing(t *testing.T) {
	var text, numbers strings.Builder
	require.NoError(t, explain.Report{}.WriteText(&text, ""))
	require.NoError(t, explain.Report{}.WriteJSON(&numbers, ""))
	assert.Empty(t, text.String())
	assert.JSONEq(t, `{"schema": 1, "interfaces": []}`, numbers.String())
}

func TestJSONHasListsEvenIfTheyAreEmptyAndNoTimeWithoutAnEnd(t *testing.T) {
	r, dir := explained(t, map[string]string{"m.go": `package m

import "context"

type Client interface {
	//resilience:retry budget=0.5
	Do(ctx context.Context) error
}
`})
	var text strings.Builder
	require.NoError(t, r.WriteJSON(&text, dir))
	assert.JSONEq(t, `{"schema": 1, "interfaces": [{
		"package": "example.com/m", "name": "m.Client", "file": "m.go", "line": 5, "unprotected": [],
		"methods": [{
			"name": "Do", "file": "m.go", "line": 7,
			"layers": [{"name": "retry", "instance": "m.Client.Do", "settings": [
				{"key": "maxAttempts", "value": "3"}, {"key": "delay", "value": "500ms"}, {"key": "budget", "value": "0.5"}
			]}],
			"attempts": 3, "endless": "nothing ends an attempt: give it a timeout", "conditions": [],
			"warnings": ["retry budget=0.5 is less than one percent: if 50 percent is meant, write budget=50"]
		}]
	}]}`, text.String())
}

func TestTextAndJSONFailWhereTheWriterDoes(t *testing.T) {
	r, dir := report(t)
	assert.ErrorIs(t, r.WriteText(closed{}, dir), errClosed)
	assert.ErrorIs(t, r.WriteJSON(closed{}, dir), errClosed)
}

type closed struct{}

var errClosed = errors.New("closed")

func (closed) Write([]byte) (int, error) { return 0, errClosed }
