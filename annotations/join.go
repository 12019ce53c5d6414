package annotations

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// equalsAhead reports whether the next word begins with "=".
func (p *parser) equalsAhead() bool {
	return len(p.words) > 0 && p.words[0].keyed && p.words[0].key == "" && p.words[0].quoting == nil
}

// bareAhead reports whether the next word is a value without a key.
func (p *parser) bareAhead() bool {
	return len(p.words) > 0 && !p.words[0].keyed && !p.words[0].comments() && p.words[0].quoting == nil
}

// joinEquals joins w to the words that hold the rest of it: "=" and a value,
// "=value", or a value where w ends with "=".
func (p *parser) joinEquals(w word) word {
	if !w.keyed {
		w.key, w.keyed = w.value, true
		sign := p.next()
		w.value, w.valueStart, w.end = sign.value, sign.valueStart, sign.end
	}
	if w.value == "" && p.bareAhead() {
		rest := p.next()
		w.value, w.valueStart, w.end = rest.value, rest.valueStart, rest.end
	}
	better := w.key + "=" + w.value
	p.report(syntax("remove the spaces around =: write "+better).replacedBy(better), w.start, w.end)
	return w
}

// trimComma removes a comma that was meant to separate w from the next argument.
func (p *parser) trimComma(k *Key, w word) word {
	trimmed := strings.TrimRight(w.value, ",")
	if trimmed == "" || trimmed == w.value || k.Kind == Expr || k.Kind.List() && p.bareAhead() {
		return w
	}
	p.report(syntax("arguments are separated by spaces: remove the comma"), w.valueStart+len(trimmed), w.end)
	w.value, w.end = trimmed, w.valueStart+len(trimmed)
	return w
}

// joinList joins a list to the words that hold the rest of it, where spaces
// stand beside its commas or instead of them. The joined value has a byte for
// each of the text, so that its elements keep their positions.
func (p *parser) joinList(k *Key, w word) word {
	if !k.Kind.List() || w.value[0] == '"' || w.value[0] == '`' {
		return w
	}
	end := w.end
	for p.bareAhead() {
		if k, _ := p.leadingKey(p.words[0].value); k != nil {
			break
		}
		rest := p.next()
		gap := strings.Repeat(" ", rest.start-w.end)
		if !strings.HasSuffix(w.value, ",") && !strings.HasPrefix(rest.value, ",") {
			gap = gap[1:] + ","
		}
		w.value += gap + rest.value
		w.end = rest.end
	}
	if w.end != end {
		better := strings.Join(strings.Fields(w.value), "")
		p.report(syntax("a list has no spaces: write "+better).replacedBy(better), w.valueStart, w.end)
	}
	return w
}

// joinUnit joins a number to the word that holds its unit, and a duration to the
// word that holds the rest of it: 3 s, 50 %, 1m 30s.
func (p *parser) joinUnit(k *Key, w word) word {
	if !p.bareAhead() {
		return w
	}
	better := k.joined(w.value, p.words[0].value)
	if better == "" {
		return w
	}
	w.end = p.next().end
	written := strconv.Quote(p.text[w.valueStart:w.end])
	p.report(syntax(k.Name+": "+written+" has a space in it: write "+better).replacedBy(better), w.valueStart, w.end)
	w.value = better
	return w
}

// joined returns the value that was meant by two words, "" if the second is
// something else.
func (k *Key) joined(value, rest string) string {
	_, _, number := splitDecimal(value)
	switch {
	case number && rest == "%" && (k.Kind == Percent || k.Kind == Float):
		if _, faults := k.parse(value+rest, nowhere); len(faults) == 1 {
			return faults[0].replacement
		}
	case k.Kind != Duration && k.Kind != Window:
	case number && isUnit(rest):
		return betterDuration(value + rest)
	default:
		first, err := time.ParseDuration(value)
		second, restErr := time.ParseDuration(rest)
		if joined := FormatDuration(first + second); err == nil && restErr == nil && joined == value+rest {
			return joined
		}
	}
	return ""
}

// spacedExpr reports an expression with spaces, or a text that was meant as a
// string.
func (p *parser) spacedExpr(k *Key, w word) bool {
	end := w.end
	for p.bareAhead() {
		if key, _ := p.leadingKey(p.words[0].value); key != nil {
			break
		}
		end = p.next().end
	}
	if end == w.end {
		return false
	}
	text := p.text[w.valueStart:end]
	better := strconv.Quote(strings.Trim(text, "\"`'"))
	if words := strings.Fields(text); slices.ContainsFunc(words, isOperator) {
		better = strings.Join(words, "")
	}
	p.report(syntax(k.Name+" has no spaces outside quotes: write "+k.Name+"="+better).replacedBy(better), w.valueStart, end)
	return true
}

func isOperator(word string) bool { return strings.Trim(word, "+-*/%&|^<>") == "" }
