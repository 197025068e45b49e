package exec

import (
	"regexp"
	"strconv"
	"strings"
)

// Strings become numbers as those of C do: blanks in front are skipped, and the longest number that the rest begins with is taken.

var (
	intForm   = regexp.MustCompile(`^[+-]?[0-9]+`)
	floatForm = regexp.MustCompile(`^[+-]?((?i:infinity|inf|nan)|0[xX][0-9a-fA-F]+(\.[0-9a-fA-F]*)?([pP][+-]?[0-9]+)?|([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?)`)
)

// intPrefix is the number that a text begins with, and the text behind it; false where there is none that fits.
func intPrefix(s string) (n int64, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	found := intForm.FindString(s)
	n, err := strconv.ParseInt(strings.TrimPrefix(found, "+"), 10, 64)
	return n, s[len(found):], err == nil
}

// floatPrefix is so for floating point.
func floatPrefix(s string) (f float64, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	found := floatForm.FindString(s)
	form := found
	if lower := strings.ToLower(found); strings.Contains(lower, "0x") && !strings.Contains(lower, "p") {
		form += "p0"
	}
	f, err := strconv.ParseFloat(form, 64)
	return f, s[len(found):], err == nil
}
