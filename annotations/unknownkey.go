package annotations

import (
	"strconv"
	"strings"
	"unicode"
)

// unknownKey reports a key that the directive does not have.
func (p *parser) unknownKey(w word) {
	names := p.directive.keyNames()
	f := &fault{code: CodeUnknownKey, message: p.directive.Name + " has no key " + strconv.Quote(w.key)}
	near, similar, other := Suggest(w.key, names), containing(w.key, names), otherKeys[p.directive.Name][fold(w.key)]
	switch {
	case other != "":
		// It may mean something else there, so that nobody should replace it unread.
		k := p.directive.Key(other)
		p.meant[other] = true
		f.message += ": did you mean " + other + " (" + lowerFirst(k.Doc) + ")?"
		if w.value != "" {
			p.joinUnit(k, p.joinList(k, w))
		}
	case near != "":
		p.meant[near] = true
		f.message += ": did you mean " + near + "?"
		f.replacement = near
		if w.value != "" {
			k := p.directive.Key(near)
			p.joinUnit(k, p.joinList(k, w))
		}
	case len(similar) > 0:
		for _, name := range similar {
			p.meant[name] = true
		}
		f.message += ": did you mean " + alternatives(similar) + "?"
		if len(similar) == 1 {
			f.replacement = similar[0]
		}
		p.joinList(p.directive.Key(similar[0]), w)
	case policy(w.key) != nil:
		p.unreadable = true
		f.message += ", which is a directive: write //resilience:" + w.key + " on a line of its own"
	case len(owners(w.key)) > 0:
		p.unreadable = true
		f.message += ", which is a key of " + alternatives(owners(w.key)) + ": write it there"
	default:
		p.unreadable = true
		f.message += ": its keys are " + strings.Join(names, ", ")
	}
	p.report(f, w.start, w.start+len(w.key))
}

// containing returns the few names that begin or end with a word, as retryOn ends
// with "on" and maxDelay begins with "max".
func containing(word string, names []string) []string {
	const shortest, most = 2, 3
	if len(word) < shortest {
		return nil
	}
	capitalized := strings.ToUpper(word[:1]) + word[1:]
	var found []string
	for _, name := range names {
		rest, begins := strings.CutPrefix(name, word)
		if strings.HasSuffix(name, capitalized) || begins && rest != "" && unicode.IsUpper(rune(rest[0])) {
			found = append(found, name)
		}
	}
	if len(found) > most {
		return nil
	}
	return found
}

// otherKeys are what keys are called in other libraries, folded: Resilience4j and
// Hystrix, failsafe-go, gobreaker, retry-go, backoff.
var otherKeys = map[string]map[string]string{
	"retry": {
		"retries": "maxAttempts", "maxretries": "maxAttempts", "maxretry": "maxAttempts", "times": "maxAttempts", "count": "maxAttempts", "tries": "maxAttempts",
		"maxtries": "maxAttempts",
		"wait":     "delay", "waitduration": "delay", "waittime": "delay", "interval": "delay", "initialinterval": "delay", "minbackoff": "delay",
		"initialbackoff": "delay", "mindelay": "delay",
		"backoff": "multiplier", "factor": "multiplier", "backofffactor": "multiplier", "enableexponentialbackoff": "multiplier",
		"maxbackoff": "maxDelay", "maxinterval": "maxDelay", "maxelapsedtime": "maxDuration",
		"randomizedwaitfactor": "jitter", "randomizationfactor": "jitter", "jitterfactor": "jitter", "enablerandomizedwait": "jitter",
		"onerror": "retryOn", "errors": "retryOn", "handleerrors": "retryOn", "retryexceptions": "retryOn",
		"ignoreexceptions": "abortOn", "ignoreon": "abortOn", "skipon": "abortOn",
		"retryonexceptionpredicate": "retryIf", "retryable": "retryIf", "retryonresultpredicate": "retryOnResult",
	},
	"circuitbreaker": {
		"threshold": "failureRate", "failurethreshold": "failureRate", "errorpercentthreshold": "failureRate", "readytotrip": "failureRate",
		"slowcallratethreshold": "slowRate", "slowcalldurationthreshold": "slowCall",
		"slidingwindowsize": "window", "slidingwindowtype": "window", "interval": "window", "period": "window",
		"minimumnumberofcalls": "minCalls", "requestvolumethreshold": "minCalls",
		"resettimeout": "openWait", "waitdurationinopenstate": "openWait", "sleepwindow": "openWait", "cooldown": "openWait", "opentimeout": "openWait",
		"openduration":                          "openWait",
		"permittednumberofcallsinhalfopenstate": "halfOpenCalls", "maxrequests": "halfOpenCalls", "successthreshold": "halfOpenCalls",
		"maxwaitdurationinhalfopenstate": "maxHalfOpenWait", "automatictransitionfromopentohalfopenenabled": "autoHalfOpen",
		"recordexceptions": "recordOn", "handleerrors": "recordOn", "ignoreexceptions": "ignoreOn", "issuccessful": "recordIf", "isexcluded": "ignoreIf",
	},
	"bulkhead": {
		"limit": "maxConcurrent", "size": "maxConcurrent", "permits": "maxConcurrent", "concurrency": "maxConcurrent", "maxconcurrency": "maxConcurrent",
		"maxthreadpoolsize": "workers", "corethreadpoolsize": "workers", "threads": "workers",
	},
	"ratelimit": {
		"rate": "limit", "rps": "limit", "qps": "limit", "requests": "limit", "limitforperiod": "limit",
		"per": "period", "interval": "period", "window": "period", "limitrefreshperiod": "period", "timeoutduration": "maxWait",
	},
	"timeout": {
		"timeout": "duration", "after": "duration", "perattempt": "duration", "attempt": "duration", "overall": "total", "call": "total",
	},
	"fallback":      {"default": "value", "return": "value", "fn": "func"},
	"adaptivelimit": {"limit": "initial", "minlimit": "min", "maxlimit": "max"},
}

// policy returns the policy of that name, nil if there is none.
func policy(name string) *Directive {
	if d := Lookup(name); d != nil && d.Policy {
		return d
	}
	return nil
}

// owners returns the few directives that have the key. What most of them have
// says nothing about which is meant.
func owners(key string) []string {
	const most = 2
	var names []string
	for _, d := range vocabulary {
		if k := d.Key(key); k != nil && !k.OverrideOnly {
			names = append(names, d.Name)
		}
	}
	if len(names) > most {
		return nil
	}
	return names
}
