package annotations_test

import (
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/go-resgen/resgen/annotations"
)

// A mistake is what Parse is expected to report: the code, the text that it
// points at, the message, and the replacement, if any.
type mistake struct{ code, at, message, replacement string }

func TestParseReportsEveryMistake(t *testing.T) {
	tests := []struct {
		name, directive, text string
		want                  []mistake
	}{
		// The form of the arguments.
		{"spaces around the equals sign", "retry", "maxAttempts = 3", []mistake{{"RG103", "maxAttempts = 3", "remove the spaces around =: write maxAttempts=3", "maxAttempts=3"}}},
		{"a space before the equals sign", "retry", "maxAttempts =3", []mistake{{"RG103", "maxAttempts =3", "remove the spaces around =: write maxAttempts=3", "maxAttempts=3"}}},
		{"a space after the equals sign", "retry", "maxAttempts= 3 delay=1s", []mistake{{"RG103", "maxAttempts= 3", "remove the spaces around =: write maxAttempts=3", "maxAttempts=3"}}},
		{"spaces around the equals sign of a bad value", "retry", "maxAttempts = x", []mistake{
			{"RG103", "maxAttempts = x", "remove the spaces around =: write maxAttempts=x", "maxAttempts=x"},
			{"RG109", "x", `maxAttempts: "x" is not a whole number`, ""},
		}},
		{"commas between arguments", "retry", "maxAttempts=3, delay=1s", []mistake{{"RG103", ",", "arguments are separated by spaces: remove the comma", ""}}},
		{"commas and no spaces between arguments", "timeout", "2s,total=1s", []mistake{
			{"RG103", "2s,total=1s", "arguments are separated by spaces: write 2s total=1s", "2s total=1s"},
			{"RG113", "total=1s", "total=1s is less than duration=2s: the attempt's timeout could never end one; raise total or lower the duration", ""},
		}},
		{"a semicolon between a list and an argument", "retry", "retryOn=ErrA,ErrB;abortOn=ErrC", []mistake{{"RG103", "retryOn=ErrA,ErrB;abortOn=ErrC", "arguments are separated by spaces: write retryOn=ErrA,ErrB abortOn=ErrC", "retryOn=ErrA,ErrB abortOn=ErrC"}}},
		{"arguments in braces", "retry", "{maxAttempts: 3, delay: 50ms}", []mistake{{"RG103", "{maxAttempts: 3, delay: 50ms}", "arguments are separated by spaces, without brackets and commas: write maxAttempts=3 delay=50ms", "maxAttempts=3 delay=50ms"}}},
		{"arguments in parentheses", "ratelimit", "(limit=3)", []mistake{{"RG103", "(limit=3)", "arguments are separated by spaces, without brackets and commas: write limit=3", "limit=3"}}},
		{"quotes around an argument", "retry", `"maxAttempts=3"`, []mistake{{"RG103", `"maxAttempts=3"`, "only a value may be in quotes: write maxAttempts=3", "maxAttempts=3"}}},
		{"a space before the unit", "timeout", "3 s total=9s", []mistake{{"RG103", "3 s", `duration: "3 s" has a space in it: write 3s`, "3s"}}},
		{"a space before a unit in words", "retry", "delay=5 Seconds", []mistake{{"RG103", "5 Seconds", `delay: "5 Seconds" has a space in it: write 5s`, "5s"}}},
		{"a space in a duration", "timeout", "total=1m 30s", []mistake{{"RG103", "1m 30s", `total: "1m 30s" has a space in it: write 1m30s`, "1m30s"}}},
		{"a space in a window", "circuitbreaker", "window=10 s", []mistake{{"RG103", "10 s", `window: "10 s" has a space in it: write 10s`, "10s"}}},
		{"a space before a percent sign", "circuitbreaker", "failureRate=50 %", []mistake{{"RG103", "50 %", `failureRate: "50 %" has a space in it: write 50`, "50"}}},
		{"a space before the percent sign of a decimal", "retry", "jitter=20 %", []mistake{{"RG103", "20 %", `jitter: "20 %" has a space in it: write 0.2`, "0.2"}}},
		{"a space and too long a duration", "timeout", "9999 h", []mistake{
			{"RG103", "9999 h", `duration: "9999 h" has a space in it: write 9999h`, "9999h"},
			{"RG110", "9999 h", `duration: "9999h" is out of bounds: the value is at most 8760h`, ""},
		}},
		{"an equals sign before a value that needs no key", "timeout", "=2s", []mistake{{"RG103", "=2s", "a value without its key has no =: write 2s", "2s"}}},
		{"a value without a key", "retry", "=3", []mistake{{"RG103", "=3", "a value without a key: write key=value", ""}}},
		{"a comment behind the directive", "retry", "maxAttempts=3 // as often as = needed", []mistake{{"RG103", "// as often as = needed", "a directive takes no comment: write it on a line of its own", ""}}},
		{"a comment as in a shell", "retry", "maxAttempts=3 # three tries", []mistake{{"RG103", "# three tries", "a directive takes no comment: write it on a line of its own", ""}}},
		{"a colon and a space for the equals sign", "retry", "delay: 5ms maxAttempts=0", []mistake{
			{"RG106", "delay: 5ms", "a key and its value are joined by =: write delay=5ms", "delay=5ms"},
			{"RG110", "0", `maxAttempts: "0" is out of bounds: the value is at least 1`, ""},
		}},
		{"a colon for the equals sign", "retry", "delay:5ms", []mistake{{"RG106", "delay:5ms", "a key and its value are joined by =: write delay=5ms", "delay=5ms"}}},
		{"a flag without a value", "retry", "replayable", []mistake{{"RG106", "replayable", "a key and its value are joined by =: write replayable=true", "replayable=true"}}},
		{"a key without a value", "retry", "maxAttempts", []mistake{{"RG106", "maxAttempts", "maxAttempts has no value: write maxAttempts=value", ""}}},
		{"an expression that is missing", "fallback", "value=", []mistake{{"RG106", "value=", `value is not followed by one: write a constant, value="" or value=nil`, ""}}},
		{"an equals sign without a value", "retry", "maxAttempts= delay=1s", []mistake{{"RG106", "maxAttempts=", "maxAttempts has no value: write maxAttempts=value", ""}}},
		{"quotes around nothing", "retry", `name=""`, []mistake{{"RG106", `""`, "name: the value is missing", ""}}},
		{"a value where none is taken", "retry", "3", []mistake{{"RG107", "3", "retry takes no value without a key: write maxAttempts=3, or the key that it is for", ""}}},
		{"a duration where none is taken", "retry", "3s", []mistake{{"RG107", "3s", "retry takes no value without a key: write delay=3s, or the key that it is for", ""}}},
		{"a string where none is taken", "fallback", `"not known"`, []mistake{{"RG107", `"not known"`, `fallback takes no value without a key: write value="not known", or the key that it is for`, ""}}},
		{"a rate", "ratelimit", "100/s", []mistake{{"RG107", "100/s", "ratelimit takes no value without a key: write limit=100 period=1s", "limit=100 period=1s"}}},
		{"a rate in words", "ratelimit", "10 per minute burst=2", []mistake{{"RG107", "10 per minute", "ratelimit takes no value without a key: write limit=10 period=1m", "limit=10 period=1m"}}},
		{"a rate over a longer period", "ratelimit", "100/10s", []mistake{{"RG107", "100/10s", "ratelimit takes no value without a key: write limit=100 period=10s", "limit=100 period=10s"}}},
		{"a rate of nothing", "ratelimit", "100/x", []mistake{{"RG107", "100/x", "ratelimit takes no value without a key: write key=100/x, with the key that it is for", ""}}},
		{"a rate as limit", "ratelimit", "limit=100/s", []mistake{{"RG109", "limit=100/s", `limit: "100/s" is not a whole number: write limit=100 period=1s`, "limit=100 period=1s"}}},
		{"a rate as limit beside the period", "ratelimit", "limit=100/s period=1s", []mistake{{"RG109", "100/s", `limit: "100/s" is not a whole number`, ""}}},
		{"a percentage where none is taken", "circuitbreaker", "50%", []mistake{{"RG107", "50%", "circuitbreaker takes no value without a key: write failureRate=50, or the key that it is for", ""}}},
		{"a name where none is taken", "retry", "ErrBusy", []mistake{{"RG107", "ErrBusy", "retry takes no value without a key: write key=ErrBusy, with the key that it is for", ""}}},
		{"a sentence", "retry", "up to 3 times delay=1s", []mistake{{"RG103", "up to 3 times", "a directive takes no words around its values: write maxAttempts=3", ""}}},
		{"a sentence around a value without a key", "timeout", "after 3s total=9s", []mistake{{"RG103", "after 3s", "a directive takes no words around its values: write 3s", ""}}},
		{"several names", "off", "Close Name", []mistake{{"RG107", "Close Name", "off takes no value without a key: write key=Close, with the key that it is for", ""}}},
		{"several values", "retry", "3 50ms", []mistake{
			{"RG107", "3", "retry takes no value without a key: write maxAttempts=3, or the key that it is for", ""},
			{"RG107", "50ms", "retry takes no value without a key: write delay=50ms, or the key that it is for", ""},
		}},
		{"another directive as argument", "retry", "maxAttempts=3 timeout 1s", []mistake{{"RG103", "timeout 1s", "timeout is a directive: write //resilience:timeout 1s on a line of its own", ""}}},
		{"a line that goes on", "ratelimit", `limit=3 \`, []mistake{{"RG103", `\`, "a directive ends with its line: write all its arguments on one", ""}}},
		{"a period in words", "ratelimit", "limit=10 per second", []mistake{{"RG107", "per second", "ratelimit takes no value without a key: write period=1s", "period=1s"}}},
		{"a policy where none is taken", "off", "retry", []mistake{{"RG107", "retry", "off takes no value without a key: write policies=retry, or the key that it is for", ""}}},
		{"two values without a key", "timeout", "2s 3s", []mistake{{"RG105", "3s", "duration is stated twice: remove one", ""}}},
		{"a word behind the value without a key", "timeout", "2s detached", []mistake{{"RG107", "detached", "timeout takes one value without a key, and has it: write mode=detached, or the key that it is for", ""}}},
		{"a value with and without its key", "timeout", "2s duration=3s", []mistake{{"RG105", "duration=3s", "duration is stated twice: remove one", ""}}},
		{"a key twice", "retry", "delay=1s delay=2s", []mistake{{"RG105", "delay=2s", "delay is stated twice: remove one", ""}}},
		{"a list twice", "retry", "retryOn=ErrA retryOn=ErrB", []mistake{{"RG105", "retryOn=ErrB", "retryOn is stated twice: write one list, with commas and no spaces", ""}}},

		// Quotes.
		{"a quote that is not closed", "retry", `delay=5 name="a b`, []mistake{
			{"RG109", "5", `delay: "5" has no unit: write 5ms, 5s or another Go duration`, ""},
			{"RG104", `"a b`, `the quote " is not closed: add another at the end of the value`, ""},
		}},
		{"a backquote that is not closed", "retry", "name=`a b", []mistake{{"RG104", "`a b", "the quote ` is not closed: add another at the end of the value", ""}}},
		{"a backslash that means nothing", "retry", `name="a\d" delay=5`, []mistake{
			{"RG104", `"a\d"`, `"a\d" is not a Go string: check its backslashes, or write it in backquotes`, ""},
			{"RG109", "5", `delay: "5" has no unit: write 5ms, 5s or another Go duration`, ""},
		}},
		{"text behind the closing quote", "retry", `name="a"b`, []mistake{{"RG104", `"a"b`, `"a"b goes on after its closing quote: put the whole value in quotes`, ""}}},
		{"quotes inside the value", "retry", `name=a"b"`, []mistake{{"RG104", `a"b"`, `a"b" has quotes inside: put the whole value in quotes`, ""}}},
		{"single quotes", "retry", `name='a'`, []mistake{{"RG104", `'a'`, `'a' is in single quotes: write double quotes, or none`, ""}}},
		{"a badly quoted required value is not missing too", "ratelimit", `limit=5 period="1s`, []mistake{{"RG104", `"1s`, `the quote " is not closed: add another at the end of the value`, ""}}},

		// Names.
		{"a misspelt key", "retry", "maxAtempts=3", []mistake{{"RG102", "maxAtempts", `retry has no key "maxAtempts": did you mean maxAttempts?`, "maxAttempts"}}},
		{"a key in the wrong case", "retry", "maxattempts=3", []mistake{{"RG102", "maxattempts", `retry has no key "maxattempts": did you mean maxAttempts?`, "maxAttempts"}}},
		{"a misspelt key of a list with spaces", "retry", "retryon=ErrA, ErrB", []mistake{
			{"RG102", "retryon", `retry has no key "retryon": did you mean retryOn?`, "retryOn"},
			{"RG103", "ErrA, ErrB", "a list has no spaces: write ErrA,ErrB", "ErrA,ErrB"},
		}},
		{"a part of a key", "retry", "attempts=3", []mistake{{"RG102", "attempts", `retry has no key "attempts": did you mean maxAttempts?`, "maxAttempts"}}},
		{"another directive's key", "retry", "total=3s", []mistake{{"RG102", "total", `retry has no key "total", which is a key of timeout: write it there`, ""}}},
		{"the last word of several keys", "retry", "on=ErrA", []mistake{{"RG102", "on", `retry has no key "on": did you mean retryOn or abortOn?`, ""}}},
		{"the last word of several keys and a list with spaces", "retry", "on=ErrA, ErrB", []mistake{
			{"RG102", "on", `retry has no key "on": did you mean retryOn or abortOn?`, ""},
			{"RG103", "ErrA, ErrB", "a list has no spaces: write ErrA,ErrB", "ErrA,ErrB"},
		}},
		{"the last word of a key", "retry", "if=isTemporary", []mistake{{"RG102", "if", `retry has no key "if": did you mean retryIf?`, "retryIf"}}},
		{"the first word of several keys", "bulkhead", "max=3", []mistake{{"RG102", "max", `bulkhead has no key "max": did you mean maxConcurrent or maxWait?`, ""}}},
		{"another library's key", "retry", "maxRetries=3", []mistake{{"RG102", "maxRetries", `retry has no key "maxRetries": did you mean maxAttempts (how often the method is called at most, the first time included; 1 is no retry)?`, ""}}},
		{"another library's key that looks like another one", "circuitbreaker", "sleepWindow=5s", []mistake{{"RG102", "sleepWindow", `circuitbreaker has no key "sleepWindow": did you mean openWait (how long the breaker stays open before it lets probes through)?`, ""}}},
		{"another library's key as its Go field has it", "circuitbreaker", "MaxRequests=3", []mistake{{"RG102", "MaxRequests", `circuitbreaker has no key "MaxRequests": did you mean halfOpenCalls (how many probes a half-open breaker lets through in all)?`, ""}}},
		{"another library's list with spaces", "circuitbreaker", "ignoreExceptions=ErrA, ErrB", []mistake{
			{"RG102", "ignoreExceptions", `circuitbreaker has no key "ignoreExceptions": did you mean ignoreOn (the errors that count as nothing; it beats recordOn and recordIf)?`, ""},
			{"RG103", "ErrA, ErrB", "a list has no spaces: write ErrA,ErrB", "ErrA,ErrB"},
		}},
		{"the directive's own name as a key", "timeout", "timeout=2s", []mistake{{"RG102", "timeout", `timeout has no key "timeout": did you mean duration (how long one attempt may take; written without the key)?`, ""}}},
		{"another library's name of a required key", "ratelimit", "limit=3 per=1 s", []mistake{
			{"RG102", "per", `ratelimit has no key "per": did you mean period (the period that limit is counted in)?`, ""},
			{"RG103", "1 s", `period: "1 s" has a space in it: write 1s`, "1s"},
		}},
		{"a key of two other directives", "retry", "maxWait=2s", []mistake{{"RG102", "maxWait", `retry has no key "maxWait", which is a key of bulkhead or ratelimit: write it there`, ""}}},
		{"a key of most other directives", "timeout", "1s name=a", []mistake{{"RG102", "name", `timeout has no key "name": its keys are duration, total, mode, outlives, locked`, ""}}},
		{"another directive", "retry", "timeout=2s", []mistake{{"RG102", "timeout", `retry has no key "timeout", which is a directive: write //resilience:timeout on a line of its own`, ""}}},
		{"an unknown key", "off", "zzz=3", []mistake{{"RG102", "zzz", `off has no key "zzz": its keys are methods, policies`, ""}}},
		{"a misspelt required key is not missing too", "ratelimit", "limt=3 period=1s", []mistake{{"RG102", "limt", `ratelimit has no key "limt": did you mean limit?`, "limit"}}},
		{"a misspelt key and the right one", "retry", "attempts=3 maxAttempts=4", []mistake{{"RG102", "attempts", `retry has no key "attempts": did you mean maxAttempts?`, "maxAttempts"}}},
		{"a key for the runtime's configuration", "retry", "enabled=false", []mistake{{"RG115", "enabled=false", "enabled belongs in the runtime's configuration: set retry.enabled there, or remove the directive", ""}}},

		// Values.
		{"a duration without a unit", "timeout", "50", []mistake{{"RG109", "50", `duration: "50" has no unit: write 50ms, 50s or another Go duration`, ""}}},
		{"a duration with an unknown unit", "timeout", "5secs", []mistake{{"RG109", "5secs", `duration: "5secs" has an unknown unit: write 5s`, "5s"}}},
		{"a duration in days", "timeout", "2d", []mistake{{"RG109", "2d", `duration: "2d" has an unknown unit: write 48h`, "48h"}}},
		{"a duration with a unit in capitals", "timeout", "5MS", []mistake{{"RG109", "5MS", `duration: "5MS" has an unknown unit: write 5ms`, "5ms"}}},
		{"a unit alone", "ratelimit", "limit=3 period=second", []mistake{{"RG109", "second", `period: "second" has no number: write 1s`, "1s"}}},
		{"a duration with a decimal comma", "timeout", "1,5s", []mistake{{"RG109", "1,5s", `duration: "1,5s" has a decimal comma: write 1.5s`, "1.5s"}}},
		{"no duration at all", "timeout", "soon", []mistake{{"RG109", "soon", `duration: "soon" is not a Go duration of at most 8760h, such as 50ms or 1m30s; the units are ns, us, ms, s, m and h`, ""}}},
		{"a duration that does not fit into 64 bits", "timeout", "9999999h", []mistake{{"RG109", "9999999h", `duration: "9999999h" is not a Go duration of at most 8760h, such as 50ms or 1m30s; the units are ns, us, ms, s, m and h`, ""}}},
		{"too long a duration", "timeout", "8761h", []mistake{{"RG110", "8761h", `duration: "8761h" is out of bounds: the value is at most 8760h`, ""}}},
		{"a duration of zero where it means nothing", "timeout", "0", []mistake{{"RG110", "0", `duration: "0" is out of bounds: the value is more than 0s`, ""}}},
		{"too small a number", "retry", "maxAttempts=0", []mistake{{"RG110", "0", `maxAttempts: "0" is out of bounds: the value is at least 1`, ""}}},
		{"too large a number for 64 bits", "retry", "maxAttempts=99999999999999999999", []mistake{{"RG110", "99999999999999999999", `maxAttempts: "99999999999999999999" is out of bounds: the value is at most 1000000`, ""}}},
		{"a multiplier that shrinks", "retry", "multiplier=0.5", []mistake{{"RG110", "0.5", `multiplier: "0.5" is out of bounds: the value is at least 1`, ""}}},
		{"a jitter above one", "retry", "jitter=1.01", []mistake{{"RG110", "1.01", `jitter: "1.01" is out of bounds: the value is at most 1`, ""}}},
		{"a jitter in percent", "retry", "jitter=20", []mistake{{"RG110", "20", `jitter: "20" is out of bounds: the value is at most 1; 20 percent is 0.2`, "0.2"}}},
		{"a number that is none", "retry", "jitter=NaN", []mistake{{"RG109", "NaN", `jitter: "NaN" is not a decimal number such as 2 or 1.5`, ""}}},
		{"a percentage of nothing", "circuitbreaker", "failureRate=0", []mistake{{"RG110", "0", `failureRate: "0" is out of bounds: the value is more than 0`, ""}}},
		{"a percentage for a decimal", "retry", "jitter=33.3333%", []mistake{{"RG109", "33.3333%", `jitter: "33.3333%" is a percentage: write 0.333333`, "0.333333"}}},
		{"a percent sign", "circuitbreaker", "failureRate=50%", []mistake{{"RG109", "50%", `failureRate: "50%" has a percent sign: write the number alone`, "50"}}},
		{"a percentage too fine to be exact", "circuitbreaker", "failureRate=0.00005", []mistake{{"RG109", "0.00005", `failureRate: "0.00005" has more than four decimal places`, ""}}},
		{"a window in tenths that is too long for them", "circuitbreaker", "window=10.5s", []mistake{{"RG109", "10.5s", `window: "10.5s" is not a window: a window is 1 to 1000000 calls, or 100ms to 1h in tenths of a second below 10s and whole seconds from there`, "11s"}}},
		{"a window of no calls", "circuitbreaker", "window=0", []mistake{{"RG110", "0", `window: "0" is not a window: a window is 1 to 1000000 calls, or 100ms to 1h in tenths of a second below 10s and whole seconds from there`, ""}}},
		{"a truth that is none", "retry", "replayable=yes", []mistake{{"RG111", "yes", `replayable: unknown value "yes": write true or false`, ""}}},
		{"a misspelt word", "circuitbreaker", "initial=Opened", []mistake{{"RG111", "Opened", `initial: unknown value "Opened": did you mean open?`, "open"}}},
		{"a word that only ends with a known one", "circuitbreaker", "initial=half-open", []mistake{{"RG111", "half-open", `initial: unknown value "half-open": write closed, open, disabled, metricsOnly or forcedOpen`, ""}}},
		{"an unknown word", "timeout", "1s mode=zzz", []mistake{{"RG111", "zzz", `mode: unknown value "zzz": write cooperative or detached`, ""}}},
		{"a name with spaces", "retry", `name="a b"`, []mistake{{"RG109", `"a b"`, `name: "a b" is not a name: write letters, digits and, after the first, any of "._-/"`, ""}}},
		{"a function literal", "retry", "retryIf=func(err error) bool { return err == nil } delay=5", []mistake{
			{"RG109", "func(err", `retryIf: "func(err" is a function literal: declare the function and write its name`, ""},
			{"RG109", "5", `delay: "5" has no unit: write 5ms, 5s or another Go duration`, ""},
		}},
		{"a call for a function", "retry", "retryIf=isTemporary()", []mistake{{"RG109", "isTemporary()", `retryIf: "isTemporary()" is a call: write the function's name alone`, "isTemporary"}}},
		{"a call with arguments for a function", "fallback", "func=answer(ctx)", []mistake{{"RG109", "answer(ctx)", `func: "answer(ctx)" is a call: write the function's name alone`, "answer"}}},
		{"a call for a method", "off", "methods=Close()", []mistake{{"RG109", "Close()", `methods: "Close()" is a call: write the method's name alone`, "Close"}}},
		{"a text that is not quoted", "fallback", "value=not known on=ErrA", []mistake{{"RG103", "not known", `value has no spaces outside quotes: write value="not known"`, `"not known"`}}},
		{"spaces in an expression", "fallback", "value=2 * time.Second", []mistake{{"RG103", "2 * time.Second", "value has no spaces outside quotes: write value=2*time.Second", "2*time.Second"}}},
		{"a number for a function", "fallback", "func=3", []mistake{{"RG109", "3", `func: "3" is not the name of a function: write one such as isTemporary, pkg.IsTemporary or example.com/pkg.IsTemporary`, ""}}},
		{"a qualified name for a method", "fallback", "method=c.Cached", []mistake{{"RG109", "c.Cached", `method: "c.Cached" is not the name of a method: write it as the interface does, such as Track`, ""}}},

		// Lists.
		{"spaces in a list", "retry", "retryOn=ErrA, *net.OpError delay=1s", []mistake{{"RG103", "ErrA, *net.OpError", "a list has no spaces: write ErrA,*net.OpError", "ErrA,*net.OpError"}}},
		{"spaces for commas in a list", "off", "methods=Close Name", []mistake{{"RG103", "Close Name", "a list has no spaces: write Close,Name", "Close,Name"}}},
		{"spaces for commas in a list without a key", "order", "timeout retry", []mistake{{"RG103", "timeout retry", "a list has no spaces: write timeout,retry", "timeout,retry"}}},
		{"a list and then a flag", "retry", "retryOn=ErrA replayable", []mistake{{"RG106", "replayable", "a key and its value are joined by =: write replayable=true", "replayable=true"}}},
		{"brackets around a list", "retry", "retryOn=[ErrA,io.EOF]", []mistake{{"RG103", "[ErrA,io.EOF]", "retryOn: a list has commas between its elements, and no brackets: write ErrA,io.EOF", "ErrA,io.EOF"}}},
		{"bars in a list", "retry", "retryOn=ErrA||io.EOF", []mistake{{"RG103", "ErrA||io.EOF", "retryOn: a list has commas between its elements, and no brackets: write ErrA,io.EOF", "ErrA,io.EOF"}}},
		{"arrows in a list of words", "order", "timeout->retry", []mistake{{"RG103", "timeout->retry", "layers: a list has commas between its elements, and no brackets: write timeout,retry", "timeout,retry"}}},
		{"a value for an error's type", "retry", "retryOn=&net.OpError{}", []mistake{{"RG109", "&net.OpError{}", `retryOn: "&net.OpError{}" is a value: write its type, *net.OpError`, "*net.OpError"}}},
		{"a call for an error", "retry", "retryOn=errors.Is(ErrA)", []mistake{{"RG109", "errors.Is(ErrA)", `retryOn: "errors.Is(ErrA)" is not the name of an error: write one such as ErrBusy, *net.OpError or *net/url.Error`, ""}}},
		{"an empty element", "retry", "retryOn=ErrA,,ErrB", []mistake{{"RG112", ",", "retryOn: the list has an empty element: remove the comma", ""}}},
		{"a comma at the end of a list", "retry", "retryOn=ErrA,", []mistake{{"RG103", ",", "arguments are separated by spaces: remove the comma", ""}}},
		{"a repeated element", "off", "methods=Close,Name,Close", []mistake{{"RG112", "Close", "methods: Close stands in the list twice: remove one", ""}}},
		{"several bad elements", "retry", `retryOn="ErrA, 3x, &ErrB"`, []mistake{
			{"RG109", "3x", `retryOn: "3x" is not the name of an error: write one such as ErrBusy, *net.OpError or *net/url.Error`, ""},
			{"RG109", "&ErrB", `retryOn: "&ErrB" is not the name of an error: write one such as ErrBusy, *net.OpError or *net/url.Error`, ""},
		}},
		{"an unknown policy", "off", "policies=retry,retires", []mistake{{"RG111", "retires", `policies: unknown value "retires": write retry, circuitbreaker, timeout, bulkhead, ratelimit, fallback, hedge or adaptivelimit`, ""}}},

		// What is missing.
		{"required keys", "ratelimit", "", []mistake{
			{"RG108", "<name>", "ratelimit needs limit=: how many calls may begin in a period", ""},
			{"RG108", "<name>", "ratelimit needs period=: the period that limit is counted in", ""},
		}},
		{"a required positional value", "order", "", []mistake{{"RG108", "<name>", "order needs layers=: the layers, outermost first; totaltimeout is the timeout's total=, and the fallback cannot be moved", ""}}},
		{"a duration", "timeout", "mode=detached", []mistake{{"RG113", "<name>", "timeout has no duration: write timeout 2s, timeout total=5s or both", ""}}},
		{"an answer", "fallback", "on=ErrA", []mistake{{"RG113", "<name>", "fallback has nothing to answer with: write one of func=, method= and value=", ""}}},
		{"a bound", "worstcase", "", []mistake{{"RG113", "<name>", "worstcase has no bound: write worstcase 2s, worstcase attempts=3 or both", ""}}},

		// Contradictions.
		{"a cap below the delay", "retry", "delay=2s maxDelay=1s", []mistake{{"RG113", "maxDelay=1s", "maxDelay=1s is less than delay=2s: raise maxDelay or lower delay", ""}}},
		{"a cap below the default delay", "retry", "maxDelay=100ms", []mistake{{"RG113", "maxDelay=100ms", "maxDelay=100ms is less than delay=500ms: raise maxDelay or lower delay (delay has its default)", ""}}},
		{"a duration below the delay", "retry", "delay=2s maxDuration=1s", []mistake{{"RG113", "maxDuration=1s", "maxDuration=1s is less than delay=2s: no retry could ever start; raise maxDuration or lower delay", ""}}},
		{"a delay and a function for it", "retry", "delay=1s multiplier=2 delayFunc=f", []mistake{
			{"RG113", "delay=1s", "delay and delayFunc exclude each other: remove one", ""},
			{"RG113", "multiplier=2", "multiplier and delayFunc exclude each other: remove one", ""},
		}},
		{"an error both to retry and to abort on", "retry", "retryOn=ErrA,ErrB abortOn=ErrB", []mistake{{"RG113", "ErrB", "ErrB stands in abortOn too, which beats retryOn: remove it from one of them", ""}}},
		{"a result that nobody judges", "retry", "failAfterMaxAttempts=true", []mistake{{"RG116", "failAfterMaxAttempts=true", "failAfterMaxAttempts has no effect without retryOnResult: state that, or remove failAfterMaxAttempts", ""}}},
		{"a lock on nothing", "retry", "locked=true retryOn=ErrA", []mistake{{"RG116", "locked=true", "locked=true pins the stated values, and none is stated: state those to pin, or remove it", ""}}},
		{"a rate of calls that are never slow", "circuitbreaker", "slowRate=40", []mistake{{"RG116", "slowRate=40", "slowRate has no effect without slowCall: state that, or remove slowRate", ""}}},
		{"a cap on a wait that does not grow", "circuitbreaker", "maxOpenWait=2m openMultiplier=1", []mistake{{"RG116", "maxOpenWait=2m", "maxOpenWait has no effect without openMultiplier: state that, or remove maxOpenWait", ""}}},
		{"a cap below the wait", "circuitbreaker", "openWait=5s maxOpenWait=1s openMultiplier=2", []mistake{{"RG113", "maxOpenWait=1s", "maxOpenWait=1s is less than openWait=5s: raise maxOpenWait or lower openWait", ""}}},
		{"a name for an instance of each method", "circuitbreaker", "name=a scope=method", []mistake{{"RG113", "scope=method", "scope and name exclude each other: remove one", ""}}},
		{"a total shorter than an attempt", "timeout", "2s total=1s", []mistake{{"RG113", "total=1s", "total=1s is less than duration=2s: the attempt's timeout could never end one; raise total or lower the duration", ""}}},
		{"a queue in which nobody waits", "bulkhead", "queue=5 maxWait=0", []mistake{{"RG116", "queue=5", "queue has no effect without maxWait or workers: state that, or remove queue", ""}}},
		{"a wait without places", "bulkhead", "maxWait=1s queue=0", []mistake{{"RG113", "queue=0", "maxWait=1s lets calls wait and queue=0 lets none: raise queue or remove maxWait", ""}}},
		{"workers and slots", "bulkhead", "workers=3 maxConcurrent=3", []mistake{{"RG113", "workers=3", "workers and maxConcurrent exclude each other: remove one", ""}}},
		{"a rate too high to count", "ratelimit", "limit=1001 period=1us", []mistake{{"RG113", "limit=1001", "limit=1001 is more than one call a nanosecond: lower limit or raise period", ""}}},
		{"a burst too long to count", "ratelimit", "limit=1 period=24h burst=366", []mistake{{"RG113", "burst=366", "burst=366 is what is allowed in more than a year: lower burst", ""}}},
		{"two answers", "fallback", "func=f value=nil", []mistake{{"RG113", "func=f", "func and value exclude each other: remove one", ""}}},
		{"an error both to answer and to let through", "fallback", "func=f skipOn=ErrA on=ErrA", []mistake{{"RG113", "ErrA", "ErrA stands in skipOn too, which beats on: remove it from one of them", ""}}},
		{"a hedge that does harm", "hedge", "idempotent=false", []mistake{{"RG113", "idempotent=false", "hedge runs the method twice for one call: write idempotent=true if that is harmless, or remove the directive", ""}}},
		{"limits the wrong way round", "adaptivelimit", "min=5 initial=5 max=4", []mistake{{"RG113", "min=5", "min=5 is more than max=4: min <= initial <= max must hold", ""}}},
		{"a limit below the default beginning", "adaptivelimit", "max=10", []mistake{{"RG113", "max=10", "initial=20 is more than max=10: min <= initial <= max must hold (initial has its default)", ""}}},
		{"an order of one layer", "order", "retry", []mistake{{"RG113", "retry", "an order has at least two layers: add another, or remove the directive", ""}}},
		{"a total inside the retries", "order", "retry,totaltimeout", []mistake{{"RG113", "retry,totaltimeout", "totaltimeout bounds the whole call, so it cannot stand inside retry: list timeout instead, or totaltimeout first", ""}}},
		{"methods and policies", "off", "methods=Close policies=retry", []mistake{{"RG113", "methods=Close", "methods and policies exclude each other: remove one", ""}}},

		// No mistake hides another, and none has consequences.
		{"several mistakes", "retry", "maxAttemps=3 delay=5 delay=6 jitter=2", []mistake{
			{"RG102", "maxAttemps", `retry has no key "maxAttemps": did you mean maxAttempts?`, "maxAttempts"},
			{"RG109", "5", `delay: "5" has no unit: write 5ms, 5s or another Go duration`, ""},
			{"RG105", "delay=6", "delay is stated twice: remove one", ""},
			{"RG110", "2", `jitter: "2" is out of bounds: the value is at most 1`, ""},
		}},
		{"a cap beside a delay that is not known", "retry", "maxDelay=100ms delay=5", []mistake{{"RG109", "5", `delay: "5" has no unit: write 5ms, 5s or another Go duration`, ""}}},
		{"a cap beside a delay that is misspelt", "retry", "maxDelay=100ms dellay=5ms", []mistake{{"RG102", "dellay", `retry has no key "dellay": did you mean delay?`, "delay"}}},
		{"an answer that is not known", "fallback", "func=f()", []mistake{{"RG109", "f()", `func: "f()" is a call: write the function's name alone`, "f"}}},
		{"an answer that is misspelt", "fallback", "fun=f", []mistake{{"RG102", "fun", `fallback has no key "fun": did you mean func?`, "func"}}},
		{"a duration that is not known", "timeout", "50 locked=true", []mistake{{"RG109", "50", `duration: "50" has no unit: write 50ms, 50s or another Go duration`, ""}}},
	}
	for _, test := range tests {
		t.Run(test.directive+" with "+test.name, func(t *testing.T) {
			_, problems := annotations.Parse(test.directive, namePos, test.text, textPos)
			var got []mistake
			for _, p := range problems {
				got = append(got, mistake{p.Code, pointedAt(test.directive, test.text, p), p.Message, p.Replacement})
			}
			assert.Equal(t, test.want, got)
		})
	}
}

