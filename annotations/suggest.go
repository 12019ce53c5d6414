package annotations

import "strings"

// Suggest returns the known word that was probably meant by word, "" if none is
// near. Near is another spelling with capitals, hyphens or underscores; a few
// slips of the keyboard; another form, such as "retries" for "retry"; or the
// beginning or end of one known word, such as "attempts" for "maxAttempts".
func Suggest(word string, known []string) string {
	folded := fold(word)
	if folded == "" {
		return ""
	}
	best, least := "", slips(folded)+1
	for _, k := range known {
		if d := distance(folded, fold(k)); d < least {
			best, least = k, d
		}
	}
	if best != "" {
		return best
	}
	if k := inflected(folded, known); k != "" {
		return k
	}
	return onlyPart(folded, known)
}

// inflected returns the known word of which word is another form: what is left
// without an English ending begins it.
func inflected(word string, known []string) string {
	const shortest, longestEnd = 4, 2
	for _, ending := range []string{"ies", "ied", "ier", "ing", "ed", "er", "es", "s"} {
		stem, found := strings.CutSuffix(word, ending)
		if !found || len(stem) < shortest {
			continue
		}
		for _, k := range known {
			if end, begins := strings.CutPrefix(fold(k), stem); begins && len(end) <= longestEnd {
				return k
			}
		}
	}
	return ""
}

// slips is how many mistakes a word of that length may have and still be
// recognized.
func slips(word string) int {
	switch n := len(word); {
	case n <= 4:
		return 1
	case n <= 8:
		return 2
	default:
		return 3
	}
}

// onlyPart returns the known word that begins or ends with part, or the other
// way round. Of several, it must be a part of the others.
func onlyPart(part string, known []string) string {
	const shortest = 4
	found := ""
	for _, k := range known {
		long, short := fold(k), part
		if len(long) < len(short) {
			long, short = short, long
		}
		if len(short) < shortest || !strings.HasPrefix(long, short) && !strings.HasSuffix(long, short) {
			continue
		}
		switch {
		case found == "" || strings.Contains(fold(found), fold(k)):
			found = k
		case !strings.Contains(fold(k), fold(found)):
			return ""
		}
	}
	return found
}

var separators = strings.NewReplacer("-", "", "_", "")

func fold(word string) string { return separators.Replace(strings.ToLower(word)) }

// distance is the optimal string alignment distance: how many insertions,
// deletions, substitutions and swaps of neighbours turn a into b.
func distance(a, b string) int {
	// Three rows of the usual matrix: two back, one back, and this one.
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			substitution := last[j-1]
			if a[i-1] != b[j-1] {
				substitution++
			}
			row[j] = min(substitution, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
