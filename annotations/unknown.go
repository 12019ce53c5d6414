package annotations

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

// otherNames are what directives are called elsewhere: by other libraries, or by
// people who have not read the list.
var otherNames = map[string]string{
	"attempts": "retry", "backoff": "retry", "repeat": "retry",
	"deadline": "timeout", "timelimit": "timeout", "timelimiter": "timeout",
	"concurrency": "bulkhead", "semaphore": "bulkhead", "threadpool": "bulkhead",
	"limiter": "ratelimit", "throttle": "ratelimit", "throttling": "ratelimit",
	"default": "fallback", "recover": "fallback",
	"disable": "off", "ignore": "off", "none": "off", "passthrough": "off", "skip": "off",
}

// unknownDirective says what is wrong with a name that is no directive's.
func unknownDirective(name string, namePos token.Pos, text string, textPos token.Pos) Problem {
	problem := Problem{
		Pos: namePos, End: namePos + token.Pos(len(name)),
		Code: CodeUnknownDirective, Message: "unknown directive " + strconv.Quote(name),
	}
	word := name
	if i := strings.IndexFunc(name, notLetter); i >= 0 {
		word = name[:i]
	}
	near := Suggest(name, directiveNames())
	if near == "" {
		near = otherNames[fold(name)]
	}
	switch {
	case Lookup(word) != nil && closing[name[len(word)]] != "":
		bracket := name[len(word)]
		arguments := strings.NewReplacer(string(bracket), " ", closing[bracket], " ", ",", " ").Replace(name[len(word):] + " " + text)
		problem.Code = CodeSyntax
		problem.Replacement = strings.Join(append([]string{word}, strings.Fields(arguments)...), " ")
		problem.Message = "arguments are separated by spaces, without brackets and commas: write " + problem.Replacement
		if text != "" {
			problem.End = textPos + token.Pos(len(text))
		}
	case Lookup(word) != nil && policy(firstWord(name[len(word):]+" "+text)) != nil:
		problem.Code = CodeSyntax
		problem.Message = "each directive stands on a line of its own: write //resilience:" + word + " on one and //resilience:" + firstWord(name[len(word):]+" "+text) + " on another"
	case Lookup(word) != nil:
		problem.Code = CodeSyntax
		problem.Replacement = strings.TrimSpace(word + " " + strings.TrimLeftFunc(name[len(word):], notLetterOrDigit))
		problem.Message = "the directive's name is followed by a space: write " + problem.Replacement
	case len(owners(name)) > 0:
		problem.Message += ", which is a key of " + alternatives(owners(name)) + ": write it there"
	case near != "":
		problem.Replacement = near
		problem.Message += ": did you mean " + near + "?"
	default:
		problem.Message += ": the directives are " + strings.Join(directiveNames(), ", ")
	}
	return problem
}

// closing has the other bracket of a pair.
var closing = map[byte]string{'(': ")", '{': "}", '[': "]"}

// firstWord returns the first letters of text.
func firstWord(text string) string {
	text = strings.TrimLeftFunc(text, notLetter)
	if i := strings.IndexFunc(text, notLetter); i >= 0 {
		return text[:i]
	}
	return text
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

func notLetterOrDigit(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