// pointedAt returns the text that a problem encloses.
func pointedAt(name, text string, p annotations.Problem) string {
	if p.Pos == namePos && p.End == namePos+token.Pos(len(name)) {
		return "<name>"
	}
	return text[p.Pos-textPos : p.End-textPos]
}

func TestParseReportsNamesThatAreNoDirectives(t *testing.T) {
	tests := []struct {
		title, name, text string
		want              annotations.Problem
	}{
		{"a misspelt one", "retyr", "", annotations.Problem{
			Pos: namePos, End: namePos + 5, Code: annotations.CodeUnknownDirective,
			Message: `unknown directive "retyr": did you mean retry?`, Replacement: "retry",
		}},
		{"one in other words", "circuit-Breaker", "window=20", annotations.Problem{
			Pos: namePos, End: namePos + 15, Code: annotations.CodeUnknownDirective,
			Message: `unknown directive "circuit-Breaker": did you mean circuitbreaker?`, Replacement: "circuitbreaker",
		}},
		{"another form of one", "retries", "maxAttempts=3", annotations.Problem{
			Pos: namePos, End: namePos + 7, Code: annotations.CodeUnknownDirective,
			Message: `unknown directive "retries": did you mean retry?`, Replacement: "retry",
		}},
		{"another library's name for one", "throttle", "100/s", annotations.Problem{
			Pos: namePos, End: namePos + 8, Code: annotations.CodeUnknownDirective,
			Message: `unknown directive "throttle": did you mean ratelimit?`, Replacement: "ratelimit",
		}},
		{"another directive behind the name", "retry,", "timeout 1s", annotations.Problem{
			Pos: namePos, End: namePos + 6, Code: annotations.CodeSyntax,
			Message: "each directive stands on a line of its own: write //resilience:retry on one and //resilience:timeout on another",
		}},
		{"an unknown one", "cache", "", annotations.Problem{
			Pos: namePos, End: namePos + 5, Code: annotations.CodeUnknownDirective,
			Message: `unknown directive "cache": the directives are retry, circuitbreaker, timeout, bulkhead, ratelimit, fallback, hedge, adaptivelimit, order, worstcase, off`,
		}},
		{"arguments in parentheses", "retry(maxAttempts=3,", "delay=1s)", annotations.Problem{
			Pos: namePos, End: textPos + 9, Code: annotations.CodeSyntax,
			Message:     "arguments are separated by spaces, without brackets and commas: write retry maxAttempts=3 delay=1s",
			Replacement: "retry maxAttempts=3 delay=1s",
		}},
		{"one argument in parentheses", "timeout(2s)", "", annotations.Problem{
			Pos: namePos, End: namePos + 11, Code: annotations.CodeSyntax,
			Message:     "arguments are separated by spaces, without brackets and commas: write timeout 2s",
			Replacement: "timeout 2s",
		}},
		{"arguments in braces", "retry{maxAttempts=3,", "delay=1s}", annotations.Problem{
			Pos: namePos, End: textPos + 9, Code: annotations.CodeSyntax,
			Message:     "arguments are separated by spaces, without brackets and commas: write retry maxAttempts=3 delay=1s",
			Replacement: "retry maxAttempts=3 delay=1s",
		}},
		{"a key as a directive", "retryOn", "ErrBusy", annotations.Problem{
			Pos: namePos, End: namePos + 7, Code: annotations.CodeUnknownDirective,
			Message: `unknown directive "retryOn", which is a key of retry: write it there`,
		}},
		{"a key of two directives as a directive", "maxWait", "2s", annotations.Problem{
			Pos: namePos, End: namePos + 7, Code: annotations.CodeUnknownDirective,
			Message: `unknown directive "maxWait", which is a key of bulkhead or ratelimit: write it there`,
		}},
		{"a colon behind the name", "retry:maxAttempts=3", "delay=1s", annotations.Problem{
			Pos: namePos, End: namePos + 19, Code: annotations.CodeSyntax,
			Message:     "the directive's name is followed by a space: write retry maxAttempts=3",
			Replacement: "retry maxAttempts=3",
		}},
		{"a comma behind the name", "retry,", "delay=1s", annotations.Problem{
			Pos: namePos, End: namePos + 6, Code: annotations.CodeSyntax,
			Message:     "the directive's name is followed by a space: write retry",
			Replacement: "retry",
		}},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			args, problems := annotations.Parse(test.name, namePos, test.text, textPos)
			assert.Nil(t, args)
			assert.Equal(t, []annotations.Problem{test.want}, problems)
		})
	}
}
