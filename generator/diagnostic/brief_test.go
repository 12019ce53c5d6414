package diagnostic_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/go-resgen/resgen/generator/diagnostic"
)

func TestBriefShortensLongWordsOnly(t *testing.T) {
	long := strings.Repeat("x", 300)
	short := strings.Repeat("x", 80) + "…" + strings.Repeat("x", 24)
	inQuotes := `"` + strings.Repeat("x", 79) + "…" + strings.Repeat("x", 23) + `"`
	sentence := strings.Repeat("all is well here ", 30)
	for name, test := range map[string]struct{ message, want string }{
		"a short message":                {"delay has no value", "delay has no value"},
		"a long message of short words":  {sentence, sentence},
		"lines":                          {"\n\t" + sentence + "\n", "\n\t" + sentence + "\n"},
		"a long word":                    {"no key " + long + " here", "no key " + short + " here"},
		"several long words":             {long + " " + long, short + " " + short},
		"a quoted word":                  {`no key "` + long + `": write it`, `no key "` + strings.Repeat("x", 79) + "…" + strings.Repeat("x", 22) + `": write it`},
		"a quoted text with spaces":      {`value "` + strings.Repeat("a b ", 60) + `" is long`, `value "` + strings.Repeat("a b ", 20)[:79] + "…" + (strings.Repeat("a b ", 60) + `"`)[217:] + " is long"},
		"a quote without its partner":    {`the quote " is not closed` + sentence, `the quote " is not closed` + sentence},
		"the quoted word at the end":     {`no key "` + long + `"`, "no key " + inQuotes},
		"characters of several bytes":    {strings.Repeat("äé", 100), strings.Repeat("äé", 20) + "…" + strings.Repeat("äé", 6)},
		"bytes that are not a character": {strings.Repeat("\xff", 300), strings.Repeat("\xff", 80) + "…" + strings.Repeat("\xff", 24)},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.want, diagnostic.Brief(test.message))
		})
	}
}
