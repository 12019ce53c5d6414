package annotations

import (
	"errors"
	"strconv"
	"strings"
)

const (
	// percentPlaces is how many decimal places a percentage may have.
	percentPlaces        = 4
	millionthsPerPercent = 10_000
)

func parseInt(text string) (Value, *fault) {
	n, err := strconv.ParseInt(text, 10, 64)
	// Out of range is left to the bounds: ParseInt returns the nearest number.
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return Value{}, badValue(strconv.Quote(text) + " is not a whole number")
	}
	return Value{kind: Int, number: n}, nil
}

func parseFloat(text string) (Value, *fault) {
	if f := percentOf(text); f != nil {
		return Value{}, f
	}
	if _, _, ok := splitDecimal(text); !ok {
		return Value{}, badValue(strconv.Quote(text) + " is not a decimal number such as 2 or 1.5")
	}
	// A decimal that is out of range becomes infinite, and out of bounds.
	f, _ := strconv.ParseFloat(text, 64)
	if f == 0 {
		f = 0 // not -0
	}
	return Value{kind: Float, float: f}, nil
}

// percentOf says how to write a percentage as the decimal that is wanted.
func percentOf(text string) *fault {
	number, found := strings.CutSuffix(text, "%")
	percent, f := parsePercent(number)
	if !found || f != nil {
		return nil
	}
	decimal := strconv.FormatFloat(float64(percent.number)/(100*millionthsPerPercent), 'f', -1, 64)
	return badValue(strconv.Quote(text) + " is a percentage: write " + decimal).replacedBy(decimal)
}

func parsePercent(text string) (Value, *fault) {
	if number, found := strings.CutSuffix(text, "%"); found {
		return Value{}, badValue(strconv.Quote(text) + " has a percent sign: write the number alone").replacedBy(number)
	}
	whole, places, ok := splitDecimal(text)
	if !ok {
		return Value{}, badValue(strconv.Quote(text) + " is not a percentage such as 50 or 0.4")
	}
	places = strings.TrimRight(places, "0")
	if len(places) > percentPlaces {
		return Value{}, badValue(strconv.Quote(text) + " has more than four decimal places")
	}
	n, _ := strconv.ParseInt(whole+places+strings.Repeat("0", percentPlaces-len(places)), 10, 64)
	return Value{kind: Percent, number: n}, nil
}

func formatPercent(millionths int64) string {
	whole := strconv.FormatInt(millionths/millionthsPerPercent, 10)
	places := strconv.FormatInt(millionthsPerPercent+millionths%millionthsPerPercent, 10)[1:]
	return strings.TrimSuffix(whole+"."+strings.TrimRight(places, "0"), ".")
}

// splitDecimal splits [-]digits[.digits] at its point; the sign goes with whole.
func splitDecimal(text string) (whole, places string, ok bool) {
	whole, places, point := strings.Cut(text, ".")
	ok = digits(strings.TrimPrefix(whole, "-")) && (!point || digits(places))
	return whole, places, ok
}

// digits reports whether text is one or more decimal digits.
func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
