package diagnostic_test

import (
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/generator/diagnostic"
)

func at(file string, line, column int) token.Position {
	return token.Position{Filename: file, Line: line, Column: column}
}

func TestSortedOrdersByPlaceAndDropsDuplicates(t *testing.T) {
	list := diagnostic.List{
		{Pos: at("/w/b.go", 1, 1), Code: "RG102", Message: "f"},
		{Pos: at("/w/a.go", 10, 1), Code: "RG101", Message: "e"},
		{Pos: at("/w/a.go", 2, 9), Code: "RG102", Message: "d"},
		{Pos: at("/w/a.go", 2, 9), Code: "RG101", Message: "c"},
		{Pos: at("/w/a.go", 2, 9), Code: "RG101", Message: "b"},
		{Pos: at("/w/a.go", 2, 9), Code: "RG101", Message: "c"},
		{Code: "RG602", Message: "a"},
	}
	var messages []string
	for _, d := range list.Sorted() {
		messages = append(messages, d.Message)
	}
	assert.Equal(t, []string{"a", "b", "c", "d", "e", "f"}, messages)
	assert.Equal(t, "f", list[0].Message, "the list itself keeps its order")
}

func TestWriteText(t *testing.T) {
	var out strings.Builder
	require.NoError(t, diagnostic.List{
		{Pos: at("/w/p/a.go", 2, 9), Code: "RG101", Message: "no such directive"},
		{Pos: at("/w/b.go", 2, 0), Code: "RG102", Message: "one line\nand another"},
		{Pos: at("/elsewhere/c.go", 0, 0), Code: "RG605", Message: "cannot be read"},
		{Pos: at("relative.go", 1, 1), Code: "RG601", Message: "as it is"},
		{Code: "RG602", Message: "no package"},
	}.WriteText(&out, "/w/p"))
	assert.Equal(t, `a.go:2:9: RG101: no such directive
../b.go:2: RG102: one line
	and another
../../elsewhere/c.go: RG605: cannot be read
relative.go:1:1: RG601: as it is
RG602: no package
`, out.String())
}

func TestWriteJSON(t *testing.T) {
	d := diagnostic.Diagnostic{
		Pos: at("/w/p/a.go", 2, 9), End: at("/w/p/a.go", 2, 13), Code: "RG101", Message: "<retri> is no directive",
	}
	var out strings.Builder
	require.NoError(t, diagnostic.List{d.WithReplacement("write retry", "retry"), {Code: "RG602", Message: "no package"}}.WriteJSON(&out, "/w"))
	assert.Equal(t, `[
	{
		"file": "p/a.go",
		"line": 2,
		"column": 9,
		"end": {
			"line": 2,
			"column": 13
		},
		"code": "RG101",
		"message": "<retri> is no directive",
		"fixes": [
			{
				"message": "write retry",
				"edits": [
					{
						"file": "p/a.go",
						"start": {
							"line": 2,
							"column": 9
						},
						"end": {
							"line": 2,
							"column": 13
						},
						"text": "retry"
					}
				]
			}
		]
	},
	{
		"file": "",
		"line": 0,
		"column": 0,
		"code": "RG602",
		"message": "no package"
	}
]
`, out.String())

	out.Reset()
	require.NoError(t, diagnostic.List(nil).WriteJSON(&out, ""))
	assert.Equal(t, "[]\n", out.String())
}

func TestNewIgnoresLineComments(t *testing.T) {
	fset := token.NewFileSet()
	file := fset.AddFile("/w/a.go", -1, 100)
	file.SetLines([]int{0, 10, 20})
	file.AddLineColumnInfo(0, "/elsewhere/b.go", 7, 1)
	d := diagnostic.New(fset, file.Pos(12), token.NoPos, "RG101", "%d of %s", 2, "them")
	assert.Equal(t, token.Position{Filename: "/w/a.go", Offset: 12, Line: 2, Column: 3}, d.Pos)
	assert.False(t, d.End.IsValid())
	assert.Equal(t, "2 of them", d.Message)
}
