package main

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestProgressIsShownFromTheFirstSecondOnAndLeavesNoTrace(t *testing.T) {
	for _, test := range []struct {
		name  string
		takes time.Duration
		want  string
	}{
		{"a quick run says nothing", 900 * time.Millisecond, ""},
		{
			"a slow run counts the seconds", 2500 * time.Millisecond,
			"\r\x1b[Kresgen: loading packages, 1s so far\r\x1b[Kresgen: loading packages, 2s so far\r\x1b[K",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var terminal bytes.Buffer
				done := progress(&terminal, "loading packages")
				time.Sleep(test.takes)
				done()
				assert.Equal(t, test.want, terminal.String())
			})
		})
	}
}
