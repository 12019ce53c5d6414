package explain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWarnings(t *testing.T) {
	tests := []struct {
		name, directives string
		want             []string
	}{
		{"nothing of note", "circuitbreaker\ntimeout 1s total=5s\nretry", nil},

		{"a share that looks like a fraction", "circuitbreaker failureRate=0.5", []string{
			"circuitbreaker failureRate=0.5 is less than one percent: if 50 percent is meant, write failureRate=50",
		}},
		{"a fraction of slow calls", "circuitbreaker slowCall=1s slowRate=0.07", []string{
			"circuitbreaker slowRate=0.07 is less than one percent: if 7 percent is meant, write slowRate=7",
		}},
		{"a fraction of retries", "retry budget=0.125", []string{
			"retry budget=0.125 is less than one percent: if 12.5 percent is meant, write budget=12.5",
		}},
		{"a share of one percent", "circuitbreaker failureRate=1", nil},
		{"a jitter, which is a fraction", "retry jitter=0.5", nil},
		{"a fraction that another method states", "circuitbreaker name=defined", []string{
			"circuitbreaker failureRate=0.2 is less than one percent: if 20 percent is meant, write failureRate=20",
		}},
		{"the method that states it", "circuitbreaker name=defined failureRate=0.2", []string{
			"circuitbreaker failureRate=0.2 is less than one percent: if 20 percent is meant, write failureRate=20",
		}},

		{"probes without an end", "circuitbreaker maxHalfOpenWait=0", []string{
			"circuitbreaker maxHalfOpenWait=0: a probe that never ends keeps the breaker half-open for ever",
		}},
		{"a breaker that refuses all", "circuitbreaker initial=forcedOpen", []string{
			"circuitbreaker initial=forcedOpen: every call is refused until the program changes the state",
		}},
		{"a breaker that does nothing", "circuitbreaker initial=disabled", []string{
			"circuitbreaker initial=disabled: no call is refused until the program changes the state",
		}},
		{"a breaker that only counts", "circuitbreaker initial=metricsOnly", []string{
			"circuitbreaker initial=metricsOnly: no call is refused until the program changes the state",
		}},
		{"a breaker that begins open, and ends that by itself", "circuitbreaker initial=open", nil},

		{"a slow call that the timeout ends before", "circuitbreaker slowCall=2s\ntimeout 2s", []string{
			"circuitbreaker slowCall=2s: no attempt is that slow, since its timeout is 2s",
		}},
		{"a slow call within the timeout", "circuitbreaker slowCall=1s\ntimeout 2s", nil},
		{"a slow call beside a timeout around the breaker", "circuitbreaker slowCall=2s\ntimeout 2s\norder timeout,circuitbreaker", nil},

		{"a total that a hanging attempt uses up", "retry\ntimeout total=3s", []string{
			"timeout total=3s: an attempt that hangs uses it up and is never tried again: give attempts a timeout of their own",
		}},
		{"a total that one attempt and its delay use up", "retry delay=1s\ntimeout 2s total=3s", []string{
			"timeout total=3s: after an attempt that took its timeout of 2s there is no time for another",
		}},
		{"a total with room for another attempt", "retry delay=1s\ntimeout 2s total=4s", nil},
		{"a total around a single attempt", "retry maxAttempts=1\ntimeout total=3s", nil},
		{"a total around no retry", "timeout total=3s", nil},

		{"an instance of another package", "retry name=elsewhere", []string{
			"retry elsewhere is configured elsewhere: its defaults are shown",
		}},
		{"a shared configuration", "bulkhead config=base", []string{
			"bulkhead starts from the shared configuration base: what it leaves open is shown with its default",
		}},

		{"several", "circuitbreaker failureRate=0.5 maxHalfOpenWait=0\nretry name=elsewhere", []string{
			"retry elsewhere is configured elsewhere: its defaults are shown",
			"circuitbreaker failureRate=0.5 is less than one percent: if 50 percent is meant, write failureRate=50",
			"circuitbreaker maxHalfOpenWait=0: a probe that never ends keeps the breaker half-open for ever",
		}},
	}
	var directives []string
	for _, test := range tests {
		directives = append(directives, test.directives)
	}
	said := methods(t, directives)
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) { assert.Equal(t, test.want, said[i].Warnings) })
	}
}

func TestWarningsOfMethodsThatGiveBack(t *testing.T) {
	report, _ := explained(t, map[string]string{"m.go": `package m

import "io"

//resilience:circuitbreaker
//resilience:bulkhead
type Refused interface{ io.ReadCloser }

//resilience:circuitbreaker
//resilience:off methods=Close
type Through interface{ io.ReadCloser }

//resilience:retry
type Retried interface{ io.Closer }
`})
	said := map[string][]string{}
	for _, i := range report.Interfaces {
		for _, m := range i.Methods {
			if len(m.Warnings) > 0 {
				said[i.Name+"."+m.Name] = m.Warnings
			}
		}
	}
	assert.Equal(t, map[string][]string{
		"m.Refused.Close": {"circuitbreaker, bulkhead can refuse Close, and what it gives back stays taken: pass it through with //resilience:off methods=Close on the interface"},
	}, said)
}
