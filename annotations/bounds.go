package annotations

import "strconv"

// bounds returns what is wrong with v if it lies outside the key's bounds.
func (k *Key) bounds(v Value, text string) *fault {
	outside := func(limit string) *fault {
		return &fault{code: CodeOutOfBounds, message: strconv.Quote(text) + " is out of bounds: the value is " + limit}
	}
	if k.Min != "" {
		least, _ := k.parseScalar(k.Min)
		switch order := v.compare(least); {
		case order < 0 && !k.MinExclusive:
			return outside("at least " + k.Min)
		case order <= 0 && k.MinExclusive:
			return outside("more than " + k.Min)
		}
	}
	if k.Max != "" {
		if greatest, _ := k.parseScalar(k.Max); v.compare(greatest) > 0 {
			f := outside("at most " + k.Max)
			if k.Kind == Float && k.Max == "1" && 5 <= v.float && v.float <= 100 { // less is hardly meant in percent
				f = f.replacedBy(strconv.FormatFloat(v.float/100, 'f', -1, 64))
				f.message += "; " + text + " percent is " + f.replacement
			}
			return f
		}
	}
	return nil
}
